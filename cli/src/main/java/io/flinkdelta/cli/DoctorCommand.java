/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.StoreProbe;
import io.flinkdelta.log.store.StoreProbe.Finding;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
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
        String folder = location.data().location() + "/_doctor-" + UUID.randomUUID();
        try {
            List<Finding> findings = probe(location, folder, hadoop);
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

    private static List<Finding> probe(TableStorage location, String folder, Configuration hadoop) throws IOException {
        Path root = new Path(location.data().location());
        FileSystem files = root.getFileSystem(hadoop);
        boolean there = files.exists(root);
        try {
            return new StoreProbe(() -> TableStorage.open(folder, hadoop).log(), Clock.systemUTC()).run();
        } finally {
            files.delete(new Path(folder), true);
            if (!there && files.exists(root)) {
                files.delete(root, false);
            }
        }
    }
}
