/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Writes the checkpoint of a table's newest version. */
@Command(
        name = "checkpoint",
        sortOptions = false,
        description = "Writes the checkpoint of the newest version, of the kind that the table's properties ask for,"
                + " unless there is one.")
final class CheckpointCommand implements Callable<Integer> {
    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Mixin
    private TableArgument table;

    CheckpointCommand(Output out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        try (DeltaLog log = table.open()) {
            Snapshot newest = log.latestSnapshot();
            out.line((log.checkpoint(newest) ? "Wrote the checkpoint of version " : "There is a checkpoint of version ")
                    + newest.version() + " of " + log.storage().tablePath());
        }
        return 0;
    }
}
