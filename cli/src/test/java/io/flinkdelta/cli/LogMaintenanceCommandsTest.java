/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogMaintenanceCommandsTest {
    @TempDir
    private Path folder;

    private Path table;

    @BeforeEach
    void create() {
        table = folder.resolve("a t");
        try (DeltaLog log = DeltaLog.forTable(table.toString(), new Configuration(false))) {
            log.createTable(CreateTable.of(StructType.of(new StructField("id", PrimitiveType.LONG, true))));
            log.alterTable(AlterTable.comment("one"));
        }
    }

    @Test
    void aCheckpointIsWrittenOnce() {
        assertThat(Outcome.of("checkpoint", table).lines())
                .containsExactly("Wrote the checkpoint of version 1 of " + table);
        assertThat(table.resolve("_delta_log").resolve(LogFile.checkpoint(1).fileName()))
                .exists();
        assertThat(Outcome.of("checkpoint", table).lines())
                .containsExactly("There is a checkpoint of version 1 of " + table);
        assertThat(Outcome.of("detail", table).out()).containsPattern("commitsSinceCheckpoint +0");
    }

    @Test
    void theExpiredLogIsNamedThenDeleted() throws IOException {
        Outcome nothing = Outcome.of("cleanup", table);
        assertThat(nothing.lines())
                .containsExactly("Deleted 0 files of the log and 0 temporary files of writers that crashed of " + table
                        + "; it can be read from version 0 on");
        Outcome.of("checkpoint", table);
        age();
        List<String> before = log();
        Outcome named = Outcome.of("cleanup", table, "--dry-run");
        assertThat(named.err()).isEmpty();
        assertThat(named.lines())
                .contains("file:" + table + "/_delta_log/" + LogFile.commit(0).fileName())
                .endsWith("Would delete 2 files of the log of " + table + "; it can be read from version 1 on");
        assertThat(log()).isEqualTo(before);

        assertThat(Outcome.of("cleanup", table).lines())
                .containsExactly("Deleted 2 files of the log and 0 temporary files of writers that crashed of " + table
                        + "; it can be read from version 1 on");
        assertThat(log()).hasSize(before.size() - 2);
        assertThat(Outcome.of("cleanup", table, "--dry-run").lines())
                .containsExactly("Would delete 0 files of the log of " + table + "; it can be read from version 1 on");
        Outcome gone = Outcome.of("detail", table, "--version", "0");
        assertThat(gone.exitCode()).isEqualTo(1);
        assertThat(gone.err()).contains("earliestVersion=1");
    }

    @Test
    void whereThereIsNoTable() {
        for (String command : List.of("checkpoint", "cleanup")) {
            Outcome outcome = Outcome.of(command, folder.resolve("none"));
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err().lines()).hasSize(1);
        }
    }

    private void age() throws IOException {
        for (String file : log()) {
            Files.setLastModifiedTime(
                    table.resolve("_delta_log").resolve(file),
                    FileTime.from(Instant.now().minus(Duration.ofDays(32))));
        }
    }

    private List<String> log() throws IOException {
        try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
