/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.snapshot.HistoryEntry;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the history of a table. */
@Command(name = "history", sortOptions = false, description = "Prints the commits of a table, newest first.")
final class HistoryCommand implements Callable<Integer> {
    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Mixin
    private TableArgument table;

    @Option(names = "--limit", paramLabel = "N", converter = Count.class, description = "At most so many commits.")
    private Integer limit;

    @Option(names = "--json", description = "One JSON object a commit, with everything that it says.")
    private boolean json;

    HistoryCommand(Output out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        List<HistoryEntry> entries = table.open().history(limit == null ? OptionalInt.empty() : OptionalInt.of(limit));
        if (json) {
            entries.forEach(entry -> out.line(HistoryTable.json(entry).toString()));
        } else {
            HistoryTable.lines(entries).forEach(out::line);
        }
        return 0;
    }
}
