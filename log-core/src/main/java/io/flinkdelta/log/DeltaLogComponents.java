/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import io.flinkdelta.log.index.ReadParallelism;
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
        return new DeltaLogComponents(
                newClock,
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

    public DeltaLogComponents withSleeper(Sleeper newSleeper) {
        return new DeltaLogComponents(
                clock,
                newSleeper,
                random,
                txnIds,
                checkpointExecutor,
                checkpointSettings,
                readParallelism,
                checksums,
                engineInfo,
                commitSettings);
    }

    public DeltaLogComponents withRandom(RandomGenerator newRandom) {
        return new DeltaLogComponents(
                clock,
                sleeper,
                newRandom,
                txnIds,
                checkpointExecutor,
                checkpointSettings,
                readParallelism,
                checksums,
                engineInfo,
                commitSettings);
    }

    public DeltaLogComponents withTxnIds(Supplier<String> newTxnIds) {
        return new DeltaLogComponents(
                clock,
                sleeper,
                random,
                newTxnIds,
                checkpointExecutor,
                checkpointSettings,
                readParallelism,
                checksums,
                engineInfo,
                commitSettings);
    }

    public DeltaLogComponents withCheckpointExecutor(Executor executor) {
        return new DeltaLogComponents(
                clock,
                sleeper,
                random,
                txnIds,
                Optional.of(executor),
                checkpointSettings,
                readParallelism,
                checksums,
                engineInfo,
                commitSettings);
    }

    public DeltaLogComponents withCheckpointSettings(CheckpointSettings newSettings) {
        return new DeltaLogComponents(
                clock,
                sleeper,
                random,
                txnIds,
                checkpointExecutor,
                newSettings,
                readParallelism,
                checksums,
                engineInfo,
                commitSettings);
    }

    public DeltaLogComponents withReadParallelism(ReadParallelism parallelism) {
        return new DeltaLogComponents(
                clock,
                sleeper,
                random,
                txnIds,
                checkpointExecutor,
                checkpointSettings,
                Optional.of(parallelism),
                checksums,
                engineInfo,
                commitSettings);
    }

    public DeltaLogComponents withChecksums(boolean on) {
        return new DeltaLogComponents(
                clock,
                sleeper,
                random,
                txnIds,
                checkpointExecutor,
                checkpointSettings,
                readParallelism,
                on,
                engineInfo,
                commitSettings);
    }

    public DeltaLogComponents withEngineInfo(String newEngineInfo) {
        return new DeltaLogComponents(
                clock,
                sleeper,
                random,
                txnIds,
                checkpointExecutor,
                checkpointSettings,
                readParallelism,
                checksums,
                newEngineInfo,
                commitSettings);
    }

    public DeltaLogComponents withCommitSettings(CommitSettings newSettings) {
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
                newSettings);
    }
}
