/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits of valid JSON that make no table that can be read. */
class BrokenCommitTest {
    private final InMemoryLogStore store = new InMemoryLogStore();
    private final TestTable table = TestTable.create(store);

    @ParameterizedTest
    @ValueSource(strings = {"\"P\"", "\"other\"", "\"p\",\"p\""})
    void aPartitionColumnIsAColumnAndNamedOnce(String columns) throws IOException {
        put(metadata("parquet", columns));
        assertThatThrownBy(() -> table.log().latestSnapshot())
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("partition column", "version=1", "column=");
        assertThat(table.log().inspect(OptionalLong.empty()).version()).isEqualTo(1);
    }

    @Test
    void dataFilesAreParquet() throws IOException {
        put(metadata("orc", "\"p\""));
        assertThatThrownBy(() -> table.log().latestSnapshot())
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("data files of the format orc", "version=1");
    }

    @ParameterizedTest
    @CsvSource({"geometry, q, of a type that flink-delta does not know", "long, p, two fields of the name p"})
    void aSchemaThatIsNotUnderstoodIsNamedWithItsVersion(String type, String name, String problem) throws IOException {
        String field = ",{\\\"name\\\":\\\"" + name + "\\\",\\\"type\\\":\\\"" + type + "\\\"}";
        put(metadata("parquet", "\"p\"").replace("}]}\"", "}" + field + "]}\""));
        assertThatThrownBy(() -> table.log().latestSnapshot())
                .isInstanceOf(DeltaException.class)
                .hasMessageContainingAll(problem, "table=", "version=1");
        Snapshot inspected = table.log().inspect(OptionalLong.empty());
        for (Set<String> blockers : List.of(
                ProtocolCheck.readBlockers(inspected.protocol(), inspected.metadata()),
                ProtocolCheck.writeBlockers(inspected.protocol(), inspected.metadata()))) {
            assertThat(blockers).singleElement(STRING).contains(problem, name);
        }
        assertThatThrownBy(inspected::schema).isInstanceOf(DeltaException.class).hasMessageContaining(problem);
        assertThatThrownBy(() ->
                        ProtocolCheck.requireWritable(inspected.protocol(), inspected.metadata(), ErrorContext.none()))
                .isInstanceOf(DeltaException.class)
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[null],\"writerFeatures\":[]}}',"
                + " /protocol/readerFeatures/0",
        "'{\"metaData\":{\"id\":\"x\",\"format\":{\"provider\":\"parquet\"},\"partitionColumns\":[\"a\",null],"
                + "\"configuration\":{}}}', /metaData/partitionColumns/1",
    })
    void aNullIsNoName(String line, String place) throws IOException {
        put(line);
        assertThatThrownBy(() -> table.log().latestSnapshot())
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll(place + " is missing", "file=00000000000000000001.json", "line=2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%2", "a%zz", "a%ff"})
    void aPathThatIsNotEncodedIsNamedWithItsLine(String path) throws IOException {
        put("{\"add\":{\"path\":\"" + path
                + "\",\"partitionValues\":{},\"size\":1,\"modificationTime\":1,\"dataChange\":true}}");
        DeltaLog log = table.log();
        assertThatThrownBy(() -> TestTable.paths(log.latestSnapshot()))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("path=" + path, "file=00000000000000000001.json", "line=2");
    }

    private static String metadata(String format, String partitionColumns) {
        return "{\"metaData\":{\"id\":\"x\",\"format\":{\"provider\":\"" + format
                + "\"},\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":["
                + "{\\\"name\\\":\\\"p\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}]}\""
                + ",\"partitionColumns\":[" + partitionColumns + "],\"configuration\":{}}}";
    }

    /** The line as the second of version 1. */
    private void put(String line) throws IOException {
        String text = "{\"commitInfo\":{}}\n" + line + "\n";
        store.putIfAbsent(LogFile.commit(1).fileName(), LogContent.of(text.getBytes(StandardCharsets.UTF_8)));
    }
}
