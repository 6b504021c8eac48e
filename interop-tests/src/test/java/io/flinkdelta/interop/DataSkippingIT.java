/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.testing.SharedTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tables that Spark wrote, filters with values that are in them: Spark, with its own data skipping off, says
 * which files hold a match; none of those may be pruned by us, from the log or from the files in memory.
 */
@ExtendWith(RefereeExtension.class)
final class DataSkippingIT {
    private static final int VALUES_PER_COLUMN = 4;
    private static final List<String> COMPARISONS = List.of("=", "<", ">=", "<=>", ">", "<=", "<>");
    private static final List<String> TABLES = List.of(
            "stats-skipping",
            "stats-few",
            "stats-none",
            "stats-long-strings",
            "stats-zero-columns",
            "primitives",
            "checkpoint-struct-stats",
            "timestamps-timestamp-micros",
            "dates-far",
            "decimals",
            "nested",
            "mapping-name",
            "mapping-id",
            "mapping-swapped",
            "widening",
            "widening-nested",
            "dv-basic",
            "dv-partitioned",
            "partition-date",
            "partition-timestamp",
            "partition-double",
            "partition-decimal-10-2",
            "partition-multi",
            "partition-mapped",
            "widening-partition",
            "schema-evolution",
            "clustered");
    private static final List<String> GOLDEN = List.of(
            "data-skipping-basic-stats-all-types",
            "data-skipping-basic-stats-all-types-checkpoint",
            "data-skipping-basic-stats-all-types-columnmapping-id",
            "data-skipping-partition-and-data-column");

    @Test
    @DisplayName("no file that holds a match by Spark's answer is pruned, and many that hold none are")
    void prunedFilesHoldNoMatch(RefereeProcess referee) {
        SharedTables shared = SharedTables.find();
        int pruned = 0;
        int asked = 0;
        referee.sql("SET spark.databricks.delta.stats.skipping=false");
        try {
            for (Path table : Stream.concat(
                            TABLES.stream().map(shared::spark), GOLDEN.stream().map(shared::golden))
                    .toList()) {
                Tally tally = check(referee, table);
                pruned += tally.pruned();
                asked += tally.asked();
            }
        } finally {
            referee.sql("RESET spark.databricks.delta.stats.skipping");
        }
        assertThat(asked).isGreaterThan(2_000);
        assertThat(pruned).as("of %s", asked).isGreaterThan(asked / 20);
    }

    private static Tally check(RefereeProcess referee, Path table) {
        try (DeltaLog log = DeltaLog.forTable(table.toString(), new Configuration(false))) {
            Snapshot snapshot = log.latestSnapshot();
            String from = " FROM delta.`" + table + "`";
            List<String> filters = filters(referee, snapshot.schema(), from);
            Map<String, Set<Integer>> matches = matches(referee, filters, from);
            Snapshot indexed = log.latestSnapshot();
            long files = indexed.fileIndex().fileCount();
            int pruned = 0;
            for (int i = 0; i < filters.size(); i++) {
                Set<String> kept = kept(snapshot, filters.get(i));
                assertThat(kept(indexed, filters.get(i))).as(filters.get(i)).isEqualTo(kept);
                int number = i;
                assertThat(matches.keySet().stream()
                                .filter(file -> matches.get(file).contains(number)))
                        .as("%s of %s: every file with a match is kept", filters.get(i), table)
                        .isSubsetOf(kept);
                pruned += (int) files - kept.size();
            }
            return new Tally(pruned, (int) files * filters.size());
        }
    }

