/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks;

import io.flinkdelta.benchmarks.append.AppendBenchmark;
import io.flinkdelta.benchmarks.chaos.ChaosBenchmark;
import io.flinkdelta.benchmarks.checkpoint.CheckpointBenchmark;
import io.flinkdelta.benchmarks.commit.CommitBenchmark;
import io.flinkdelta.benchmarks.concurrent.ConcurrentBenchmark;
import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.scan.ScanBenchmark;
import io.flinkdelta.benchmarks.snapshot.SnapshotBenchmark;
import io.flinkdelta.benchmarks.tail.TailBenchmark;
import io.flinkdelta.benchmarks.writer.WriterBenchmark;
import java.util.List;

/** The benchmarks there are. */
public final class Benchmarks {
    private Benchmarks() {}

    /** All of them, in the order in which they are to be listed. */
    public static List<Benchmark> all() {
        return List.of(
                new AppendBenchmark(),
                new WriterBenchmark(),
                new CommitBenchmark(),
                new ConcurrentBenchmark(),
                new CheckpointBenchmark(),
                new SnapshotBenchmark(),
                new ScanBenchmark(),
                new TailBenchmark(),
                new ChaosBenchmark());
    }
}
