/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import com.sun.management.OperatingSystemMXBean;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/**
 * Runs one streaming job from row files into one side's sink, in a cluster of its own inside this JVM.
 * The clock runs from the first row to the end of the job: the last files are closed then, the last
 * checkpoint is complete and its commit done.
 */
final class AppendJob {
    private static final double NANOS_PER_SECOND = 1e9;

    private final WorkFolder work;
    private final AppendSettings settings;
    private final RowType rowType;
    private final List<String> rowFiles;

    AppendJob(WorkFolder work, AppendSettings settings, RowType rowType, List<String> rowFiles) {
        this.work = work;
        this.settings = settings;
        this.rowType = rowType;
        this.rowFiles = rowFiles;
    }

    /** Runs the job, looks at what is there afterwards, and deletes it. */
    Run run(AppendSide side) throws IOException {
        Path target = work.resolve("target");
        Path marks = work.resolve("marks");
        WorkFolder.delete(target);
        WorkFolder.delete(marks);
        Files.createDirectories(marks);
        StreamExecutionEnvironment environment = environment();
        side.attach(
                environment
                        .fromSource(
                                new RowFileSource(rowFiles, rowType.getFieldCount(), marks.toString()),
                                WatermarkStrategy.noWatermarks(),
                                "rows")
                        .returns(InternalTypeInfo.of(rowType)),
                rowType,
                settings,
                target);
        System.gc();
        long cpuBefore = cpuNanos();
        execute(environment, side);
        double seconds = (System.nanoTime() - Marks.nanos(marks, RowFileSource.STARTED)) / NANOS_PER_SECOND;
        double cpuSeconds = (cpuNanos() - cpuBefore) / NANOS_PER_SECOND;
        AppendSide.Written written = side.inspect(target);
        WorkFolder.delete(target);
        return new Run(seconds, cpuSeconds, written);
    }

    private StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, settings.checkpointInterval());
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        return StreamExecutionEnvironment.createLocalEnvironment(settings.parallelism(), configuration);
    }

    private static void execute(StreamExecutionEnvironment environment, AppendSide side) throws IOException {
        try {
            JobClient job = environment.executeAsync("append to " + side.name());
            job.getJobExecutionResult().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the job was running", e);
        } catch (ExecutionException e) {
            throw new IOException("the job that appends to " + side.name() + " failed", e.getCause());
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the job that appends to " + side.name() + " did not start", e);
        }
    }

    /** Of the whole process: the writing threads, garbage collection and compilation. */
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /**
     * One finished job.
     *
     * @param seconds from the first row to the end of the job
     * @param cpuSeconds of the whole process, the start of the job included
     */
    record Run(double seconds, double cpuSeconds, AppendSide.Written written) {}
}
