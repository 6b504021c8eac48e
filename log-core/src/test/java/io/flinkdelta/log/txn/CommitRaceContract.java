/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.DeltaLogComponents;
import io.flinkdelta.log.snapshot.HistoryEntry;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitResult.AlreadyCommitted;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many threads commit to one table: no commit is lost, none lands twice, no version is missing. */
interface CommitRaceContract {
    int THREADS = 8;
    int COMMITS = 50;

    LogStore store() throws Exception;

    @Test
    default void everyCommitLandsOnce() throws Exception {
        LogStore store = store();
        TestTable.create(store);
        TableStorage storage = TestTable.in(store).storage();
        List<Long> versions = new ArrayList<>();
        inParallel(thread -> {
                    try (DeltaLog log = new DeltaLog(storage, components())) {
                        return commitAll(log, thread);
                    }
                })
                .forEach(versions::addAll);

        assertThat(new TreeSet<>(versions)).hasSize(THREADS * COMMITS);
        DeltaLog log = new DeltaLog(storage, components());
        Snapshot latest = log.latestSnapshot();
        assertThat(latest.version()).isEqualTo(THREADS * COMMITS);
        Set<String> expected = new TreeSet<>();
        for (int thread = 0; thread < THREADS; thread++) {
            assertThat(latest.transactionVersion("app" + thread)).hasValue(COMMITS - 1);
            for (int i = 0; i < COMMITS; i++) {
                expected.add(thread + "-" + i);
            }
        }
        assertThat(TestTable.paths(latest)).isEqualTo(expected);
        assertThat(log.history(OptionalInt.empty()))
                .extracting(HistoryEntry::version)
                .hasSize(THREADS * COMMITS + 1);
        assertThat(LogSnapshot.cast(latest).segment().checkpoint()).isPresent();
        assertThat(TestTable.paths(log.snapshotAt(THREADS * COMMITS / 2))).hasSize(THREADS * COMMITS / 2);
        log.close();
    }

    private static List<Long> commitAll(DeltaLog log, int thread) {
        List<Long> versions = new ArrayList<>();
        Snapshot snapshot = log.latestSnapshot();
        for (int i = 0; i < COMMITS; i++) {
            Committed committed = TestTable.committed(log.newTransaction(snapshot, Operation.STREAMING_UPDATE)
                    .txn("app" + thread, i)
                    .add(TestTable.file(thread + "-" + i))
                    .commit());
            versions.add(committed.version());
            assertThat(committed.snapshot().version()).isEqualTo(committed.version());
            snapshot = i % 3 == 0 ? log.refresh(committed.snapshot()) : committed.snapshot();
        }
        assertThat(log.backgroundCheckpoints().failures()).isZero();
        return versions;
    }

    @Test
    default void oneIdentityLandsOnce() throws Exception {
        LogStore store = store();
        TestTable table = TestTable.create(store);
        for (long version = 1; version <= 10; version++) {
            long checkpoint = version;
            Snapshot read = table.log().latestSnapshot();
            List<CommitResult> results = inParallel(thread -> {
                try (DeltaLog log = new DeltaLog(table.storage(), components())) {
                    return log.newTransaction(read, Operation.STREAMING_UPDATE)
                            .txn("app", checkpoint)
                            .add(TestTable.file(checkpoint + "-" + thread))
                            .commit();
                }
            });
            assertThat(results.stream().filter(Committed.class::isInstance)).hasSize(1);
            assertThat(results.stream().filter(AlreadyCommitted.class::isInstance))
                    .hasSize(THREADS - 1);
            assertThat(TestTable.paths(table.log().latestSnapshot())).hasSize((int) version);
        }
    }

    private static DeltaLogComponents components() {
        return DeltaLogComponents.defaults()
                .withCommitSettings(
                        new CommitSettings(10_000, 1, Duration.ofNanos(1000), Duration.ofMillis(1), Duration.ZERO));
    }

    private static <T> List<T> inParallel(Work<T> work) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        try {
            List<Callable<T>> calls = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                calls.add(() -> {
                    start.await();
                    return work.run(thread);
                });
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : executor.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        } finally {
            executor.shutdownNow();
        }
    }

    /** What one thread does. */
    interface Work<T> {
        T run(int thread) throws Exception;
    }
}
