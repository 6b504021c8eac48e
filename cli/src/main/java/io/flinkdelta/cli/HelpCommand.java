/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints the usage of a command, or of one inside it. */
@Command(
        name = "help",
        helpCommand = true,
        description = "Prints the help of a command, or of one inside it: help alter set.")
final class HelpCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command; all of them without one.")
    private List<String> path = List.of();

    @Override
    public void run() {
        CommandLine command = spec.parent().commandLine();
        for (String name : path) {
            CommandLine inside = command.getSubcommands().get(name);
            if (inside == null) {
                throw new UnmatchedArgumentException(command, List.of(name));
            }
            command = inside;
        }
        command.usage(spec.commandLine().getOut());
    }
}
