/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.tail;

import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import io.flinkdelta.benchmarks.tail.ArrivalSink.Arrival;
import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.DeltaSourceOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** How long it takes from a commit to its rows in a job that follows the table, and what following it takes in memory. */
public final class TailBenchmark implements Benchmark {
    static final String DESCRIPTION =
            "Follows a table with the Delta source while a writer commits to it; and the enumerator for many versions.";

    private static final int PARALLELISM = 2;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long POLL_MILLIS = 20;

    @Override
    public String name() {
        return "tail";
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public void run(List<String> args, Consumer<String> out) {
        TailOptions options = new TailOptions();
        if (!Options.parse(options, args, out)) {
            return;
        }
        options.check();
        Figures figures = new Figures(out);
        try (WorkFolder work = WorkFolder.create(options.folder())) {
            Samples delays = delays(work, options);
            figures.decimal("tail_p50_ms", delays.median());
            figures.decimal("tail_p99_ms", delays.percentile(99));
            figures.decimal("tail_max_ms", delays.max());
            EnumeratorHeap heap = EnumeratorHeap.measure(work.resolve("followed"), options.versions());
            figures.count("tail_enumerator_versions", options.versions());
            figures.count("tail_enumerator_heap_bytes_first", heap.usedBytes().get(0));
            figures.count(
                    "tail_enumerator_heap_bytes_last",
                    heap.usedBytes().get(heap.usedBytes().size() - 1));
            figures.decimal("tail_enumerator_heap_growth", heap.growth());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** In milliseconds, of each row. */
    private static Samples delays(WorkFolder work, TailOptions options) throws IOException, InterruptedException {
        Path folder = work.resolve("table");
        Path arrivals = work.resolve("arrivals");
        Files.createDirectories(arrivals);
        try (TailTable table = new TailTable(folder)) {
            JobClient job = start(folder, arrivals, options);
            List<Long> committed = commit(table, options);
            job.getJobExecutionResult().get();
            return delays(committed, ArrivalSink.read(arrivals));
        } catch (ExecutionException e) {
            throw new IOException("the job that follows the table failed", e.getCause());
        }
    }

    private static JobClient start(Path table, Path arrivals, TailOptions options)
            throws IOException, InterruptedException, ExecutionException {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM, configuration);
        DeltaSource source = DeltaSource.forRowData(table.toString())
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .option(DeltaSourceOptions.ENDING_VERSION, (long) options.commits())
                .monitorContinuously(options.interval())
                .build();
        environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "table")
                .sinkTo(new ArrivalSink(arrivals.toString()));
        JobClient job;
        try {
            job = environment.executeAsync("follow a table");
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the job that follows the table did not start", e);
        }
        while (job.getJobStatus().get() != JobStatus.RUNNING) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return job;
    }

    private static List<Long> commit(TailTable table, TailOptions options) throws InterruptedException {
        List<Long> committed = new ArrayList<>();
        long start = System.nanoTime();
        for (int commit = 0; commit < options.commits(); commit++) {
            long next = start + commit * options.betweenCommits().toNanos();
            TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
            committed.add(table.append(commit));
        }
        return committed;
    }

    private static Samples delays(List<Long> committed, List<Arrival> arrivals) {
        long rows = (long) committed.size() * TailTable.ROWS_PER_COMMIT;
        if (arrivals.size() != rows) {
            throw new IllegalStateException(rows + " rows were committed, " + arrivals.size() + " came");
        }
        return Samples.of(arrivals.stream()
                .map(arrival -> (arrival.nanos() - committed.get(arrival.commit())) / NANOS_PER_MILLI)
                .toList());
    }
}
