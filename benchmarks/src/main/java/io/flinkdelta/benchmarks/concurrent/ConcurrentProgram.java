/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.concurrent;

import io.flinkdelta.benchmarks.harness.MeasuredJvm;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Makes a table and has the writers of one side append to it; a program of {@link MeasuredJvm}. */
final class ConcurrentProgram {
    /** The figure by which the sides are compared. */
    static final String RATE = "commits_per_s";

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Side side;
    private final String table;
    private final int writers;
    private final int commits;
    private final Configuration hadoop = new Configuration();
    private final AtomicIntegerArray landed;
    private volatile int[] whenFirstWasReady;

    private ConcurrentProgram(String[] args) {
        side = Side.valueOf(args[0]);
        table = args[1];
        writers = Integer.parseInt(args[2]);
        commits = Integer.parseInt(args[3]);
        for (int at = 4; at < args.length; at += 2) {
            hadoop.set(args[at], args[at + 1]);
        }
        landed = new AtomicIntegerArray(writers);
    }

    /** Who writes. */
    enum Side {
        DELTA {
            @Override
            TableWriter writer(String table, Configuration hadoop) {
                return new DeltaTableWriter(table, hadoop);
            }
        },
        KERNEL {
            @Override
            TableWriter writer(String table, Configuration hadoop) {
                return new KernelTableWriter(table, hadoop);
            }
        };

        abstract TableWriter writer(String table, Configuration hadoop);
    }

    /** What one writer saw. */
    private record Seen(List<Double> millis, long attempts) {}

    /** The arguments are the side, the table, the number of writers, the commits of each, and Hadoop options. */
    public static void main(String[] args) throws Exception {
        new ConcurrentProgram(args).run();
    }

    private void run() throws Exception {
        try (DeltaLog log = DeltaLog.forTable(table, hadoop)) {
            log.newTable(Operation.CREATE_TABLE).metadata(metadata()).commit();
            List<Seen> seen = new ArrayList<>();
            ExecutorService threads = Executors.newFixedThreadPool(writers);
            long start = System.nanoTime();
            try {
                CountDownLatch ready = new CountDownLatch(writers);
                List<Future<Seen>> results = new ArrayList<>();
                for (int i = 0; i < writers; i++) {
                    int writer = i;
                    results.add(threads.submit(() -> write(writer, ready)));
                }
                ready.await();
                start = System.nanoTime();
                for (Future<Seen> result : results) {
                    seen.add(result.get());
                }
            } finally {
                threads.shutdownNow();
            }
            print(seen, System.nanoTime() - start);
            requireExact(log.latestSnapshot());
        }
    }

    private Seen write(int writer, CountDownLatch ready) throws Exception {
        List<Double> millis = new ArrayList<>();
        long attempts = 0;
        try (TableWriter own = side.writer(table, hadoop)) {
            // What a new JVM and a new client of the store do for the first time is nobody's share.
            own.commit(0);
            ready.countDown();
            ready.await();
            for (int number = 1; number <= commits; number++) {
                long start = System.nanoTime();
                attempts += own.commit(number);
                millis.add((System.nanoTime() - start) / NANOS_PER_MILLI);
                landed.incrementAndGet(writer);
            }
            noteFirst();
        } finally {
            ready.countDown();
        }
        return new Seen(millis, attempts);
    }

    private synchronized void noteFirst() {
        if (whenFirstWasReady == null) {
            whenFirstWasReady = IntStream.range(0, writers).map(landed::get).toArray();
        }
    }

    private void print(List<Seen> seen, long nanos) {
        List<Double> millis = new ArrayList<>();
        seen.forEach(writer -> millis.addAll(writer.millis()));
        long attempts = seen.stream().mapToLong(Seen::attempts).sum();
        MeasuredJvm.print(RATE, writers * commits * NANOS_PER_SECOND / nanos);
        MeasuredJvm.print("p50_ms", Samples.of(millis).median());
        MeasuredJvm.print("p99_ms", Samples.of(millis).percentile(99));
        int[] shares = whenFirstWasReady;
        MeasuredJvm.print(
                "slowest_share",
                Arrays.stream(shares).min().orElseThrow()
                        / Arrays.stream(shares).average().orElseThrow());
        if (attempts > 0) {
            MeasuredJvm.print("retries_per_commit", (double) attempts / millis.size() - 1);
        }
    }

    private void requireExact(Snapshot found) {
        long expected = writers * (commits + 1L);
        try (Stream<AddFile> live = found.files()) {
            long files = live.map(AddFile::path).distinct().count();
            if (found.version() != expected || files != expected) {
                throw new IllegalStateException("made " + expected + " commits of one file, found version "
                        + found.version() + " with " + files + " files");
            }
        }
    }

    private static Metadata metadata() {
        return new Metadata(
                UUID.randomUUID().toString(),
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(StructType.of(new StructField("id", PrimitiveType.LONG, true))),
                List.of(),
                OptionalLong.of(System.currentTimeMillis()),
                Map.of());
    }
}
