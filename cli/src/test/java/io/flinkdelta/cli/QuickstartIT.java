/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartIT {
    @TempDir
    private Path folder;

    @Test
    void landsEveryRecordOnceThoughTheJobFails() {
        Path dir = folder.resolve("quick start");
        Outcome outcome = Outcome.of(
                "quickstart", "--dir", dir, "--passes", 40, "--pause-millis", 150, "--checkpoint-millis", 800);

        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        assertThat(outcome.err()).isEmpty();
        Path table = dir.resolve("covid");
        assertThat(outcome.out())
                .contains(
                        "Johns Hopkins CSSE, 2020-03-21, CC BY 4.0",
                        "The job failed, on purpose",
                        "The table: " + table,
                        "count: 2,400 rows in version",
                        "check: 0 lost, 0 doubled, 0 never sent",
                        "check passed: ",
                        "spark-shell --packages io.delta:delta-spark_4.1_2.13:4.4.0",
                        "spark.read.format(\"delta\").load(\"" + table + "\")",
                        "bin/flink-delta rows '" + table + "' --limit 5");
        assertThat(dir.resolve("kafka")).doesNotExist();
        assertThat(Outcome.of("rows", table, "--digest").lines().get(0)).isEqualTo("count: 2400");
        assertThat(Outcome.of("rows", table, "--version", 0).out()).isEmpty();
        assertThat(Outcome.of("detail", table).out()).contains("Country_Region");
    }
}
