/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.interop.data.ExactLines;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose columns were renamed, dropped and added again, appended to by the sink. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class ColumnMappingIT {

    @ParameterizedTest
    @ValueSource(strings = {"name", "id"})
    void theSinkAppendsAndSparkGoesOn(String mode, RefereeProcess referee, FlinkCluster flink, @TempDir Path folder)
            throws Exception {
        Path table = folder.resolve("t");
        String name = "delta.`" + table + "`";
        referee.sql(
                "CREATE TABLE " + name + " (`the id` BIGINT, gone STRING, part STRING, s STRUCT<a: INT, `b,c`: STRING>,"
                        + " l ARRAY<STRUCT<x: INT>>, m MAP<STRING, STRUCT<y: STRING>>) USING delta"
                        + " PARTITIONED BY (part) TBLPROPERTIES ('delta.columnMapping.mode' = '" + mode + "')",
                "INSERT INTO " + name + " SELECT id, 'old', CAST(id % 2 AS STRING), NAMED_STRUCT('a', 1, 'b,c', 'x'),"
                        + " ARRAY(NAMED_STRUCT('x', 1)), MAP('k', NAMED_STRUCT('y', 'z')) FROM RANGE(10)",
                "ALTER TABLE " + name + " RENAME COLUMN `the id` TO `ID of it`",
                "ALTER TABLE " + name + " DROP COLUMN gone",
                "ALTER TABLE " + name + " ADD COLUMN gone INT",
                "ALTER TABLE " + name + " RENAME COLUMN s.a TO `a;2`",
                "ALTER TABLE " + name + " RENAME COLUMN part TO `the part`");
        TableReaders readers = new TableReaders(referee, folder);
        readers.assertNewest(table, readers.lines(table));

        RowType type =
                DeltaTypes.toFlink(TableReaders.log(table).latestSnapshot().schema());
        assertThat(type.getFieldNames()).containsExactly("ID of it", "the part", "s", "l", "m", "gone");
        List<RowData> rows =
                LongStream.range(100, 200).mapToObj(ColumnMappingIT::row).toList();
        TableWriter writer = new TableWriter(flink, table, type, List.of("the part"), Map.of());
        writer.append(rows);
        assertThat(readers.lines(table)).hasSize(110).containsAll(ExactLines.of(type, rows));
        readers.assertNewest(table, readers.lines(table));
        assertStatisticsAreFound(referee, table);

        referee.sql(
                "ALTER TABLE " + name + " RENAME COLUMN gone TO back",
                "UPDATE " + name + " SET back = 7, s = NAMED_STRUCT('a;2', 2, 'b,c', 'u') WHERE `ID of it` % 3 = 0",
                "DELETE FROM " + name + " WHERE `the part` = 'p 1'",
                "OPTIMIZE " + name);
        RowType renamed =
                DeltaTypes.toFlink(TableReaders.log(table).latestSnapshot().schema());
        new TableWriter(flink, table, renamed, List.of("the part"), Map.of()).append(rows);
        long newest = TableReaders.log(table).latestSnapshot().version();
        readers.assertSameAsSpark(
                table, LongStream.rangeClosed(0, newest).boxed().toList());
        readers.assertNewest(table, readers.lines(table));
    }

    private static RowData row(long id) {
        StringData text = StringData.fromString("text " + id);
        return GenericRowData.of(
                id,
                id % 5 == 4 ? null : StringData.fromString("p " + id % 5),
                id % 3 == 0 ? null : GenericRowData.of((int) id, text),
                new GenericArrayData(new Object[] {GenericRowData.of((int) id), null}),
                new GenericMapData(Map.of(text, GenericRowData.of(text))),
                (int) -id);
    }

    /** Spark reads only the files of ours whose statistics allow for the value; each partition is one file. */
    private static void assertStatisticsAreFound(RefereeProcess referee, Path table) throws Exception {
        String from = "SELECT * FROM delta.`" + table + "` WHERE ";
        assertThat(referee.inputFiles(from + "`ID of it` = 103"))
                .hasSizeLessThan(6)
                .isNotEmpty();
        assertThat(referee.inputFiles(from + "gone = -100")).hasSizeLessThan(6).isNotEmpty();
        assertThat(referee.inputFiles(from + "`the part` = 'p 2'")).hasSize(1);
        assertThat(referee.inputFiles(from + "s.`a;2` > 1000")).isEmpty();
        for (JsonNode add : TableLog.actions(table, "add")) {
            TableLog.statistics(add)
                    .path("nullCount")
                    .fieldNames()
                    .forEachRemaining(column -> assertThat(column).startsWith("col-"));
        }
    }
}
