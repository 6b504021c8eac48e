/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Not how fast, but whether: a job from Kafka into a table, and a second writer beside it, whose processes are killed
 * without warning over and over. In the end each row that was sent must be there once.
 */
public final class ChaosBenchmark implements Benchmark {
    static final String DESCRIPTION =
            "Kills the processes of a job and of a second writer over and over, and counts what is lost or doubled.";

    @Override
    public String name() {
        return "chaos";
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    /** As {@link Benchmark#run}; what is wrong in the end is told by an exception, and the folder is left then. */
    @Override
    public void run(List<String> args, Consumer<String> out) {
        ChaosOptions options = new ChaosOptions();
        if (!Options.parse(options, args, out)) {
            return;
        }
        options.check();
        try {
            WorkFolder work = WorkFolder.create(options.folder());
            ChaosFolder folder = new ChaosFolder(work.resolve("chaos").toAbsolutePath());
            System.err.println("chaos: seed " + options.seed() + ", logs in " + folder.logs());
            ChaosResult result = ChaosRun.run(options, folder);
            result.print(new Figures(out));
            if (!result.wrong().isEmpty()) {
                new ProcessLogs(folder.logs()).tails(System.err::println);
                throw new IllegalStateException(
                        String.join("; ", result.wrong()) + " (seed " + options.seed() + ", " + folder.root() + ")");
            }
            work.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
