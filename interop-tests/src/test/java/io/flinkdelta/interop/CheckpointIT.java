/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.interop.data.Ledger;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The checkpoints that we write carry all that a reader needs, once the commits before them are gone. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class CheckpointIT {

    @Test
    void everybodyReadsFromOurCheckpoint(RefereeProcess referee, FlinkCluster flink, @TempDir Path folder)
            throws Exception {
        Path table = folder.resolve("t");
        Map<String, String> properties = Map.of("delta.checkpointInterval", "5");
        TableWriter writer = new TableWriter(flink, table, Ledger.TYPE, Ledger.PARTITION, properties);
        List<String> rows = new ArrayList<>();
        long id = 0;
        while (newestVersion(table) < 4) {
            writer.append(Ledger.rows(id, id + 8));
            rows.addAll(Ledger.lines(id, id + 8));
            id += 8;
        }
        // Tombstones and a txn of somebody else, for the checkpoint to keep.
        referee.sql(
                "DELETE FROM delta.`" + table + "` WHERE id % 8 IN (0, 3)",
                "SET spark.databricks.delta.write.txnAppId=other-app",
                "SET spark.databricks.delta.write.txnVersion=42",
                "INSERT INTO delta.`" + table + "` VALUES (1000000, 0, 'spark', NULL)",
                "RESET spark.databricks.delta.write.txnAppId",
                "RESET spark.databricks.delta.write.txnVersion");
        rows.removeIf(line -> line.matches("\\{\"id\":(\\d+),.*") && removed(line));
        rows.add("{\"id\":1000000,\"part\":0,\"name\":\"spark\",\"at\":null}");
        while (newestVersion(table) < 12) {
            writer.append(Ledger.rows(id, id + 8));
            rows.addAll(Ledger.lines(id, id + 8));
            id += 8;
        }

        Path copy = withoutCommitsBefore(table, folder.resolve("only checkpoint"), 10);
        TableReaders readers = new TableReaders(referee, folder);
        readers.assertNewest(copy, rows);
        assertThat(TableReaders.log(copy).latestSnapshot().transactionVersion("other-app"))
                .hasValue(42);
        assertSparkKnowsTheTransaction(referee, copy);
        assertTombstonesAreKept(referee, copy);
    }

    private static boolean removed(String line) {
        long id = Long.parseLong(line.replaceFirst("\\{\"id\":(\\d+),.*", "$1"));
        return id % 8 == 0 || id % 8 == 3;
    }

    private static long newestVersion(Path table) {
        return TableReaders.log(table)
                .latestSnapshotIfExists()
                .map(snapshot -> snapshot.version())
                .orElse(-1L);
    }

    /** A copy of the table whose log begins with the checkpoint of that version. */
    private static Path withoutCommitsBefore(Path table, Path copy, long checkpoint) throws IOException {
        try (Stream<Path> files = Files.walk(table)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(table.relativize(file).toString()));
            }
        }
        Path log = copy.resolve("_delta_log");
        // Kernel wants the commit of the checkpoint's own version to be there.
        for (long version = 0; version < checkpoint; version++) {
            Files.delete(log.resolve(String.format("%020d.json", version)));
            Files.deleteIfExists(log.resolve(String.format("%020d.crc", version)));
            Files.deleteIfExists(log.resolve(String.format("%020d.checkpoint.parquet", version)));
        }
        assertThat(TableLog.contents(log).keySet()).contains(String.format("%020d.checkpoint.parquet", checkpoint));
        return copy;
    }

    /** A write under the transaction that is known already is skipped. */
    private static void assertSparkKnowsTheTransaction(RefereeProcess referee, Path table) {
        long before = newestVersion(table);
        referee.sql(
                "SET spark.databricks.delta.write.txnAppId=other-app",
                "SET spark.databricks.delta.write.txnVersion=42",
                "INSERT INTO delta.`" + table + "` VALUES (2000000, 0, 'again', NULL)",
                "RESET spark.databricks.delta.write.txnAppId",
                "RESET spark.databricks.delta.write.txnVersion");
        assertThat(newestVersion(table)).isEqualTo(before);
    }

    /** VACUUM keeps removed files for as long as their tombstones are young: it must find them in the checkpoint. */
    private static void assertTombstonesAreKept(RefereeProcess referee, Path table) {
        assertThat(referee.sql("VACUUM delta.`" + table + "` DRY RUN")).isEmpty();
    }
}
