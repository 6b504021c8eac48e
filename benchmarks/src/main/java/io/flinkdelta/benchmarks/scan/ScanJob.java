/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.scan;

import io.flinkdelta.benchmarks.harness.WorkFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Runs one source into a sink that throws the rows away, as a job in this JVM. */
record ScanJob(WorkFolder work, ScanTable table, int parallelism) {
    private static final double MILLIS_PER_SECOND = 1e3;

    /** The seconds from the start of the job to its end. */
    double run(ScanSide side, ScanCase scanCase, long rowsOut) throws IOException {
        Path counts = work.resolve("counts");
        WorkFolder.delete(counts);
        Files.createDirectories(counts);
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        side.attach(environment, scanCase, table).sinkTo(new CountingSink(counts.toString()));
        System.gc();
        double seconds = execute(environment, side).getNetRuntime(TimeUnit.MILLISECONDS) / MILLIS_PER_SECOND;
        long found = CountingSink.count(counts);
        if (found != rowsOut) {
            throw new IllegalStateException(side.name() + " gave " + found + " rows of " + rowsOut);
        }
        return seconds;
    }

    private static JobExecutionResult execute(StreamExecutionEnvironment environment, ScanSide side)
            throws IOException {
        try {
            return environment.execute("scan by " + side.name());
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the job that reads by " + side.name() + " failed", e);
        }
    }
}
