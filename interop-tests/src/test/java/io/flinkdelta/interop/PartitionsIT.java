/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.interop.data.EdgeValues;
import io.flinkdelta.interop.data.ExactLines;
import io.flinkdelta.interop.data.WideRows;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Partitions of every type and with every character, in tables whose own path is as bad. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class PartitionsIT {
    private static final String BAD_NAME = "ta ble%41 50% \u00fc+#=";

    /** All partition types at once: one file a row, its path made of every value. */
    @Test
    void everyPartitionType(RefereeProcess referee, FlinkCluster flink, @TempDir Path folder) throws Exception {
        Path table = folder.resolve(BAD_NAME);
        Map<String, LogicalType> columns = new LinkedHashMap<>();
        columns.put("id", new BigIntType(false));
        columns.putAll(WideRows.primitives());
        RowType type = WideRows.row(true, columns);
        List<String> partitions = List.copyOf(WideRows.primitives().keySet());
        List<RowData> rows = WideRows.rows(type);
        rows.forEach(row -> fitIntoPath((GenericRowData) row, type.getFieldIndex("c_string")));
        rows.forEach(row -> leaveTheGap((GenericRowData) row, type));
        new TableWriter(flink, table, type, partitions, Map.of()).append(rows);

        TableReaders readers = new TableReaders(referee, folder);
        List<String> expected = ExactLines.of(type, partitions, rows);
        readers.assertNewest(table, expected);
        assertZoneDoesNotMatter(referee, table);
        readers.assertNewest(table, readers.lines(table));
    }

    /** Spark in another zone reads the same instants, finds them, and writes such that all others still read them. */
    private static void assertZoneDoesNotMatter(RefereeProcess referee, Path table) {
        String instants = "SELECT id, c_timestamp, c_timestamp_ntz, c_date FROM delta.`" + table + "` ORDER BY id";
        var before = referee.sql(instants);
        try {
            referee.sql("SET spark.sql.session.timeZone=America/Los_Angeles");
            assertThat(referee.sql(instants)).isEqualTo(before);
            referee.sql("INSERT INTO delta.`" + table + "` SELECT * FROM delta.`" + table + "`");
            var doubled = referee.sql("SELECT id, c_timestamp, c_timestamp_ntz, c_date FROM delta.`" + table
                    + "` GROUP BY ALL HAVING COUNT(*) = 2 ORDER BY id");
            assertThat(doubled).isEqualTo(before);
        } finally {
            referee.sql("SET spark.sql.session.timeZone=UTC");
        }
    }

    /** A folder's name has 255 bytes. */
    private static void fitIntoPath(GenericRowData row, int column) {
        if (!row.isNullAt(column)
                && !EdgeValues.STRINGS.contains(row.getString(column).toString())) {
            row.setField(column, StringData.fromString("fits"));
        }
    }

    /** Kernel reads a partition of a time that the change of calendars left out, in 1582, as ten days later. */
    private static void leaveTheGap(GenericRowData row, RowType type) {
        for (int i = 0; i < type.getFieldCount(); i++) {
            Object value = row.getField(i);
            if (value instanceof TimestampData timestamp
                    && inTheGap(timestamp.toLocalDateTime().toLocalDate())) {
                row.setField(
                        i,
                        TimestampData.fromLocalDateTime(
                                timestamp.toLocalDateTime().minusDays(11)));
            } else if (type.getTypeAt(i).is(LogicalTypeRoot.DATE)
                    && value instanceof Integer day
                    && inTheGap(LocalDate.ofEpochDay(day))) {
                row.setField(i, day - 11);
            }
        }
    }

    private static boolean inTheGap(LocalDate date) {
        return date.isAfter(LocalDate.of(1582, 10, 4)) && date.isBefore(LocalDate.of(1582, 10, 15));
    }

    /** Two levels of strings, so that each character also stands in the middle of a path. */
    @Test
    void everyCharacter(RefereeProcess referee, FlinkCluster flink, @TempDir Path folder) throws Exception {
        Path table = folder.resolve(BAD_NAME).resolve("\uD83D\uDE00 {x}");
        Map<String, LogicalType> columns = new LinkedHashMap<>();
        columns.put("id", new BigIntType(false));
        columns.put("first_part", new VarCharType(VarCharType.MAX_LENGTH));
        columns.put("zweiter_teil_\u00fc", new VarCharType(VarCharType.MAX_LENGTH));
        RowType type = WideRows.row(true, columns);
        List<String> partitions = type.getFieldNames().subList(1, 3);
        List<RowData> rows = new ArrayList<>();
        for (int i = 0; i < EdgeValues.STRINGS.size(); i++) {
            StringData value = StringData.fromString(EdgeValues.STRINGS.get(i));
            rows.add(GenericRowData.of((long) i, value, i % 3 == 0 ? null : value));
        }
        TableWriter writer = new TableWriter(flink, table, type, partitions, Map.of());
        writer.append(rows);

        TableReaders readers = new TableReaders(referee, folder);
        List<String> expected = ExactLines.of(type, partitions, rows);
        readers.assertNewest(table, expected);
        // The paths and values are found again by a writer that removes and rewrites the files.
        referee.sql(
                "DELETE FROM delta.`" + table + "` WHERE id % 4 = 0 OR first_part = 'a/b'",
                "OPTIMIZE delta.`" + table + "`");
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (i % 4 != 0 && !EdgeValues.STRINGS.get(i).equals("a/b")) {
                kept.add(expected.get(i));
            }
        }
        readers.assertNewest(table, kept);
        writer.append(rows);
        kept.addAll(expected);
        readers.assertNewest(table, kept);
    }
}
