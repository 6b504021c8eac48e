/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.maintenance.CleanedLog;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Deletes the part of a table's log that is expired. */
@Command(
        name = "cleanup",
        sortOptions = false,
        description = "Deletes the part of the log that is older than delta.logRetentionDuration, whatever"
                + " delta.enableExpiredLogCleanup says. Data files stay: see vacuum.")
final class CleanupCommand implements Callable<Integer> {
    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Mixin
    private TableArgument table;

    @Option(names = "--dry-run", description = "Print what would be deleted, one path a line, and delete nothing.")
    private boolean dryRun;

    CleanupCommand(Output out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        try (DeltaLog log = table.open()) {
            CleanedLog cleaned = dryRun ? log.expiredLog() : log.cleanUpLog();
            if (dryRun) {
                cleaned.deleted().forEach(name -> out.line(log.storage().log().location() + "/" + name));
            }
            out.line((dryRun ? "Would delete " : "Deleted ")
                    + cleaned.deleted().size() + " files of the log"
                    + (dryRun ? "" : " and " + cleaned.deletedTemporary() + " temporary files of writers that crashed")
                    + " of " + log.storage().tablePath()
                    + "; it can be read from version "
                    + cleaned.keptFrom().orElseGet(log::earliestVersion) + " on");
        }
        return 0;
    }
}
