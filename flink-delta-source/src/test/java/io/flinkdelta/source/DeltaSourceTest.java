/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.table.TableDataset;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.testing.LineDigest;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.source.plan.CommitReading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.lineage.SourceLineageVertex;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The source in jobs, on tables that Spark wrote. */
class DeltaSourceTest {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private final Path table = SharedTables.find().spark("dv-basic");

    @Test
    void theRowsOfAVersion() throws Exception {
        DeltaSource source = DeltaSource.forRowData(table.toString())
                .option(DeltaSourceOptions.VERSION_AS_OF, 1L)
                .build();
        List<String> lines = run(source).stream().map(line -> line.substring(2)).toList();
        assertThat(LineDigest.of(lines))
                .isEqualTo(LineDigest.of(SharedTables.find().sparkExpected("dv-basic", "@1.jsonl")));
    }

    @Test
    void theChangesUpToTheNewestVersion() throws Exception {
        DeltaSource source = DeltaSource.forRowData(table.toString())
                .option(DeltaSourceOptions.STARTING_VERSION, "0")
                .option(DeltaSourceOptions.COMMIT_READING, CommitReading.CHANGES)
                .option(DeltaSourceOptions.PRIMARY_KEY, List.of("id"))
                .option(DeltaSourceOptions.ORDERED, true)
                .build();
        List<String> state = new ArrayList<>();
        for (String line : run(source)) {
            String row = line.substring(2);
            if (line.startsWith("+")) {
                state.add(row);
            } else {
                assertThat(state.remove(row)).as(row).isTrue();
            }
        }
        assertThat(LineDigest.of(state))
                .isEqualTo(LineDigest.of(SharedTables.find().sparkExpected("dv-basic", ".jsonl")));
    }

    @Test
    void itsLineageIsTheTable() {
        DeltaSource source =
                DeltaSource.forRowData(table.toString()).columns("id").build();
        SourceLineageVertex vertex = source.getLineageVertex();
        assertThat(vertex.boundedness()).isEqualTo(Boundedness.BOUNDED);
        assertThat(vertex.datasets())
                .containsExactly(TableDataset.of(
                        table.toString(), ((InternalTypeInfo<RowData>) source.getProducedType()).toRowType()));
    }

    private static List<String> run(DeltaSource source) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.enableCheckpointing(Duration.ofMillis(50).toMillis());
        StructType schema = source.schema();
        List<String> lines = new ArrayList<>();
        ExactRowEncoder encoder = ExactRowEncoder.of(schema);
        CloseableIterator<RowData> rows = env.fromSource(source, WatermarkStrategy.noWatermarks(), "delta")
                .executeAndCollect();
        rows.forEachRemaining(row -> lines.add(row.getRowKind().shortString() + encoder.encode(row)));
        rows.close();
        return lines;
    }
}
