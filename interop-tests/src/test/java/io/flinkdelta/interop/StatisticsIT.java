/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.interop.data.EdgeValues;
import io.flinkdelta.interop.data.SqlLiteral;
import io.flinkdelta.interop.data.WideRows;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The statistics that we write let Spark skip files and never rows, and are those that Spark itself writes. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StatisticsIT {
    private static final int ROWS_PER_FILE = 3;
    private static final Map<String, String> ALL_COLUMNS = Map.of("delta.dataSkippingNumIndexedCols", "-1");
    private static final String[] COMPARISONS = {"=", ">", "<=", "<", ">=", "<=>"};

    private Path folder;
    private RefereeProcess referee;
    private Path table;
    private String name;
    private int files;

    /** Neighbouring edge values share a file: its ranges are narrow and begin and end at an edge. */
    @BeforeAll
    void writeTheTable(RefereeProcess sharedReferee, FlinkCluster flink, @TempDir Path shared) throws Exception {
        folder = shared;
        referee = sharedReferee;
        table = folder.resolve("stats");
        name = "delta.`" + table + "`";
        RowType type = type();
        List<RowData> rows = WideRows.rows(type);
        TableWriter writer = new TableWriter(flink, table, type, List.of(), ALL_COLUMNS);
        for (int start = 0; start < rows.size(); start += ROWS_PER_FILE) {
            List<RowData> file = rows.subList(start, Math.min(rows.size(), start + ROWS_PER_FILE));
            for (RowData row : file) {
                ((GenericRowData) row).setField(1, files);
            }
            writer.append(file);
            files++;
        }
        assertThat(TableLog.actions(table, "add")).hasSize(files);
    }

    private static RowType type() {
        Map<String, LogicalType> columns = new LinkedHashMap<>();
        columns.put("id", new BigIntType(false));
        columns.put("file", new IntType());
        columns.putAll(WideRows.primitives());
        columns.put("s", WideRows.row(true, WideRows.primitives()));
        columns.put("c_binary", new VarBinaryType(VarBinaryType.MAX_LENGTH));
        columns.put("c_array", new ArrayType(new IntType()));
        columns.put("c_map", new MapType(new IntType(), new IntType()));
        columns.put("s_array", WideRows.row(true, Map.of("a", new ArrayType(new IntType()))));
        return WideRows.row(true, columns);
    }

    @Test
    void skippingFilesSkipsNoRows() {
        List<String> filters = filters();
        List<ArrayNode> full = new ArrayList<>();
        referee.sql("SET spark.databricks.delta.stats.skipping=false");
        try {
            StringBuilder all = new StringBuilder("SELECT ");
            for (int i = 0; i < filters.size(); i++) {
                all.append(i == 0 ? "" : ", ").append("SORT_ARRAY(COLLECT_LIST(id) FILTER (WHERE ");
                all.append(filters.get(i)).append(")) AS f").append(i);
            }
            JsonNode row =
                    referee.sql(all.append(" FROM ").append(name).toString()).get(0);
            row.forEach(ids -> full.add((ArrayNode) ids));
        } finally {
            referee.sql("RESET spark.databricks.delta.stats.skipping");
        }
        List<String> queries = filters.stream()
                .map(filter -> "SELECT id FROM " + name + " WHERE " + filter)
                .toList();
        List<ArrayNode> skipping = referee.sqlEach(queries);
        for (int i = 0; i < filters.size(); i++) {
            List<Long> found = new ArrayList<>();
            skipping.get(i).forEach(row -> found.add(row.path("id").asLong()));
            List<Long> wanted = new ArrayList<>();
            full.get(i).forEach(id -> wanted.add(id.asLong()));
            assertThat(found).as(filters.get(i)).containsExactlyInAnyOrderElementsOf(wanted);
        }
    }

    /** Each edge value once per column with one of the comparisons, and null. */
    private static List<String> filters() {
        List<String> filters = new ArrayList<>();
        int turn = 0;
        for (Map.Entry<String, LogicalType> column : WideRows.primitives().entrySet()) {
            filters.add(column.getKey() + " IS NULL");
            filters.add(column.getKey() + " IS NOT NULL");
            for (Object value : EdgeValues.of(column.getValue())) {
                if (value != null) {
                    String place = turn % 5 == 4 ? "s." + column.getKey() : column.getKey();
                    filters.add(place + " " + COMPARISONS[turn++ % COMPARISONS.length] + " "
                            + SqlLiteral.of(column.getValue(), value));
                }
            }
        }
        filters.add("c_string LIKE 'y%'");
        filters.add("STARTSWITH(c_string, REPEAT('z', 31))");
        filters.add("c_binary = X''");
        filters.add("c_array IS NULL");
        filters.add("s IS NULL");
        return filters;
    }

    @Test
    void filesAreSkipped() {
        List<String> selective = List.of(
                "id = 1",
                "c_int = 2147483647",
                "c_long = 9223372036854775807",
                "c_date = DATE '9999-12-31'",
                "c_timestamp < TIMESTAMP '1000-01-01 00:00:00Z'",
                "c_timestamp_ntz > TIMESTAMP_NTZ '9000-01-01 00:00:00'",
                "c_decimal_38_18 > 1000",
                "c_decimal_9_0 = 999999999",
                "c_string = REPEAT('y', 33)",
                "c_double = 0.1D",
                "s.c_int = 2147483647",
                "c_short IS NULL");
        for (String filter : selective) {
            assertThat(referee.inputFiles("SELECT * FROM " + name + " WHERE " + filter))
                    .as(filter)
                    .hasSizeLessThan(files);
        }
    }

    @Test
    void sparkWritesTheSameStatistics() throws IOException {
        Path copy = folder.resolve("copy");
        List<String> statements = new ArrayList<>();
        statements.add("SET spark.databricks.delta.stats.skipping=false");
        statements.add("CREATE TABLE delta.`" + copy
                + "` USING delta TBLPROPERTIES ('delta.dataSkippingNumIndexedCols' = '-1') AS SELECT * FROM " + name
                + " WHERE FALSE");
        for (int file = 0; file < files; file++) {
            statements.add("INSERT INTO delta.`" + copy + "` SELECT /*+ COALESCE(1) */ * FROM " + name
                    + " WHERE file = " + file);
        }
        statements.add("RESET spark.databricks.delta.stats.skipping");
        referee.sqlEach(statements);

        Map<Integer, JsonNode> ours = byFile(table);
        Map<Integer, JsonNode> theirs = byFile(copy);
        assertThat(ours.keySet()).isEqualTo(theirs.keySet());
        List<String> differences = new ArrayList<>();
        for (Integer file : ours.keySet()) {
            Map<String, String> mine = leaves(ours.get(file));
            Map<String, String> spark = leaves(theirs.get(file));
            Set<String> paths = new TreeSet<>(mine.keySet());
            paths.addAll(spark.keySet());
            for (String path : paths) {
                if (!Objects.equals(mine.get(path), spark.get(path)) && !isRaised(path, mine, spark)) {
                    differences.add(file + path + ": ours " + mine.get(path) + ", Spark's " + spark.get(path));
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    /** Spark cuts the microseconds of a maximum and readers allow for it; ours is raised, or left out at the very end. */
    private static boolean isRaised(String path, Map<String, String> mine, Map<String, String> spark) {
        if (!path.matches("\\.maxValues\\..*c_timestamp(_ntz)?") || spark.get(path) == null) {
            return false;
        }
        LocalDateTime theirs = LocalDateTime.parse(spark.get(path).replaceAll("[\"Z]", ""));
        LocalDateTime raised = theirs.plus(1, ChronoUnit.MILLIS);
        return mine.get(path) == null
                ? raised.getYear() > 9999
                : LocalDateTime.parse(mine.get(path).replaceAll("[\"Z]", "")).equals(raised);
    }

    /** Every number and string below a node, by its path. */
    private static Map<String, String> leaves(JsonNode node) {
        Map<String, String> leaves = new TreeMap<>();
        node.properties().forEach(field -> {
            String path = "." + field.getKey();
            if (field.getValue().isObject()) {
                leaves(field.getValue()).forEach((below, value) -> leaves.put(path + below, value));
            } else {
                leaves.put(path, field.getValue().toString());
            }
        });
        return leaves;
    }

    private static Map<Integer, JsonNode> byFile(Path table) throws IOException {
        Map<Integer, JsonNode> statistics = new TreeMap<>();
        for (JsonNode add : TableLog.actions(table, "add")) {
            ObjectNode parsed = (ObjectNode) TableLog.statistics(add);
            parsed.remove("tightBounds");
            if (parsed.path("numRecords").asLong() > 0) {
                statistics.put(parsed.path("minValues").path("file").asInt(), parsed);
            }
        }
        return statistics;
    }
}
