/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.connector.testframe.external.ExternalSystemSplitDataWriter;
import org.apache.flink.connector.testframe.external.source.DataStreamSourceExternalContext;
import org.apache.flink.connector.testframe.external.source.TestingSourceSettings;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.util.FileUtils;

/** A table in a folder of its own, as Flink's tests of sources see it: a partition is what they call a split. */
final class SourceSuiteTable implements DataStreamSourceExternalContext<RowData> {
    private static final int MAX_ROWS = 200;

    private final Path folder;
    private final SourceTable table;

    private SourceSuiteTable(Path folder) {
        this.folder = folder;
        this.table = SourceTable.create(folder.resolve("table"));
    }

    static SourceSuiteTable create(String test) {
        try {
            return new SourceSuiteTable(Files.createTempDirectory("source-suite"));
        } catch (IOException e) {
            throw new UncheckedIOException(test, e);
        }
    }

    @Override
    public DeltaSource createSource(TestingSourceSettings settings) {
        DeltaSourceBuilder source = table.source();
        return settings.getBoundedness() == Boundedness.BOUNDED
                ? source.build()
                : source.monitorContinuously(Duration.ofMillis(50)).build();
    }

    @Override
    public ExternalSystemSplitDataWriter<RowData> createSourceSplitDataWriter(TestingSourceSettings settings) {
        return new Writer(table);
    }

    /** Each call commits. */
    private record Writer(SourceTable table) implements ExternalSystemSplitDataWriter<RowData> {
        @Override
        public void writeRecords(List<RowData> rows) {
            table.append(rows);
        }

        @Override
        public void close() {}
    }

    /** In the form in which a row is after a serialization, since rows of two forms are never equal. */
    @Override
    public List<RowData> generateTestData(TestingSourceSettings settings, int partition, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RowDataSerializer serializer = ((InternalTypeInfo<RowData>) getProducedType()).toRowSerializer();
        return LongStream.range(0, random.nextInt(1, MAX_ROWS))
                .<RowData>mapToObj(i -> serializer
                        .toBinaryRow(SourceTable.row(random.nextLong(), "p" + partition))
                        .copy())
                .toList();
    }

    @Override
    public TypeInformation<RowData> getProducedType() {
        return table.source().build().getProducedType();
    }

    @Override
    public List<URL> getConnectorJarPaths() {
        return List.of();
    }

    @Override
    public void close() throws IOException {
        table.close();
        FileUtils.deleteDirectory(folder.toFile());
    }
}
