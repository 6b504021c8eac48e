/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.interop.data.Ledger;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.maintenance.Consumer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** One table that the sink and Spark write in turn and at once. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class SharedTableIT {
    private static final int APPENDS = 6;
    private static final long SPARK_IDS = 1_000_000_000;

    @Test
    void sparkChangesTheTableBetweenOurCommits(RefereeProcess referee, FlinkCluster flink, @TempDir Path folder)
            throws Exception {
        Path table = folder.resolve("shared");
        String name = "delta.`" + table + "`";
        TableWriter writer = new TableWriter(flink, table, Ledger.TYPE, Ledger.PARTITION, Map.of());
        TableReaders readers = new TableReaders(referee, folder);
        writer.append(Ledger.rows(0, 40));
        List<String> rows = new ArrayList<>(Ledger.lines(0, 40));
        // A file in the log's folder that only we know.
        Consumer consumer = new Consumer("reader", 1, Instant.ofEpochMilli(0), Duration.ofDays(7));
        TableReaders.log(table).consumers().publish(consumer);

        referee.sql("INSERT INTO " + name + " SELECT id, CAST(id % 4 AS INT), 'spark', NULL FROM RANGE(1000, 1010)");
        LongStream.range(1000, 1010).forEach(id -> rows.add(line(id, id % 4, "spark")));
        writer.append(Ledger.rows(40, 60));
        rows.addAll(Ledger.lines(40, 60));

        referee.sql("DELETE FROM " + name + " WHERE id BETWEEN 10 AND 19");
        rows.removeIf(row -> row.matches("\\{\"id\":1\\d,.*"));
        writer.append(Ledger.rows(60, 70));
        rows.addAll(Ledger.lines(60, 70));

        referee.sql("UPDATE " + name + " SET name = 'updated', part = NULL WHERE id = 1003");
        rows.remove(line(1003, 3, "spark"));
        rows.add("{\"id\":1003,\"part\":null,\"name\":\"updated\",\"at\":null}");
        writer.append(Ledger.rows(70, 80));
        rows.addAll(Ledger.lines(70, 80));

        referee.sql("OPTIMIZE " + name);
        writer.append(Ledger.rows(80, 90));
        rows.addAll(Ledger.lines(80, 90));
        referee.sql(
                "ALTER TABLE " + name + " SET TBLPROPERTIES ('delta.checkpointInterval' = '7', 'our.property' = 'us')",
                "ALTER TABLE " + name + " ALTER COLUMN name COMMENT 'who'",
                "VACUUM " + name + " DRY RUN",
                "VACUUM " + name);
        writer.append(Ledger.rows(90, 100));
        rows.addAll(Ledger.lines(90, 100));

        readers.assertNewest(table, rows);
        assertThat(TableReaders.log(table).consumers().current()).containsExactly(consumer);
        long newest = TableReaders.log(table).latestSnapshot().version();
        readers.assertSameAsSpark(
                table, LongStream.rangeClosed(0, newest).boxed().toList());
        assertThat(TableReaders.log(table).latestSnapshot().metadata().configuration())
                .containsEntry("our.property", "us");
    }

    @Test
    void aSparkStreamAndOurSinkKeepTheirTransactionsApart(
            RefereeProcess referee, FlinkCluster flink, @TempDir Path folder) throws Exception {
        Path from = folder.resolve("from");
        Path table = folder.resolve("to");
        TableWriter source = new TableWriter(flink, from, Ledger.TYPE, List.of(), Map.of());
        TableWriter writer = new TableWriter(flink, table, Ledger.TYPE, List.of(), Map.of());
        writer.append(Ledger.rows(0, 10));
        source.append(Ledger.rows(100, 110));
        referee.stream(from, table, folder.resolve("progress"));
        writer.append(Ledger.rows(10, 20));
        source.append(Ledger.rows(110, 120));
        referee.stream(from, table, folder.resolve("progress"));
        referee.stream(from, table, folder.resolve("progress"));

        List<String> rows = new ArrayList<>(Ledger.lines(0, 20));
        rows.addAll(Ledger.lines(100, 120));
        new TableReaders(referee, folder).assertNewest(table, rows);
    }

    @Test
    void sparkAppendsWhileAJobRuns(RefereeProcess referee, FlinkCluster flink, @TempDir Path folder) throws Exception {
        Path table = folder.resolve("busy");
        String name = "delta.`" + table + "`";
        TableWriter writer = new TableWriter(flink, table, Ledger.TYPE, Ledger.PARTITION, Map.of());
        writer.append(Ledger.rows(0, 4));
        JobClient job = writer.start(index -> Ledger.row(4 + index), 1_000_000, 4, 200);
        for (int i = 0; i < APPENDS; i++) {
            referee.sql("INSERT INTO " + name + " VALUES (" + (SPARK_IDS + i) + ", 1, 'spark', NULL)");
        }
        job.stopWithSavepoint(false, folder.resolve("savepoint").toString(), SavepointFormatType.CANONICAL)
                .get(60, TimeUnit.SECONDS);

        long ours = commitsOfTheSink(referee, name);
        List<String> rows = new ArrayList<>(Ledger.lines(0, ours));
        LongStream.range(SPARK_IDS, SPARK_IDS + APPENDS).forEach(id -> rows.add(line(id, 1, "spark")));
        new TableReaders(referee, folder).assertNewest(table, rows);
    }

    /** How many rows the sink's commits say that they added; they lie between those of Spark. */
    private static long commitsOfTheSink(RefereeProcess referee, String name) {
        long rows = 0;
        StringBuilder writers = new StringBuilder();
        for (JsonNode commit : referee.sql("DESCRIBE HISTORY " + name)) {
            boolean streamed = commit.path("operation").asText().equals("STREAMING UPDATE");
            writers.append(streamed ? 'f' : 's');
            for (JsonNode metric : commit.path("operationMetrics")) {
                boolean counts = streamed && metric.get(0).asText().equals("numOutputRows");
                rows += counts ? metric.get(1).asLong() : 0;
            }
        }
        assertThat(writers.toString()).matches(".*s.*f.*s.*f.*");
        return rows;
    }

    private static String line(long id, long part, String name) {
        return "{\"id\":" + id + ",\"part\":" + part + ",\"name\":\"" + name + "\",\"at\":null}";
    }
}
