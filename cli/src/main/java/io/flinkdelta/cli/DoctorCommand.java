/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.store.ProbeFolder;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.StoreProbe;
import io.flinkdelta.log.store.StoreProbe.Finding;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tries on the real storage what a table there relies on. */
@Command(
        name = "doctor",
        sortOptions = false,
        description = "Tries on a real location what tables rely on: one of several writers wins, files appear as a"
                + " whole, listings are complete. Works in a folder of its own below PATH, which it removes."
                + " The exit code is 1 if something cannot be promised.")
final class DoctorCommand implements Callable<Integer> {
    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Mixin
    private TableArgument table;

    DoctorCommand(Output out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        Configuration hadoop = table.hadoop();
        TableStorage location = TableStorage.open(table.path(), hadoop);
        try {
            List<Finding> findings = probe(location, hadoop);
            findings.forEach(finding ->
                    out.line((finding.kept() ? "ok      " : "BROKEN  ") + finding.promise() + ": " + finding.detail()));
            boolean kept = findings.stream().allMatch(Finding::kept);
            out.line(
                    kept
                            ? "Tables can be written at " + location.tablePath() + " by many writers."
                            : "Tables must not be written at " + location.tablePath() + ": commits could be lost.");
            return kept ? 0 : 1;
        } catch (IOException e) {
            throw StorageErrors.of(e, location.context(), location.tablePath(), "try the storage");
        }
    }

    private static List<Finding> probe(TableStorage location, Configuration hadoop) throws IOException {
        try (ProbeFolder folder = new ProbeFolder(new Path(location.data().location()), hadoop)) {
            String probed = folder.path().toString();
            return new StoreProbe(() -> TableStorage.open(probed, hadoop).log(), Clock.systemUTC()).run();
        }
    }
}
