/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.check.RowFilter;
import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.log.store.InMemoryDataStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowSkippingTest {
    private static final String FILE = "file.parquet";
    private static final int FILES = 6;
    private static final int FILTERS = 150;

    private final InMemoryDataStore store = new InMemoryDataStore();

    @ParameterizedTest
    @EnumSource(ColumnMapping.class)
    @DisplayName("with a filter only rows are left out that fail it; the others are the same, in the same places")
    void onlyRowsThatFailAreLeftOut(ColumnMapping mapping) throws IOException {
        long left = 0;
        long passed = 0;
        for (int seed = 0; seed < FILES; seed++) {
            Random random = new Random(seed);
            FilterFile file = new FilterFile(random, mapping);
            store.delete(FILE);
            file.write(store.create(FILE));
            PartitionValues partition = partition(file.schema(), random);
            RandomFilters filters = new RandomFilters(random);
            for (int i = 0; i < FILTERS; i++) {
                String sql = filters.next();
                FileRows rows = rows(random);
                Rows all = read(readers(file), file.schema(), partition, rows, sql);
                Rows some = read(readers(file).skipping(filter(file, sql)), file.schema(), partition, rows, sql);
                String name = "seed " + seed + ", " + sql + ", " + rows;
                assertThat(all.lines()).as(name).containsAllEntriesOf(some.lines());
                assertThat(some.lines().keySet()).as(name).containsAll(all.passed());
                assertThat(some.passed()).as(name).isEqualTo(all.passed());
                left += all.lines().size() - some.lines().size();
                passed += all.lines().size();
            }
        }
        // A good part of what fails is found out without being read.
        assertThat(left).isGreaterThan(passed / 5);
    }

    private DataFileReaders readers(FilterFile file) {
        return DataFileReaders.create(store, file.schema(), List.of("part"), file.mapping());
    }

    private static ScanFilter filter(FilterFile file, String sql) {
        return ScanFilter.of(
                Expression.parse(sql), file.schema(), List.of("part"), file.mapping(), ErrorContext.none());
    }

    private static PartitionValues partition(StructType schema, Random random) {
        Map<String, String> values = new TreeMap<>();
        String name = schema.fields().get(schema.fields().size() - 1).metadata().isEmpty() ? "part" : "col-part";
        values.put(name, random.nextInt(4) == 0 ? null : Integer.toString(random.nextInt(100) - 50));
        return PartitionValues.of(values);
    }

    private static FileRows rows(Random random) {
        int one = 1 + random.nextInt(20);
        DeletionVector listed = DeletionVector.of(LongStream.range(0, FilterFile.ROWS)
                .filter(row -> random.nextInt(one) == 0)
                .toArray());
        FileRows rows = switch (random.nextInt(3)) {
            case 0 -> FileRows.all();
            case 1 -> FileRows.except(listed);
            default -> FileRows.only(listed);
        };
        rows = random.nextBoolean() ? rows : rows.from(random.nextInt(FilterFile.ROWS));
        return random.nextBoolean() ? rows : rows.within(random.nextInt(20_000), 20_000 + random.nextInt(40_000));
    }

    /** Rows by their places, and the places of those that pass the filter. */
    private record Rows(Map<Long, String> lines, Set<Long> passed) {}

    private static Rows read(
            DataFileReaders readers, StructType schema, PartitionValues partition, FileRows selected, String sql) {
        RowFilter filter = RowFilter.of(sql, schema, EvaluationSettings.utc(), ErrorContext.none());
        ExactRowEncoder encoder = ExactRowEncoder.of(schema);
        Rows rows = new Rows(new TreeMap<>(), new TreeSet<>());
        try (DataFileBatches batches = readers.openBatches(FILE, partition, selected)) {
            RowBatch batch = batches.newBatch();
            while (batches.read(batch)) {
                for (int i = 0; i < batch.size(); i++) {
                    rows.lines().put(batch.position(i), encoder.encode(batch.row(i)));
                    if (filter.test(batch.row(i))) {
                        rows.passed().add(batch.position(i));
                    }
                }
            }
        }
        assertThat(new ArrayList<>(rows.lines().keySet())).isSorted();
        return rows;
    }
}
