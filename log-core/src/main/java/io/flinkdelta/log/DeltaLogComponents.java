/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.maintenance.CheckpointSettings;
import io.flinkdelta.log.txn.CommitSettings;
import io.flinkdelta.log.txn.Sleeper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What a {@link DeltaLog} works with. All of it may be used from any thread.
 *
 * @param sleeper lets time pass between two attempts of a commit
 * @param random spreads the pauses
 * @param txnIds unique ids of commits
 * @param checkpointExecutor runs checkpoints after commits; empty for a daemon thread of the DeltaLog's
 *     own, which starts when it is needed and ends when it is idle or the DeltaLog is closed
 * @param checkpointSettings in how many files checkpoints are written
 * @param readParallelism in how many threads the files of a checkpoint are read; empty for daemon threads of
 *     the DeltaLog's own, which start when they are needed and end when they are idle or the DeltaLog is closed
 * @param checksums whether commits leave version checksums ({@code .crc}) behind
 * @param engineInfo who writes, in commitInfo
 */
public record DeltaLogComponents(
        Clock clock,
        Sleeper sleeper,
        RandomGenerator random,
        Supplier<String> txnIds,
        Optional<Executor> checkpointExecutor,
        CheckpointSettings checkpointSettings,
        Optional<ReadParallelism> readParallelism,
        boolean checksums,
        String engineInfo,
        CommitSettings commitSettings) {

    /** The system's clock and threads, random ids. */
    public static DeltaLogComponents defaults() {
        return new DeltaLogComponents(
                Clock.systemUTC(),
                Sleeper.ofThread(),
                new Random(),
                () -> UUID.randomUUID().toString(),
                Optional.empty(),
                CheckpointSettings.defaults(),
                Optional.empty(),
                true,
                "flink-delta/" + version(),
                CommitSettings.defaults());
    }

    private static String version() {
        try (InputStream resource = DeltaLog.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("the jar of log-core is incomplete", e);
        }
    }

    public DeltaLogComponents withClock(Clock newClock) {
        return with(draft -> draft.clock = newClock);
    }

    public DeltaLogComponents withSleeper(Sleeper newSleeper) {
        return with(draft -> draft.sleeper = newSleeper);
    }

    public DeltaLogComponents withRandom(RandomGenerator newRandom) {
        return with(draft -> draft.random = newRandom);
    }

    public DeltaLogComponents withTxnIds(Supplier<String> newTxnIds) {
        return with(draft -> draft.txnIds = newTxnIds);
    }

    public DeltaLogComponents withCheckpointExecutor(Executor executor) {
        return with(draft -> draft.checkpointExecutor = Optional.of(executor));
    }

    public DeltaLogComponents withCheckpointSettings(CheckpointSettings newSettings) {
        return with(draft -> draft.checkpointSettings = newSettings);
    }

    public DeltaLogComponents withReadParallelism(ReadParallelism parallelism) {
        return with(draft -> draft.readParallelism = Optional.of(parallelism));
    }

    public DeltaLogComponents withChecksums(boolean on) {
        return with(draft -> draft.checksums = on);
    }

    public DeltaLogComponents withEngineInfo(String newEngineInfo) {
        return with(draft -> draft.engineInfo = newEngineInfo);
    }

    public DeltaLogComponents withCommitSettings(CommitSettings newSettings) {
        return with(draft -> draft.commitSettings = newSettings);
    }

    private DeltaLogComponents with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finished();
    }

    /** The components while one of them is exchanged. */
    private static final class Draft {
        private Clock clock;
        private Sleeper sleeper;
        private RandomGenerator random;
        private Supplier<String> txnIds;
        private Optional<Executor> checkpointExecutor;
        private CheckpointSettings checkpointSettings;
        private Optional<ReadParallelism> readParallelism;
        private boolean checksums;
        private String engineInfo;
        private CommitSettings commitSettings;

        Draft(DeltaLogComponents from) {
            clock = from.clock;
            sleeper = from.sleeper;
            random = from.random;
            txnIds = from.txnIds;
            checkpointExecutor = from.checkpointExecutor;
            checkpointSettings = from.checkpointSettings;
            readParallelism = from.readParallelism;
            checksums = from.checksums;
            engineInfo = from.engineInfo;
            commitSettings = from.commitSettings;
        }

        DeltaLogComponents finished() {
            return new DeltaLogComponents(
                    clock,
                    sleeper,
                    random,
                    txnIds,
                    checkpointExecutor,
                    checkpointSettings,
                    readParallelism,
                    checksums,
                    engineInfo,
                    commitSettings);
        }
    }
}
