/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** One line about a command line that is not understood: what is wrong, and where help is. */
final class WrongUsage {
    /** How picocli words a value of the wrong kind: with the names of classes. */
    private static final Pattern CONVERSION = Pattern.compile("cannot convert ('.*') to \\S+ \\S+ \\(\\S+: (.*)\\)$");

    private WrongUsage() {}

    static String describe(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        return "flink-delta: " + problem(failure, command) + " See '" + name + " --help'.";
    }

    private static String problem(ParameterException failure, CommandLine command) {
        if (failure instanceof UnmatchedArgumentException unmatched) {
            return surplus(unmatched, command)
                    + unmatched.getSuggestions().stream()
                            .findFirst()
                            .map(similar -> "; is '" + similar + "' meant?")
                            .orElse(".");
        }
        String message = CONVERSION.matcher(failure.getMessage()).replaceFirst("$1 is not understood ($2)");
        return message.replaceFirst("^Error: ", "")
                .replaceFirst("^Value for option ", "The value of ")
                .replaceFirst("\\.?$", ".");
    }

    private static String surplus(UnmatchedArgumentException unmatched, CommandLine command) {
        String argument = unmatched.getUnmatched().get(0);
        if (unmatched.isUnknownOption()) {
            return "There is no option '" + argument + "'";
        }
        if (command.getSubcommands().isEmpty()) {
            return "There is an argument too many: '" + argument + "'";
        }
        String path = command.getParent() == null ? "" : command.getCommandName() + " ";
        return "There is no command '" + path + argument + "'";
    }
}
