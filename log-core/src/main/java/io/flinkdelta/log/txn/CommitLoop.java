/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.SnapshotReader;
import io.flinkdelta.log.store.TableStorage;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Commits {@link Transaction}s to one table; the only place that writes a version and the only retry:
 *
 * <ol>
 *   <li>For a new table, sees that there is none yet: a clean-up may have removed version 0.
 *   <li>Waits a little where others would hardly get through; see {@link GiveWay}.
 *   <li>Puts the commit as the version after the one that was read: no listing, no reading.
 *   <li>When another commit is there already, reads the commits that came between and lets {@link
 *       ConflictChecker} decide. Without a conflict the next version is tried.
 *   <li>When the answer is lost, reads the version back; see {@link CommitPut}.
 * </ol>
 *
 * <p>Any thread; transactions of several threads race like those of several processes.
 */
public final class CommitLoop {
    private final TableStorage storage;
    private final SnapshotReader reader;
    private final CommitSettings settings;
    private final Clock clock;
    private final Sleeper sleeper;
    private final RandomGenerator random;
    private final Consumer<LandedCommit> afterCommit;
    private final GiveWay giveWay;

    /**
     * A loop for one table.
     *
     * @param reader of the same table
     * @param random thread-safe
     * @param afterCommit is told of every commit that landed, on the committing thread
     */
    public CommitLoop(
            TableStorage storage,
            SnapshotReader reader,
            CommitSettings settings,
            Clock clock,
            Sleeper sleeper,
            RandomGenerator random,
            Consumer<LandedCommit> afterCommit) {
        this.storage = storage;
        this.reader = reader;
        this.settings = settings;
        this.clock = clock;
        this.sleeper = sleeper;
        this.random = random;
        this.afterCommit = afterCommit;
        this.giveWay = new GiveWay(clock, random);
    }

    /**
     * Commits {@code transaction}, or finds that it was committed before.
     *
     * @throws io.flinkdelta.log.error.CommitConflictException when another commit contradicts it
     * @throws io.flinkdelta.log.error.OutcomeUnknownException when it stays unknown whether it landed
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage keeps failing
     * @throws io.flinkdelta.log.error.InvalidRequestException when it does not fit the table
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when this build may not write the table
     */
    public CommitResult run(Transaction transaction) {
        CommitPut put = new CommitPut(storage, settings, sleeper, random);
        CommitRun run = new CommitRun(transaction, storage, put, reader, clock, random, giveWay);
        CommitResult result = gaveWay() ? run.runFromNewest(settings.maxRaces()) : run.run(settings.maxRaces());
        if (result instanceof CommitResult.Committed committed) {
            afterCommit.accept(new LandedCommit(LogSnapshot.cast(committed.snapshot()), run.landed()));
        }
        return result;
    }

    /** Whether others were let through, who then have committed, most likely. */
    private boolean gaveWay() {
        Duration pause = giveWay.pause();
        if (pause.isZero()) {
            return false;
        }
        try {
            sleeper.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }
}
