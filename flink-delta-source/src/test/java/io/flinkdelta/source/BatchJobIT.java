/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that read a version and end. */
// Flink's iterators may throw anything when they are closed.
@SuppressWarnings("try")
class BatchJobIT {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private static final int FILES = 20;
    private static final int ROWS_PER_FILE = 3000;

    @TempDir
    private Path folder;

    private SourceTable table;

    @BeforeEach
    void create() {
        table = SourceTable.create(folder.resolve("table"));
        for (long file = 0; file < FILES; file++) {
            table.append(file * ROWS_PER_FILE, (file + 1) * ROWS_PER_FILE, "a");
        }
    }

    @AfterEach
    void close() {
        table.close();
    }

    private DeltaSourceBuilder source() {
        return table.source().columns("id").option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1));
    }

    private static List<Long> ids(DeltaSource source, RuntimeExecutionMode mode, int parallelism) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.setRuntimeMode(mode);
        environment.setParallelism(parallelism);
        List<Long> ids = new ArrayList<>();
        try (CloseableIterator<RowData> rows = environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "delta")
                .executeAndCollect()) {
            rows.forEachRemaining(row -> ids.add(row.getLong(0)));
        }
        assertThat(ids).doesNotHaveDuplicates();
        return ids;
    }

    @ParameterizedTest
    @CsvSource({"STREAMING,1", "STREAMING,2500", "BATCH,7000", "BATCH,59999", "BATCH,100000"})
    void oneReaderGivesAsManyRowsAsAreWanted(RuntimeExecutionMode mode, int limit) throws Exception {
        assertThat(ids(source().limit(limit).build(), mode, 1)).hasSize(Math.min(limit, FILES * ROWS_PER_FILE));
    }

    @ParameterizedTest
    @CsvSource({"STREAMING,1", "STREAMING,2500", "BATCH,7000", "BATCH,100000"})
    void thoseThatAFilterDropsDoNotCount(RuntimeExecutionMode mode, int limit) throws Exception {
        DeltaSource source = source().limit(limit).filter("id % 3 = 1").build();
        assertThat(ids(source, mode, 1))
                .hasSize(Math.min(limit, FILES * ROWS_PER_FILE / 3))
                .allMatch(id -> id % 3 == 1);
    }

    @ParameterizedTest
    @CsvSource({"STREAMING,1,", "BATCH,5000,", "STREAMING,1,id % 3 = 1", "BATCH,5000,id % 3 = 1"})
    void severalReadersGiveThatManyEachAtMost(RuntimeExecutionMode mode, int limit, String filter) throws Exception {
        DeltaSourceBuilder builder = source().limit(limit);
        DeltaSource source =
                filter == null ? builder.build() : builder.filter(filter).build();
        assertThat(ids(source, mode, 3)).hasSizeBetween(limit, 3 * limit);
    }

    /** Tells by how many subtasks it is done. */
    private static final class Counting extends RichMapFunction<RowData, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer map(RowData row) {
            return getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        }
    }

    private static List<Integer> parallelisms(DeltaSource source) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
        List<Integer> found = new ArrayList<>();
        try (CloseableIterator<Integer> rows = environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "delta")
                .map(new Counting())
                .executeAndCollect()) {
            rows.forEachRemaining(found::add);
        }
        return found;
    }

    /** The cluster's own parallelism is another. */
    @Test
    void theSchedulerTakesAsManyReadersAsThereIsWorkFor() throws Exception {
        DeltaSourceBuilder source = source().option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(10))
                .option(DeltaSourceOptions.OPEN_FILE_COST, MemorySize.ofMebiBytes(1));
        assertThat(parallelisms(source.build())).hasSize(FILES * ROWS_PER_FILE).containsOnly(2);
        assertThat(parallelisms(source.limit(1).build())).hasSize(1).containsOnly(1);
    }

    @Test
    void aVersionThatIsNotThereFailsTheJob() {
        DeltaSource source =
                source().option(DeltaSourceOptions.VERSION_AS_OF, 99L).build();
        assertThatThrownBy(() -> parallelisms(source)).hasStackTraceContaining("The table has no version 99.");
    }
}
