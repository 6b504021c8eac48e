/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.Partitioner;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.alter.AlterTable.AddConstraint;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A table (p, id, s.x, at) with one row in a file of one partition and two in one of another. */
class ConstraintScanTest {
    private static final StructType SCHEMA = StructType.of(
            new StructField("p", PrimitiveType.STRING, true),
            new StructField("Id", PrimitiveType.LONG, true),
            new StructField(
                    "s",
                    StructType.of(
                            new StructField("x", PrimitiveType.INTEGER, true),
                            new StructField("y", PrimitiveType.STRING, true)),
                    true),
            new StructField("at", PrimitiveType.TIMESTAMP, true));
    /** So that no file is proven by its statistics. */
    private static final Map<String, String> NO_STATISTICS = Map.of("delta.dataSkippingNumIndexedCols", "0");

    private final TestTable table = TestTable.in(new InMemoryLogStore());
    private final TableStorage storage = table.storage();

    private static RowData row(String p, Long id, Integer x, String at) {
        return GenericRowData.of(
                StringData.fromString(p),
                id,
                x == null ? null : GenericRowData.of(x, StringData.fromString("y")),
                TimestampData.fromInstant(Instant.parse(at)));
    }

    private void create(Map<String, String> properties) {
        table.log()
                .createTable(CreateTable.of(SCHEMA).partitionedBy(List.of("p")).properties(properties));
        append("one.parquet", row("a b", 1L, null, "2024-01-01T23:30:00Z"));
        append("two.parquet", row("", 2L, 20, "2024-01-02T10:00:00Z"), row("", 3L, -7, "2024-01-03T10:00:00Z"));
    }

    private void append(String path, RowData... rows) {
        DeltaLog log = table.log();
        Snapshot snapshot = log.latestSnapshot();
        RowType rowType = DeltaTypes.toFlink(snapshot.schema());
        TableLayout layout = TableLayout.of(snapshot, storage.context());
        PartitionValues partition =
                Partitioner.create(storage.tablePath(), rowType, layout).values(rows[0]);
        try (DataFileWriters writers =
                DataFileWriters.create(storage.data(), rowType, layout, DataFileFormat.defaults(), Clock.systemUTC())) {
            DataFileWriter writer = writers.open(path, partition);
            for (RowData row : rows) {
                writer.write(row);
            }
            log.newTransaction(snapshot, Operation.WRITE).add(writer.close()).commit();
        }
    }

    private Snapshot add(String expression, ZoneId zone) {
        return table.log().alterTable(new AddConstraint("C", expression), new ConstraintScan(storage, zone));
    }

    private Snapshot add(String expression) {
        return add(expression, ZoneOffset.UTC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id BETWEEN 1 AND 3",
                "ID % 2 = 1 OR S.X = 20",
                "s IS NULL OR s.y = 'y'",
                "p = 'a b' OR p IS NULL",
                "1 < 2",
                "CAST(at AS DATE) < '2024-01-04'"
            })
    void aConditionThatIsTrueOnAllRowsIsTaken(String expression) {
        create(NO_STATISTICS);
        assertThat(add(expression).metadata().configuration()).containsEntry("delta.constraints.c", expression);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "name", "id"})
    void theFirstRowOnWhichItIsFalseIsNamed(String mapping) {
        create(Map.of("delta.dataSkippingNumIndexedCols", "0", "delta.columnMapping.mode", mapping));
        assertThatThrownBy(() -> add("coalesce(s.x, 1) > 0 OR coalesce(p, '') = 'a b'"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll(
                        "A row of the table does not satisfy the constraint",
                        "table=/data/table",
                        "version=2",
                        "constraint=C",
                        "expression=coalesce(s.x, 1) > 0 OR coalesce(p, '') = 'a b'",
                        "file=two.parquet",
                        "value of s.x=-7",
                        "value of p=null",
                        "result=false",
                        "Correct or delete")
                .message()
                .doesNotContain("value of Id");
        assertThat(table.log().latestSnapshot().version()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s.x < 100 | one.parquet | result=null",
                "p <> 'x' | two.parquet | value of p=null",
                "1 > 2 | parquet | result=false",
                "10 / (id - 3) < 100 | two.parquet | divided by zero",
                "CAST(NULL AS BOOLEAN) | parquet | result=null"
            })
    void nullAndWhatHasNoValueIsAViolation(String expression, String file, String says) {
        create(NO_STATISTICS);
        assertThatThrownBy(() -> add(expression))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll(file, says, "constraint=C", "Correct or delete")
                .message()
                .doesNotContain("sink");
        assertThat(table.log().latestSnapshot().version()).isEqualTo(2);
    }

    @Test
    void theDayOfATimestampIsThatOfTheZone() {
        create(NO_STATISTICS);
        String expression = "CAST(at AS DATE) <> '2024-01-01'";
        assertThatThrownBy(() -> add(expression)).hasMessageContaining("file=one.parquet");
        assertThat(add(expression, ZoneId.of("Europe/Berlin")).version()).isEqualTo(3);
    }

    @Test
    void hiddenRowsAreNoRows() {
        create(Map.of("delta.enableDeletionVectors", "true", "delta.dataSkippingNumIndexedCols", "0"));
        assertThatThrownBy(() -> add("id < 3")).hasMessageContaining("value of Id=3");
        DeltaLog log = table.log();
        Snapshot snapshot = log.latestSnapshot();
        AddFile file = snapshot.files()
                .filter(add -> add.path().equals("two.parquet"))
                .findFirst()
                .orElseThrow();
        try (RowDeletes deletes = RowDeletes.on(snapshot, storage.data(), UUID.randomUUID(), Clock.systemUTC())) {
            RowDeletes.FileChange change =
                    deletes.delete(file, DeletionVector.of(1)).orElseThrow();
            log.newTransaction(snapshot, Operation.DELETE)
                    .remove(change.remove())
                    .add(change.add().orElseThrow())
                    .commit();
        }
        assertThat(add("id < 3").version()).isEqualTo(4);
    }

    @Test
    void aFileThatStatisticsProveIsNotOpened() {
        create(Map.of());
        DeltaLog log = table.log();
        log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .add(AddFile.ofNewFile(
                        "nowhere.parquet",
                        PartitionValues.of(Map.of("p", "q")),
                        100,
                        1,
                        Optional.of("{\"numRecords\":5,\"minValues\":{\"Id\":7},\"nullCount\":{\"Id\":0}}")))
                .commit();
        assertThatThrownBy(() -> add("id <> 8")).hasMessageContaining("file=nowhere.parquet");
        assertThat(add("id > 0").version()).isEqualTo(4);
    }
}
