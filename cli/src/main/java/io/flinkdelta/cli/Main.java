/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.benchmarks.Benchmarks;
import io.flinkdelta.examples.KafkaToDeltaCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.TimeZone;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command {@code flink-delta}. Answers go to standard output, an error to standard error. Exit codes: 0, 1 for an error, 2 for wrong usage.
 */
@Command(
        name = "flink-delta",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Delta Lake tables as streaming tables for Apache Flink.",
        footer = {"", "Start with: flink-delta quickstart"})
public final class Main implements Runnable {
    @Option(names = "--stacktrace", scope = ScopeType.INHERIT, description = "Print the stack trace of an error, too.")
    private boolean stackTrace;

    @Spec
    private CommandSpec spec;

    private Main() {}

    public static void main(String[] arguments) {
        TimeZone.setDefault(TimeZone.getTimeZone(ZoneOffset.UTC));
        Logging.choose(arguments);
        int exitCode =
                run(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err), arguments);
        System.exit(exitCode);
    }

    /** Runs one command and returns its exit code. */
    static int run(OutputStream out, OutputStream err, String... arguments) {
        Output output = new Output(out);
        PrintWriter errors = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
        Main main = new Main();
        CommandLine command = new CommandLine(main)
                .addSubcommand(new HelpCommand())
                .addSubcommand(new QuickstartCommand(output))
                .addSubcommand(new KafkaToDeltaCommand())
                .addSubcommand(new RowsCommand(output))
                .addSubcommand(new HistoryCommand(output))
                .addSubcommand(new AlterCommand(output))
                .addSubcommand(new DetailCommand(output))
                .addSubcommand(new LogCommand(output))
                .addSubcommand(new VacuumCommand(output))
                .addSubcommand(new CheckpointCommand(output))
                .addSubcommand(new CleanupCommand(output))
                .addSubcommand(new DoctorCommand(output))
                .addSubcommand(new BenchCommand(output, Benchmarks::all))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true))
                .setErr(errors)
                .setParameterExceptionHandler(Main::wrongUsage)
                .setExecutionExceptionHandler((failure, line, parsed) -> main.failed(failure, errors));
        command.getSubcommands().get(BenchCommand.NAME).setStopAtPositional(true);
        try {
            int exitCode = command.execute(arguments);
            output.flush();
            return exitCode;
        } catch (RuntimeException e) {
            return main.failed(e, errors);
        } catch (NoClassDefFoundError e) {
            return main.failed(new IllegalStateException("A class is missing.", e), errors);
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No command was given");
    }

    private static int wrongUsage(ParameterException failure, String[] arguments) {
        failure.getCommandLine().getErr().println(WrongUsage.describe(failure));
        return CommandLine.ExitCode.USAGE;
    }

    private int failed(Exception failure, PrintWriter errors) {
        if (failure instanceof Output.ReaderGoneException) {
            return CommandLine.ExitCode.OK;
        }
        errors.println("flink-delta: " + ErrorReport.describe(failure));
        if (stackTrace) {
            failure.printStackTrace(errors);
        }
        return CommandLine.ExitCode.SOFTWARE;
    }
}
