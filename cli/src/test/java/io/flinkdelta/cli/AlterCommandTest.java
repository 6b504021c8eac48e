/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlterCommandTest {
    @TempDir
    private Path table;

    @BeforeEach
    void create() {
        try (DeltaLog log = log()) {
            log.createTable(CreateTable.of(StructType.of(
                    new StructField("id", PrimitiveType.INTEGER, false),
                    new StructField("s", StructType.of(new StructField("x", PrimitiveType.INTEGER, true)), true))));
        }
    }

    @Test
    void everyCallIsAVersion() {
        assertThat(alter("set", "own=x", "delta.APPENDONLY=true")).isEqualTo("version 1\n");
        assertThat(alter("set", "own=x")).isEqualTo("version 1\n");
        assertThat(alter("unset", "own")).isEqualTo("version 2\n");
        assertThat(alter("comment", "about it")).isEqualTo("version 3\n");
        assertThat(alter("add-column", "s.z", "array<struct<`a`: bigint>>", "--comment", "new", "--first"))
                .isEqualTo("version 4\n");
        assertThat(alter("change-column", "id", "--allow-null", "--after", "s")).isEqualTo("version 5\n");
        assertThat(alter("cluster-by", "id")).isEqualTo("version 6\n");
        assertThat(alter("cluster-by")).isEqualTo("version 7\n");
        assertThat(alter("unset", "--if-exists", "nowhere")).isEqualTo("version 7\n");
        try (DeltaLog log = log()) {
            Snapshot snapshot = log.latestSnapshot();
            assertThat(snapshot.schema().describe())
                    .isEqualTo("struct<s:struct<z:array<struct<a:long>>,x:integer>,id:integer>");
            assertThat(snapshot.metadata().configuration()).containsOnlyKeys("delta.appendOnly");
            assertThat(snapshot.metadata().description()).contains("about it");
        }
    }

    @Test
    void whatIsRefusedIsOneLine() {
        Outcome rename = Outcome.of("alter", "rename-column", table, "id", "key");
        assertThat(rename.exitCode()).isEqualTo(1);
        assertThat(rename.err()).contains("delta.columnMapping.mode = name").hasLineCount(1);
        Outcome type = Outcome.of("alter", "add-column", table, "n", "array<int");
        assertThat(type.err()).contains("type=array<int").hasLineCount(1);
        Outcome bareWord = Outcome.of("alter", "change-column", table, "id", "--default", "none");
        assertThat(bareWord.exitCode()).isEqualTo(1);
        assertThat(bareWord.err())
                .contains("column=id, expression=none", "'none' with its quotes")
                .hasLineCount(1);
        Outcome nothing = Outcome.of("alter");
        assertThat(nothing.exitCode()).isEqualTo(2);
        try (DeltaLog log = log()) {
            assertThat(log.latestSnapshot().version()).isZero();
        }
    }

    @Test
    void aConstraintIsAddedWhenTheRowsSatisfyIt() {
        append(GenericRowData.of(1, GenericRowData.of(7)), GenericRowData.of(2, null));
        Outcome refused = Outcome.of("alter", "add-constraint", table, "small", "s.x < 10");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .hasLineCount(1)
                .contains("constraint=small", "expression=s.x < 10", "file=f.parquet", "value of s.x=null");
        Outcome zone = Outcome.of("alter", "add-constraint", table, "small", "id < 3", "--time-zone", "Nowhere");
        assertThat(zone.exitCode()).isEqualTo(2);
        assertThat(alter("add-constraint", "small", "s.x < 10 OR s IS NULL", "--time-zone", "Europe/Berlin"))
                .isEqualTo("version 2\n");
        assertThat(alter("drop-constraint", "small")).isEqualTo("version 3\n");
    }

    private void append(RowData... rows) {
        try (DeltaLog log = log()) {
            Snapshot snapshot = log.latestSnapshot();
            try (DataFileWriters writers = DataFileWriters.create(
                    log.storage().data(),
                    DeltaTypes.toFlink(snapshot.schema()),
                    List.of(),
                    Map.of("delta.dataSkippingNumIndexedCols", "0"),
                    DataFileFormat.defaults())) {
                DataFileWriter writer = writers.open("f.parquet", PartitionValues.none());
                for (RowData row : rows) {
                    writer.write(row);
                }
                log.newTransaction(snapshot, Operation.WRITE)
                        .add(writer.close())
                        .commit();
            }
        }
    }

    @Test
    void everyRequestHasItsHelp() {
        Outcome outcome = Outcome.of("alter", "add-column", "--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("Usage: flink-delta alter add-column", "--after=COLUMN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BIGINT | long",
                "decimal | decimal(10,0)",
                "decimal( 5 , 2 ) | decimal(5,2)",
                "timestamp_ntz | timestamp_ntz",
                "map<string, array<smallint>> | map<string,array<short>>",
                "struct<a: int, `b c`: date> | struct<a:integer,b c:date>"
            })
    void typesAreReadAsSqlWritesThem(String text, String type) {
        assertThat(TypeText.parse(text).describe()).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "integer integer", "list<int>", "void", "decimal(50,2)", "map<int>", "struct<a int>", "int;"
            })
    void otherTypesAreRefused(String text) {
        assertThatThrownBy(() -> TypeText.parse(text))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("cannot be read");
    }

    private String alter(String action, Object... arguments) {
        Object[] all = new Object[arguments.length + 3];
        all[0] = "alter";
        all[1] = action;
        all[2] = table;
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        Outcome outcome = Outcome.of(all);
        assertThat(outcome.err()).isEmpty();
        return outcome.out();
    }

    private DeltaLog log() {
        return DeltaLog.forTable(table.toString(), new Configuration());
    }
}
