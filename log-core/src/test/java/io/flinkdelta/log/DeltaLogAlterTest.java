/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.AlterTable.AddColumns;
import io.flinkdelta.log.alter.AlterTable.RenameColumn;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.alter.NewColumn;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DeltaLogAlterTest {
    private final InMemoryLogStore store = new InMemoryLogStore();

    @Test
    void aTableIsCreatedWithAllThatItIsAskedFor() {
        DeltaLog log = TestTable.in(store).log();
        StructType schema = StructType.of(
                new StructField(
                        "id",
                        PrimitiveType.LONG,
                        false,
                        FieldMetadata.empty().with("delta.columnMapping.physicalName", "other")),
                new StructField("p", PrimitiveType.STRING, true));
        Snapshot created = log.createTable(CreateTable.of(schema)
                .partitionedBy(List.of("p"))
                .named("t")
                .comment("about t")
                .properties(Map.of("delta.APPENDONLY", "true", "own", "x", "delta.feature.appendOnly", "supported")));
        Metadata metadata = created.metadata();
        assertThat(metadata.name()).contains("t");
        assertThat(metadata.description()).contains("about t");
        assertThat(metadata.partitionColumns()).containsExactly("p");
        assertThat(metadata.configuration()).isEqualTo(Map.of("delta.appendOnly", "true", "own", "x"));
        assertThat(created.schema().fields().get(0).metadata().isEmpty()).isTrue();
        assertThat(created.protocol()).isEqualTo(Protocol.legacy(1, 2));
        assertThat(parameters(log).toString())
                .isEqualTo("{\"partitionBy\":\"[\\\"p\\\"]\",\"clusterBy\":\"[]\",\"description\":\"about t\","
                        + "\"isManaged\":\"false\","
                        + "\"properties\":\"{\\\"delta.appendOnly\\\":\\\"true\\\",\\\"own\\\":\\\"x\\\"}\"}");
        assertThatThrownBy(() -> log.createTable(CreateTable.of(schema))).isInstanceOf(CommitConflictException.class);
    }

    @Test
    void aTableThatCannotBeIsNotCreated() {
        DeltaLog log = TestTable.in(store).log();
        for (CreateTable request : List.of(
                CreateTable.of(StructType.of()),
                CreateTable.of(TestTable.SCHEMA).partitionedBy(List.of("nowhere")),
                CreateTable.of(TestTable.SCHEMA).clusteredBy(List.of(ColumnPath.of("nowhere"))),
                CreateTable.of(TestTable.SCHEMA).properties(Map.of("delta.noSuchThing", "1")),
                CreateTable.of(TestTable.SCHEMA).properties(Map.of("location", "/elsewhere")),
                CreateTable.of(StructType.of(new StructField(
                        "id", PrimitiveType.LONG, true, FieldMetadata.empty().with("CURRENT_DEFAULT", "1")))))) {
            assertThatThrownBy(() -> log.createTable(request))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("table=/data/table");
        }
        assertThat(store.names()).isEmpty();
    }

    @Test
    void aTableIsAlteredVersionByVersion() {
        TestTable table = TestTable.create(store);
        DeltaLog log = table.log();
        table.append("f1");
        assertThat(log.alterTable(new SetProperties(Map.of("own", "x"))).version())
                .isEqualTo(2);
        assertThat(log.alterTable(new SetProperties(Map.of("own", "x"))).version())
                .isEqualTo(2);
        Snapshot wider = log.alterTable(add("name"));
        assertThat(wider.version()).isEqualTo(3);
        assertThat(wider.schema().describe()).isEqualTo("struct<id:long,name:string>");
        Snapshot read = table.log().latestSnapshot();
        assertThat(read.metadata()).isEqualTo(wider.metadata());
        assertThat(TestTable.paths(read)).containsExactly("f1");
        assertThat(log.history(OptionalInt.of(1))
                        .get(0)
                        .commitInfo()
                        .orElseThrow()
                        .toJson()
                        .get("operation")
                        .asText())
                .isEqualTo("ADD COLUMNS");
    }

    @Test
    void whatIsRefusedLeavesTheTableAsItWas() {
        TestTable table = TestTable.create(store);
        for (AlterTable request : List.of(
                new RenameColumn(ColumnPath.of("id"), "key"),
                new SetProperties(Map.of("delta.checkpointInterval", "0")),
                add("id"),
                add("a b"))) {
            assertThatThrownBy(() -> table.log().alterTable(request))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContainingAll("table=/data/table", "version=0");
        }
        assertThat(store.names()).containsExactly("00000000000000000000.json");
    }

    @Test
    void aRequestThatWasOvertakenIsComputedAnew() {
        TestTable direct = TestTable.create(store);
        FaultyLogStore faulty = new FaultyLogStore(store);
        DeltaLog log = TestTable.in(faulty).log();
        faulty.on(LogOperation.PUT, LogFile.commit(1).fileName())
                .runBefore(() -> direct.log().alterTable(add("theirs")));
        Snapshot altered = log.alterTable(add("ours"));
        assertThat(altered.version()).isEqualTo(2);
        assertThat(altered.schema().describe()).isEqualTo("struct<id:long,theirs:string,ours:string>");
        faulty.on(LogOperation.PUT, LogFile.commit(3).fileName())
                .runBefore(() -> direct.log().alterTable(add("both")));
        assertThatThrownBy(() -> log.alterTable(add("both")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("already", "version=3");
        assertThat(log.latestSnapshot().version()).isEqualTo(3);
    }

    private static AddColumns add(String name) {
        return new AddColumns(List.of(NewColumn.of(ColumnPath.of(name), PrimitiveType.STRING)));
    }

    private static JsonNode parameters(DeltaLog log) {
        return log.history(OptionalInt.of(1))
                .get(0)
                .commitInfo()
                .orElseThrow()
                .toJson()
                .get("operationParameters");
    }
}
