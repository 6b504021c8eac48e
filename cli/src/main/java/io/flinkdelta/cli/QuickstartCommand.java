/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.examples.quickstart.Quickstart;
import io.flinkdelta.examples.quickstart.QuickstartException;
import io.flinkdelta.examples.quickstart.QuickstartOptions;
import io.flinkdelta.examples.quickstart.QuickstartResult;
import io.flinkdelta.log.DeltaLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Kafka to Delta, exactly once, in front of the user's eyes. */
@Command(
        name = QuickstartCommand.NAME,
        sortOptions = false,
        description = "Streams records from a Kafka topic into a Delta table through a Flink job that fails once on"
                + " the way, and shows that each record landed exactly once. Everything runs on this machine.")
final class QuickstartCommand implements Callable<Integer> {
    static final String NAME = "quickstart";

    private static final String SPARK_PACKAGES = "io.delta:delta-spark_4.1_2.13:4.4.0";

    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Option(
            names = "--dir",
            paramLabel = "FOLDER",
            description = "For the table and all that is needed on the way; the quickstart before is replaced."
                    + " Default: .flink-delta/quickstart in the project.")
    private Path folder = Home.state().resolve("quickstart");

    @Option(
            names = "--passes",
            defaultValue = "240",
            paramLabel = "N",
            description = "How often the 60 records are sent. Default: ${DEFAULT-VALUE}.")
    private int passes;

    @Option(
            names = "--pause-millis",
            defaultValue = "100",
            paramLabel = "N",
            description = "Between two passes. Default: ${DEFAULT-VALUE}.")
    private int pauseMillis;

    @Option(
            names = "--checkpoint-millis",
            defaultValue = "2000",
            paramLabel = "N",
            description = "How often the job commits. Default: ${DEFAULT-VALUE}.")
    private int checkpointMillis;

    @Option(names = "--keep", description = "Leave everything running, the stream too, until Ctrl-C.")
    private boolean keep;

    QuickstartCommand(Output out) {
        this.out = out;
    }

    /** Where log lines go, given the arguments of the command, which may be wrong. */
    static Path logFile(List<String> arguments) {
        QuickstartCommand command = new QuickstartCommand(null);
        try {
            new CommandLine(command).setUnmatchedArgumentsAllowed(true).parseArgs(arguments.toArray(new String[0]));
        } catch (ParameterException e) {
            return new QuickstartCommand(null).logFile();
        }
        return command.logFile();
    }

    private Path logFile() {
        return folder.toAbsolutePath().normalize().resolve("flink.log");
    }

    @Override
    public Integer call() throws Exception {
        long start = System.nanoTime();
        QuickstartOptions options = new QuickstartOptions(
                folder, passes, Duration.ofMillis(pauseMillis), Duration.ofMillis(checkpointMillis));
        try (Quickstart quickstart = Quickstart.start(options, out::lineNow)) {
            out.lineNow("  Logs: " + logFile());
            QuickstartResult result = quickstart.run();
            report(result);
            out.lineNow("Done in " + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s.");
            if (keep) {
                keep(quickstart);
            }
        }
        return 0;
    }

    private void report(QuickstartResult result) {
        out.line("");
        out.line("The table: " + result.table());
        out.line("");
        HistoryTable.narrowLines(DeltaLog.forTable(result.table().toString(), new Configuration())
                        .history(OptionalInt.empty()))
                .forEach(out::line);
        out.line("");
        out.line(String.format(
                "count: %,d rows in version %d, of %,d records sent", result.rows(), result.version(), result.sent()));
        out.line(String.format(
                "check: %d lost, %d doubled, %d never sent, comparing whole rows",
                result.lost(), result.doubled(), result.unknown()));
        result.examples().forEach(example -> out.line("  " + example));
        if (!result.exactlyOnce()) {
            out.flush();
            throw new QuickstartException("Records were lost or doubled: see the lines before this one.");
        }
        out.line(
                "check passed: every record of every pass is in the table exactly once, after a failure and a recovery");
        out.line("");
        printNext(result.table().toString());
        out.flush();
    }

    private void printNext(String table) {
        String quoted = "'" + table.replace("'", "'\\''") + "'";
        out.line("Open it with Spark 4.1 (pyspark takes the same options):");
        out.line("  spark-shell --packages " + SPARK_PACKAGES + " \\");
        out.line("    --conf spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension \\");
        out.line("    --conf spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog");
        out.line("  spark.read.format(\"delta\").load(\"" + table.replace("\\", "\\\\")
                + "\").groupBy(\"Country_Region\").count().show()");
        out.line("");
        out.line("Next:");
        out.line("  bin/flink-delta rows " + quoted + " --limit 5");
        out.line("  bin/flink-delta rows " + quoted + " --version 1 --limit 5");
        out.line("  bin/flink-delta history " + quoted);
        out.line("  bin/flink-delta detail " + quoted);
        out.line("");
    }

    private void keep(Quickstart quickstart) throws Exception {
        Thread onExit = new Thread(() -> stop(quickstart), "quickstart-shutdown");
        Runtime.getRuntime().addShutdownHook(onExit);
        out.lineNow("All is left running, and the stream goes on with a pass a second. Ctrl-C ends it.");
        quickstart.keepRunning();
    }

    private void stop(Quickstart quickstart) {
        try {
            quickstart.close();
            out.lineNow("Stopped; the table stays.");
        } catch (IOException | RuntimeException e) {
            out.lineNow("Not everything was stopped: " + e);
        }
    }
}
