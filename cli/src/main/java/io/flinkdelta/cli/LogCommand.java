/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.replay.CommitFile;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the actions of one commit. */
@Command(
        name = "log",
        sortOptions = false,
        description = "Prints the actions of one version's commit file, one block an action, in the file's order.")
final class LogCommand implements Callable<Integer> {
    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Mixin
    private TableArgument table;

    @Option(names = "--version", paramLabel = "N", description = "The commit of this version; else the newest.")
    private Long version;

    @Option(names = "--full", description = "Long values as they are, not shortened.")
    private boolean full;

    @Option(names = "--json", description = "The lines of the file as they are.")
    private boolean json;

    LogCommand(Output out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        CommitFile commit = table.open().commitFile(version == null ? OptionalLong.empty() : OptionalLong.of(version));
        if (json) {
            commit.forEachText(out::line);
            return 0;
        }
        ActionText text = new ActionText(full);
        out.line("version " + commit.version() + ": " + commit.fileName());
        commit.forEachText(line -> text.lines(line).forEach(out::line));
        return 0;
    }
}
