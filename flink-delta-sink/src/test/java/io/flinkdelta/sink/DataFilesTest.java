/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.Partitioner;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.store.InMemoryDataStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.junit.jupiter.api.Test;

class DataFilesTest {
    private static final UUID ATTEMPT = new UUID(1, 2);

    private final InMemoryDataStore store = new InMemoryDataStore();
    private final Configuration options = new Configuration();
    private final List<AddFile> closed = new ArrayList<>();
    private long now = 1_000_000;

    @Test
    void namesAndFoldersAreSparks() {
        DataFiles files = partitioned();
        LongStream.range(0, 4).forEach(id -> files.write(TestRows.row(id), () -> now));

        assertThat(paths(files.takeAll()))
                .containsExactlyInAnyOrder(
                        "part=Korea, South/part-00007-00000000-0000-0001-0000-000000000002-c000.snappy.parquet",
                        "part=a%2Fb%3Dc/part-00007-00000000-0000-0001-0000-000000000002-c001.snappy.parquet",
                        "part=__HIVE_DEFAULT_PARTITION__/part-00007-00000000-0000-0001-0000-000000000002-c002"
                                + ".snappy.parquet",
                        "part=100%25/part-00007-00000000-0000-0001-0000-000000000002-c003.snappy.parquet");
    }

    @Test
    void whatIsTakenIsTakenOnce() {
        DataFiles files = unpartitioned();
        LongStream.range(0, 10).forEach(id -> files.write(TestRows.row(id), () -> now));

        List<DeltaWriterResult> first = files.takeAll();
        List<DeltaWriterResult> second = files.takeAll();

        assertThat(first).singleElement().satisfies(result -> {
            assertThat(result.rows()).isEqualTo(10);
            assertThat(result.files()).hasSize(1);
        });
        assertThat(second).isEmpty();
    }

    @Test
    void aFullFileIsClosed() {
        options.set(DeltaSinkOptions.TARGET_FILE_SIZE, MemorySize.ofMebiBytes(1));
        DataFiles files = unpartitioned();

        writeNoise(files, 40, 100_000);

        List<DeltaWriterResult> results = files.takeAll();
        assertThat(results.get(0).rows()).isEqualTo(40);
        assertThat(results.get(0).files()).hasSizeBetween(3, 5);
        assertThat(results.get(0).files().subList(0, 3))
                .allSatisfy(file -> assertThat(file.size()).isBetween(800_000L, 1_600_000L));
    }

    @Test
    void anOldFileIsClosedByTheNextRowThatLooks() {
        options.set(DeltaSinkOptions.ROLLING_INTERVAL, Duration.ofSeconds(10));
        DataFiles files = unpartitioned();
        files.write(TestRows.row(0), () -> now);
        now += 9_999;
        files.write(TestRows.row(1), () -> now);
        assertThat(closed).isEmpty();

        now += 1;
        files.write(TestRows.row(2), () -> now);

        assertThat(closed).hasSize(1);
    }

    @Test
    void oldFilesAreClosedByTheTimerThoughNoRowComes() {
        options.set(DeltaSinkOptions.ROLLING_INTERVAL, Duration.ofSeconds(10));
        DataFiles files = partitioned();
        files.write(TestRows.row(0), () -> now);
        long opened = now;
        now += 4_000;
        files.write(TestRows.row(1), () -> now);

        assertThat(files.closeOld(opened + 10_000)).hasValue(now + 10_000);
        assertThat(closed).hasSize(1);
        assertThat(files.closeOld(now + 10_000)).isEmpty();
        assertThat(closed).hasSize(2);
    }

    @Test
    void ofTooManyOpenFilesTheLeastRecentlyUsedIsClosed() {
        options.set(DeltaSinkOptions.MAX_OPEN_FILES, 2);
        DataFiles files = partitioned();

        files.write(TestRows.row(0), () -> now);
        files.write(TestRows.row(1), () -> now);
        files.write(TestRows.row(4), () -> now);
        files.write(TestRows.row(2), () -> now);

        assertThat(files.openFiles()).isEqualTo(2);
        assertThat(closed)
                .extracting(file -> file.partitionValues().get("part"))
                .containsExactly("a/b=c");
    }

