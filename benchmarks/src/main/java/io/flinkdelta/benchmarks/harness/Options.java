/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.harness;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads the arguments of a benchmark into its annotated options. */
public final class Options {
    private Options() {}

    /** False when only the usage was asked for, which was printed then. */
    public static boolean parse(Object options, List<String> args, Consumer<String> out) {
        CommandLine command = new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true);
        String benchmark = command.getCommandName();
        command.setCommandName("flink-delta bench " + benchmark);
        try {
            command.parseArgs(args.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new InvalidRequestException(
                    "The benchmark's arguments are wrong: " + e.getMessage() + ".",
                    ErrorContext.none().with("benchmark", benchmark),
                    "See '" + command.getCommandName() + " --help'.",
                    e);
        }
        if (command.isUsageHelpRequested()) {
            command.getUsageMessage().lines().forEach(out);
            return false;
        }
        return true;
    }

    /** Refuses a number below {@code least}. */
    public static void requireAtLeast(String option, long value, long least) {
        if (value < least) {
            throw new InvalidRequestException(
                    "The option " + option + " is too small.",
                    ErrorContext.none().with(option, value),
                    "Give at least " + least + ".");
        }
    }
}
