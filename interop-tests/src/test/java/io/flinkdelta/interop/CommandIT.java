/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.interop.house.DocumentedCommands;
import io.flinkdelta.interop.referee.Engine;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command reads at each version what Spark wrote, and has the subcommands and options that the pages name. */
@ExtendWith(RefereeExtension.class)
final class CommandIT {

    @Test
    void rowsOfSparkAtEachVersion(RefereeProcess referee, @TempDir Path folder) throws Exception {
        Path table = folder.resolve("spark's t\u00e4ble");
        String name = "delta.`" + table + "`";
        referee.sql(
                "CREATE TABLE " + name + " (id BIGINT, part STRING, d DECIMAL(38,18), t TIMESTAMP, a ARRAY<STRING>)"
                        + " USING delta PARTITIONED BY (part)",
                "INSERT INTO " + name + " SELECT id, IF(id % 3 = 0, NULL, CONCAT('p/', id % 3, ' %\u00fc')),"
                        + " id / 7, TIMESTAMP_MICROS(id - 5), ARRAY(CAST(id AS STRING), NULL) FROM RANGE(20)",
                "DELETE FROM " + name + " WHERE id = 4",
                "UPDATE " + name + " SET part = 'moved' WHERE id = 7",
                "OPTIMIZE " + name);
        for (long version = 0; version <= 4; version++) {
            Path spark = folder.resolve("spark@" + version);
            referee.rows(Engine.SPARK, table, List.of(OptionalLong.of(version)), List.of(spark));
            CommandLineProcess ours =
                    CommandLineProcess.run(folder, "rows", "--exact", "--version", "" + version, table.toString());
            assertThat(ours.exitCode()).as(ours.err()).isZero();
            assertThat(spark).content().isEqualTo(ours.out());
        }
    }

    @Test
    void noTableIsOneClearError(@TempDir Path folder) throws IOException, InterruptedException {
        CommandLineProcess run = CommandLineProcess.run(folder, "rows", folder.toString());
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err().strip()).hasLineCount(1).contains("table=");
    }

    @Test
    void documentedCommandsExist(@TempDir Path folder) throws IOException, InterruptedException {
        String commands = CommandLineProcess.run(folder, "--help").out();
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, SortedSet<String>> named :
                DocumentedCommands.read().entrySet()) {
            if (!commands.matches("(?s).*\\R  \\Q" + named.getKey() + "\\E\\b.*")) {
                missing.add(named.getKey());
                continue;
            }
            String help =
                    CommandLineProcess.run(folder, named.getKey(), "--help").out();
            named.getValue().stream()
                    .filter(option -> !help.matches("(?s).*[\\s,\\[]\\Q" + option + "\\E\\b.*"))
                    .forEach(option -> missing.add(named.getKey() + " " + option));
        }
        assertThat(missing).isEmpty();
    }
}
