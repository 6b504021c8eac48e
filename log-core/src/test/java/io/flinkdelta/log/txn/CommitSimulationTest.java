/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.HistoryEntry;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogFault;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.CommitInvariants;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Three writers, each with an identity and a row of checkpoints, on a store that loses answers, loses
 * puts, lets them land late and fails. A writer whose commit failed starts anew and commits the same
 * checkpoint again with other files, from a fresh or a stale snapshot. In the end every checkpoint of
 * every writer is in the table exactly once. The table tracks its rows and has in-commit timestamps, which the
 * writers' clocks, jumping to and fro, must not upset.
 */
class CommitSimulationTest {
    private static final int SEEDS = 60;
    private static final int STEPS = 40;

    @Test
    void everyCheckpointLandsOnce() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                new Simulation(seed).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /** Shows a time within an hour of the real one. */
    private static final class JumpingClock extends Clock {
        private final Random random;

        JumpingClock(Random random) {
            this.random = random;
        }

        @Override
        public Instant instant() {
            return Instant.now().plusMillis(random.nextInt(3_600_000) - 1_800_000);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private static final class Simulation {
        private final Random random;
        private final InMemoryLogStore honest = new InMemoryLogStore();
        private final FaultyLogStore store = new FaultyLogStore(honest);
        private final TestTable table;
        private final DeltaLog log;
        private final List<Writer> writers = new ArrayList<>();
        private final List<LogFault.Late> onTheirWay = new ArrayList<>();
        private int attempts;

        Simulation(long seed) {
            random = new Random(seed);
            table = TestTable.createTracked(store, Map.of("delta.checkpointInterval", "7"));
            log = table.log(new JumpingClock(new Random(seed)));
            for (int i = 0; i < 3; i++) {
                writers.add(new Writer("app" + i, log.latestSnapshot()));
            }
        }

        void run() throws IOException {
            for (int step = 0; step < STEPS; step++) {
                Writer writer = writers.get(random.nextInt(writers.size()));
                LogFault.Late late = armFault();
                writer.commit();
                store.heal();
                if (late != null) {
                    onTheirWay.add(late);
                }
                if (random.nextInt(3) == 0) {
                    landOne();
                }
            }
            while (!onTheirWay.isEmpty()) {
                landOne();
            }
            for (Writer writer : writers) {
                writer.commit();
            }
            check();
        }

        private LogFault.Late armFault() {
            LogFault fault = store.on(
                    LogOperation.PUT,
                    name -> LogFile.parse(name)
                            .filter(LogFile.Commit.class::isInstance)
                            .isPresent());
            switch (random.nextInt(8)) {
                case 0 -> fault.failBefore();
                case 1 -> fault.always().failBefore();
                case 2 -> fault.unknownWithEffect();
                case 3 -> fault.unknownWithoutEffect();
                case 4 -> {
                    return fault.landLate();
                }
                case 5 -> fault.runBefore(() -> table.append("other" + attempts++));
                case 6 -> store.on(LogOperation.READ).times(2).failBefore();
                default -> {}
            }
            return null;
        }

        private void landOne() throws IOException {
            if (!onTheirWay.isEmpty()) {
                LogFault.Late late = onTheirWay.remove(random.nextInt(onTheirWay.size()));
                try {
                    late.land();
                } catch (IllegalStateException neverCalled) {
                    assertThat(neverCalled).hasMessageContaining("not been called");
                }
            }
        }

        private void check() {
            Snapshot latest = log.latestSnapshot();
            Map<String, Integer> landed = new TreeMap<>();
            for (String path : TestTable.paths(latest)) {
                if (path.startsWith("app")) {
                    landed.merge(path.substring(0, path.lastIndexOf('-')), 1, Integer::sum);
                }
            }
            Map<String, Integer> expected = new TreeMap<>();
            for (Writer writer : writers) {
                for (long checkpoint = 1; checkpoint < writer.next; checkpoint++) {
                    expected.put(writer.appId + "-" + checkpoint, 1);
                }
                assertThat(latest.transactionVersion(writer.appId).orElse(0)).isEqualTo(writer.next - 1);
            }
            assertThat(landed).isEqualTo(expected);
            assertThat(log.history(OptionalInt.empty()))
                    .extracting(HistoryEntry::version)
                    .hasSize((int) latest.version() + 1);
            CommitInvariants.check(honest, latest.version());
        }

        private final class Writer {
            private final String appId;
            private Snapshot snapshot;
            private long next = 1;

            Writer(String appId, Snapshot snapshot) {
                this.appId = appId;
                this.snapshot = snapshot;
            }

            void commit() {
                try {
                    CommitResult result = log.newTransaction(snapshot, Operation.STREAMING_UPDATE)
                            .txn(appId, next)
                            .add(TestTable.file(appId + "-" + next + "-" + attempts++, random.nextInt(4)))
                            .commit();
                    snapshot = result.snapshot();
                    next++;
                } catch (OutcomeUnknownException | StorageUnavailableException e) {
                    restart();
                } catch (CommitConflictException e) {
                    throw new AssertionError("nobody else has our identity", e);
                }
            }

            /** Goes on from the newest version, or from the one it knew, as a slow listing may show it. */
            private void restart() {
                store.heal();
                if (random.nextBoolean()) {
                    snapshot = log.latestSnapshot();
                }
            }
        }
    }
}
