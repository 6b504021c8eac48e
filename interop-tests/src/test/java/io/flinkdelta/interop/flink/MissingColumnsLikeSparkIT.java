/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.interop.referee.Engine;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.interop.referee.RowsDigest;
import io.flinkdelta.interop.referee.SparkTable;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.DeltaSourceBuilder;
import io.flinkdelta.source.DeltaSourceOptions;
import io.flinkdelta.source.plan.CommitReading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that are older than a column have nulls there, whatever the column's default is: that is for writers only
 * (PROTOCOL.md, "Default Columns").
 */
// Flink's iterators may throw anything when they are closed.
@SuppressWarnings("try")
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class MissingColumnsLikeSparkIT {

    @ParameterizedTest
    @ValueSource(strings = {"none", "name", "id"})
    void areNull(String mapping, RefereeProcess referee, FlinkCluster cluster, @TempDir Path folder) throws Exception {
        SparkTable table = new SparkTable(referee, folder.resolve("t"));
        table.run(
                "CREATE TABLE delta.`" + table.path() + "` (id BIGINT, s STRUCT<a: INT>, l ARRAY<STRUCT<a: INT>>) USING"
                        + " delta TBLPROPERTIES ('delta.feature.allowColumnDefaults' = 'supported',"
                        + " 'delta.columnMapping.mode' = '" + mapping + "')",
                "INSERT INTO TABLE VALUES (1, named_struct('a', 1), array(named_struct('a', 1))), (2, NULL, NULL)",
                "ALTER TABLE TABLE ADD COLUMNS (n INT, s.b STRING, l.element.b DATE, day DATE)",
                "INSERT INTO TABLE VALUES (3, named_struct('a', 3, 'b', 'b'), array(), 3, NULL)",
                "ALTER TABLE TABLE ALTER COLUMN n SET DEFAULT 42",
                "INSERT INTO TABLE (id) VALUES (4)");
        try (DeltaLog log = TableReaders.log(table.path())) {
            log.alterTable(AlterTable.ChangeColumn.of(ColumnPath.parse("day")).setDefault("DATE'2026-01-31'"));
        }
        table.run("INSERT INTO TABLE (id, n) VALUES (5, 5)", "UPDATE TABLE SET n = n + 1 WHERE id IN (1, 3)");

        List<String> newest = read(cluster, table.path(), source(table.path()));
        assertThat(newest)
                .hasSize(5)
                .contains("{\"id\":2,\"s\":null,\"l\":null,\"n\":null,\"day\":null}")
                .contains("{\"id\":4,\"s\":null,\"l\":null,\"n\":42,\"day\":null}")
                .contains("{\"id\":5,\"s\":null,\"l\":null,\"n\":5,\"day\":\"2026-01-31\"}");
        assertThat(RowsDigest.of(newest))
                .isEqualTo(referee.digests(Engine.SPARK, table.path(), List.of(OptionalLong.empty()))
                        .get(0));
        assertThat(read(
                        cluster,
                        table.path(),
                        source(table.path())
                                .option(DeltaSourceOptions.STARTING_VERSION, "0")
                                .option(DeltaSourceOptions.COMMIT_READING, CommitReading.IGNORE_CHANGES)))
                .as("with the older versions, as the table shows their rows now")
                .containsAll(newest)
                .contains("{\"id\":1,\"s\":{\"a\":1,\"b\":null},\"l\":[{\"a\":1,\"b\":null}],\"n\":null,\"day\":null}");
    }

    private static DeltaSourceBuilder source(Path table) {
        return DeltaSource.forRowData(table.toString());
    }

    private static List<String> read(FlinkCluster cluster, Path table, DeltaSourceBuilder source) throws Exception {
        ExactRowEncoder encoder =
                ExactRowEncoder.of(TableReaders.log(table).latestSnapshot().schema());
        List<String> lines = new ArrayList<>();
        try (CloseableIterator<RowData> rows = cluster.environment(2, 100)
                .fromSource(source.build(), WatermarkStrategy.noWatermarks(), "rows")
                .executeAndCollect()) {
            rows.forEachRemaining(row -> lines.add(encoder.encode(row)));
        }
        return lines;
    }
}