    private static Set<String> kept(Snapshot snapshot, String filter) {
        try (Stream<AddFile> files = snapshot.scan(snapshot.scanFilter(Expression.parse(filter)))) {
            return files.map(file -> name(file.path())).collect(Collectors.toSet());
        }
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** By the name of each file the numbers of the filters that are true on a row of it. */
    private static Map<String, Set<Integer>> matches(RefereeProcess referee, List<String> filters, String from) {
        StringBuilder query = new StringBuilder("SELECT _metadata.file_name AS name");
        for (int i = 0; i < filters.size(); i++) {
            query.append(", MAX(IF(")
                    .append(filters.get(i))
                    .append(", 1, 0)) AS f")
                    .append(i);
        }
        Map<String, Set<Integer>> matches = new LinkedHashMap<>();
        for (JsonNode row :
                referee.sql(query.append(from).append(" GROUP BY ALL").toString())) {
            Set<Integer> numbers = new HashSet<>();
            for (int i = 0; i < filters.size(); i++) {
                if (row.path("f" + i).asInt() == 1) {
                    numbers.add(i);
                }
            }
            matches.put(row.path("name").asText(), numbers);
        }
        return matches;
    }

    /** Some values of each column, as Spark writes them, in comparisons of every kind. */
    private static List<String> filters(RefereeProcess referee, StructType schema, String from) {
        Map<String, DataType> columns = new LinkedHashMap<>();
        leaves("", schema, columns);
        String query = columns.keySet().stream()
                .map(name -> "SORT_ARRAY(COLLECT_SET(CAST(" + name + " AS STRING)))")
                .collect(Collectors.joining(", ", "SELECT ARRAY(", ") AS v" + from));
        JsonNode values = referee.sql(query).get(0).path("v");
        List<String> filters = new ArrayList<>();
        int column = 0;
        for (Map.Entry<String, DataType> entry : columns.entrySet()) {
            String name = entry.getKey();
            filters.add(name + " IS NULL");
            filters.add("NOT (" + name + " IS NULL)");
            for (String value : some(values.get(column++))) {
                String literal = literal(entry.getValue(), value);
                int turn = filters.size();
                filters.add(name + " " + COMPARISONS.get(turn % COMPARISONS.size()) + " " + literal);
                filters.add(literal + " " + COMPARISONS.get((turn + 3) % COMPARISONS.size()) + " " + name);
                filters.add("NOT (" + name + " IN (" + literal + ")) AND " + name + " <= " + literal);
            }
        }
        return filters;
    }

    /** A few of the values from end to end, but none that is awkward to write as a literal. */
    private static List<String> some(JsonNode values) {
        List<String> plain = new ArrayList<>();
        for (JsonNode value : values) {
            String text = value.asText();
            boolean far = text.startsWith("+") || (text.startsWith("-") && text.indexOf(':') > 0);
            if (!far && text.chars().noneMatch(Character::isISOControl)) {
                plain.add(text);
            }
        }
        Set<String> chosen = new LinkedHashSet<>();
        for (int i = 0; i < VALUES_PER_COLUMN && !plain.isEmpty(); i++) {
            chosen.add(plain.get(i * (plain.size() - 1) / (VALUES_PER_COLUMN - 1)));
        }
        return List.copyOf(chosen);
    }

    private static void leaves(String parent, StructType struct, Map<String, DataType> columns) {
        for (StructField field : struct.fields()) {
            String name = parent + "`" + field.name().replace("`", "``") + "`";
            if (field.type() instanceof StructType nested) {
                leaves(name + ".", nested, columns);
            } else if (comparable(field.type())) {
                columns.put(name, field.type());
            }
        }
    }

    private static boolean comparable(DataType type) {
        return type instanceof DecimalType
                || (type instanceof PrimitiveType primitive
                        && primitive != PrimitiveType.BINARY
                        && primitive != PrimitiveType.VARIANT
                        && primitive != PrimitiveType.VOID);
    }

    private static String literal(DataType type, String text) {
        if (type instanceof DecimalType) {
            return text + "BD";
        }
        return switch ((PrimitiveType) type) {
            case BYTE, SHORT, INTEGER, LONG ->
                text.equals("-9223372036854775808") ? "-9223372036854775807L" : text + "L";
            case FLOAT -> "CAST('" + text + "' AS FLOAT)";
            case DOUBLE -> Double.isFinite(Double.parseDouble(text)) ? text + "D" : "CAST('" + text + "' AS DOUBLE)";
            case BOOLEAN -> text;
            case DATE -> "DATE'" + text + "'";
            case TIMESTAMP -> "TIMESTAMP'" + text + "'";
            case TIMESTAMP_NTZ -> "TIMESTAMP_NTZ'" + text + "'";
            default -> "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
        };
    }

    /**
     * How much was pruned.
     *
     * @param asked files times filters
     */
    private record Tally(int pruned, int asked) {}
}