    @Test
    void ofTooMuchMemoryTheLargestFileIsClosed() {
        options.set(DeltaSinkOptions.WRITE_MEMORY, MemorySize.ofMebiBytes(2));
        DataFiles files = partitioned();
        files.write(TestRows.row(1), () -> now);

        writeNoise(files, 100, 100_000);

        assertThat(closed)
                .isNotEmpty()
                .allSatisfy(
                        file -> assertThat(file.partitionValues().get("part")).isEqualTo("noise"));
        assertThat(files.bufferedBytes()).isLessThan(3 << 20);
        assertThat(files.openFiles()).isGreaterThanOrEqualTo(1);
    }

    @Test
    void aThousandPartitionsStayWithinTheMemory() {
        options.set(DeltaSinkOptions.WRITE_MEMORY, MemorySize.ofMebiBytes(4));
        options.set(DeltaSinkOptions.MAX_OPEN_FILES, 1_000);
        DataFiles files = partitioned();

        for (int i = 0; i < 3_000; i++) {
            StringData part = StringData.fromString("p" + i % 1_000);
            files.write(GenericRowData.of((long) i, part, part), () -> now);
            assertThat(files.bufferedBytes()).isLessThan(5 << 20);
        }

        assertThat(files.takeAll().get(0).rows()).isEqualTo(3_000);
    }

    @Test
    void aReusedRowIsNotKept() {
        DataFiles files = partitioned();
        GenericRowData row = new GenericRowData(3);
        for (String part : List.of("a", "b", "a")) {
            row.setField(0, 1L);
            row.setField(1, StringData.fromString(part));
            row.setField(2, StringData.fromString("text"));
            files.write(row, () -> now);
        }

        assertThat(files.takeAll().get(0).files())
                .extracting(file -> file.partitionValues().get("part"))
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void closingDeletesWhatWasNotHandedOverAndNothingElse() {
        options.set(DeltaSinkOptions.MAX_OPEN_FILES, 1);
        DataFiles files = partitioned();
        files.write(TestRows.row(0), () -> now);
        List<String> handedOver = paths(files.takeAll());
        files.write(TestRows.row(1), () -> now);
        files.write(TestRows.row(2), () -> now);
        assertThat(store.paths()).hasSize(3);

        files.close();

        assertThat(store.paths()).containsExactly(store.location() + "/" + handedOver.get(0));
    }

    @Test
    void closingGoesOnAfterAnError() {
        FaultyDataStore faulty = new FaultyDataStore(store);
        DataFiles files = files(faulty, true);
        files.write(TestRows.row(0), () -> now);
        files.write(TestRows.row(1), () -> now);
        faulty.failClose(0, 4, () -> new NoClassDefFoundError("x"));
        assertThatThrownBy(files::takeAll).isInstanceOf(NoClassDefFoundError.class);

        files.close();

        assertThat(faulty.deleted()).isNotEmpty();
    }

    private void writeNoise(DataFiles files, int rows, int length) {
        Random random = new Random(42);
        for (int i = 0; i < rows; i++) {
            byte[] noise = new byte[length];
            for (int j = 0; j < length; j++) {
                noise[j] = (byte) (' ' + random.nextInt(90));
            }
            RowData row = GenericRowData.of((long) i, StringData.fromString("noise"), StringData.fromBytes(noise));
            files.write(row, () -> now);
        }
    }

    private static List<String> paths(List<DeltaWriterResult> results) {
        return results.stream()
                .flatMap(result -> result.files().stream())
                .map(file -> DataPath.decode(file.path()))
                .toList();
    }

    private DataFiles partitioned() {
        return files(store, true);
    }

    private DataFiles unpartitioned() {
        return files(store, false);
    }

    private DataFiles files(io.flinkdelta.log.store.DataStore target, boolean partitioned) {
        List<String> columns = partitioned ? List.of("part") : List.of();
        return new DataFiles(
                DataFileWriters.create(target, TestRows.TYPE, columns, java.util.Map.of(), DataFileFormat.defaults()),
                Partitioner.create(TestRows.TYPE, columns),
                partitioned,
                target,
                new FileNaming(7, ATTEMPT, ".snappy.parquet"),
                SinkSettings.of(options),
                new DataFiles.Listener() {
                    @Override
                    public void opened(long at) {}

                    @Override
                    public void closed(AddFile file, long millis) {
                        closed.add(file);
                    }
                });
    }
}
