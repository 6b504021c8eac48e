/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValueFormat;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random files with the statistics that our writer gives them, random filters, every row asked. */
class ScanFilterRandomTest {
    private static final StructType SCHEMA = new StructType(RandomFilters.names().stream()
            .map(name -> new StructField(name, RandomFilters.COLUMNS.get(name), true))
            .toList());

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("a file that is pruned holds no row on which the filter is true")
    void prunedFilesHoldNoMatch(long seed) {
        Random random = new Random(seed);
        RandomFilters generator = new RandomFilters(random);
        int pruned = 0;
        for (int round = 0; round < 6_000; round++) {
            List<String> partitioned = random.nextInt(3) == 0 ? List.of("i", "s") : List.of();
            List<Map<String, Object>> rows = rows(generator, random, partitioned);
            Expression expression = generator.filter(random.nextInt(3));
            Metadata metadata = ScanFilterTest.metadata(SCHEMA, partitioned, Map.of());
            ScanFilter filter = ScanFilter.of(expression, metadata, ErrorContext.none());
            PartitionValues partition = partition(rows.get(0), partitioned);
            String stats = stats(rows, partitioned, random.nextInt(4) == 0);
            if (!filter.mayMatch(partition, new JsonFileStats(filter.statsColumns()).read(stats))) {
                pruned++;
                assertThat(rows)
                        .as("seed %s, round %s: %s pruned by %s", seed, round, expression, stats)
                        .noneMatch(row -> Boolean.TRUE.equals(RandomFilters.evaluate(expression, row)));
            } else if (filter.partitionFilter().isPresent()) {
                assertThat(rows)
                        .as("seed %s, round %s: %s", seed, round, expression)
                        .allMatch(row -> Boolean.TRUE.equals(
                                RandomFilters.evaluate(filter.partitionFilter().get(), row)));
            }
        }
        assertThat(pruned).isGreaterThan(1_500);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    @DisplayName("a file that is proven to fulfil a condition holds no row on which it is false or null")
    void provenFilesHoldNoViolation(long seed) {
        Random random = new Random(seed);
        RandomFilters generator = new RandomFilters(random);
        int proven = 0;
        for (int round = 0; round < 6_000; round++) {
            List<String> partitioned = random.nextInt(3) == 0 ? List.of("i", "s") : List.of();
            List<Map<String, Object>> rows = rows(generator, random, partitioned);
            Expression condition = generator.filter(random.nextInt(3));
            Metadata metadata = ScanFilterTest.metadata(SCHEMA, partitioned, Map.of());
            ScanFilter violations = ScanFilter.ofViolations(condition, metadata, ErrorContext.none());
            String stats = stats(rows, partitioned, random.nextInt(4) == 0);
            FileStats read = new JsonFileStats(violations.statsColumns()).read(stats);
            if (!violations.mayMatch(partition(rows.get(0), partitioned), read)) {
                proven++;
                assertThat(rows)
                        .as("seed %s, round %s: %s proven by %s", seed, round, condition, stats)
                        .allMatch(row -> Boolean.TRUE.equals(RandomFilters.evaluate(condition, row)));
            }
        }
        assertThat(proven).isGreaterThan(500);
    }

    private static List<Map<String, Object>> rows(RandomFilters generator, Random random, List<String> partitioned) {
        int centre = random.nextInt(100);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            Map<String, Object> row = new HashMap<>();
            for (String name : RandomFilters.names()) {
                row.put(name, generator.value(RandomFilters.COLUMNS.get(name), centre));
            }
            if (!rows.isEmpty()) {
                partitioned.forEach(name -> row.put(name, rows.get(0).get(name)));
            }
            rows.add(row);
        }
        return rows;
    }

    private static PartitionValues partition(Map<String, Object> row, List<String> columns) {
        Map<String, String> values = new HashMap<>();
        for (String name : columns) {
            DataType type = RandomFilters.COLUMNS.get(name);
            values.put(name, PartitionValueFormat.format(name, type, row.get(name)));
        }
        return PartitionValues.of(values);
    }

    private static String stats(List<Map<String, Object>> rows, List<String> partitioned, boolean withHiddenRow) {
        StatsColumns columns = new StatsColumns(RandomFilters.names().stream()
                .filter(name -> !partitioned.contains(name))
                .map(List::of)
                .toList());
        FileStatistics.Builder builder =
                FileStatistics.builder(SCHEMA, columns).numRecords(rows.size() + (withHiddenRow ? 1 : 0));
        for (List<String> path : columns.paths()) {
            String name = path.get(0);
            Comparator<Object> order =
                    ValueOrder.of(RandomFilters.COLUMNS.get(name)).orElseThrow().comparator();
            List<Object> values = rows.stream()
                    .map(row -> row.get(name))
                    .filter(Objects::nonNull)
                    .sorted(comparing(name, order))
                    .toList();
            long nulls = (long) rows.size() - values.size() + (withHiddenRow ? 1 : 0);
            if (values.isEmpty()) {
                builder.column(path, null, null, nulls);
            } else {
                builder.column(path, values.get(0), values.get(values.size() - 1), nulls);
            }
        }
        return builder.build().toJson();
    }

    private static Comparator<Object> comparing(String name, Comparator<Object> order) {
        ValueOrder values = ValueOrder.of(RandomFilters.COLUMNS.get(name)).orElseThrow();
        return (left, right) -> order.compare(values.normalize(left), values.normalize(right));
    }
}
