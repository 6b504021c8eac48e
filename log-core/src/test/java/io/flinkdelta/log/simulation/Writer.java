/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.simulation.Change.Staged;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.CommitResult;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A writer with an identity and a number of steps to make, each of which is to be in the table once:
 *
 * <ol>
 *   <li>It computes a change from the newest version, or from one that it remembers, and commits it.
 *   <li>When that failed, or it is unknown whether it did, or the process ended, the step is made again, by a new
 *       process perhaps, with other rows.
 *   <li>The same commit is made once more now and then, whether it failed, is in, or nobody knows.
 *   <li>The step is done when a commit of it was acknowledged, or found in the table.
 * </ol>
 */
final class Writer {
    private final SimulatedTable table;
    private final Random random;
    private final String appId;
    private final List<Change> changes;
    private final Images images;
    private Snapshot known;
    /** When the log was read that {@link #known} was made from, by the writer's own commits perhaps. */
    private long readMillis;

    private long step = 1;

    /** @param changes one of which each step takes */
    Writer(SimulatedTable table, Random random, String appId, List<Change> changes) {
        this.table = table;
        this.random = random;
        this.appId = appId;
        this.changes = changes;
        this.images = new Images(table);
    }

    /** Makes steps until so many are made; may be called again after a crash of {@code process}. */
    void work(SimulatedProcess process, long steps) {
        known = null;
        while (step <= steps) {
            process.progress(Optional.of(new Effect.Progress(appId, step)));
            try {
                makeStep(process);
            } catch (StorageUnavailableException | IOException e) {
                process.trace("FAILED", appId + " " + step, e.getMessage());
            }
            process.requireAlive();
            rest(process, random);
        }
    }

    /** Not for long mostly, but now and then for so long that something expires. */
    static void rest(SimulatedProcess process, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> process.sleep(random.nextInt(60 * 3_600_000));
            case 1, 2 -> process.sleep(random.nextInt(60_000));
            default -> {}
        }
    }

    private void makeStep(SimulatedProcess process) throws IOException {
        Change change = changes.get(random.nextInt(changes.size()));
        process.course().undisturbed(true);
        Optional<Staged> staged = change.stage(process, base(process), random);
        process.course().undisturbed(false);
        if (staged.isPresent()) {
            commit(process, staged.get());
        } else {
            known = null;
        }
    }

    /** One that is remembered is not so old that files may be gone which it needs, of the table or of the log. */
    private Snapshot base(SimulatedProcess process) {
        long now = table.scheduler().now();
        long old = now - table.setup().fileRetention().toMillis() / 2;
        if (known == null
                || random.nextInt(4) == 0
                || readMillis < now - table.setup().logRetention().toMillis() / 4
                || table.history().at(known.version()).millis() < old) {
            readMillis = now;
            known = process.log().latestSnapshot();
        }
        return known;
    }

    /** Mostly once. The same again is the same commit, whatever has become of it before. */
    private void commit(SimulatedProcess process, Staged staged) throws IOException {
        process.trace("COMMIT", appId + " " + step + " " + staged.transaction().txnId(), "on " + known.version());
        Optional<CommitResult> in = Optional.empty();
        boolean unknown = false;
        do {
            try {
                CommitResult result = staged.transaction().commit();
                process.requireAlive();
                in = Optional.of(acknowledged(process, staged, result));
            } catch (CommitConflictException e) {
                process.requireAlive();
                table.referee().refused(staged.transaction().txnId(), e);
                failed(process, staged, e);
            } catch (StorageUnavailableException e) {
                process.requireAlive();
                failed(process, staged, e);
            } catch (OutcomeUnknownException e) {
                unknown = true;
                failed(process, staged, e);
            }
        } while (isToBeMadeAgain(process));
        if (in.isPresent()) {
            done(process, in.get());
        } else if (unknown) {
            known = random.nextBoolean() ? null : known;
        } else {
            giveUp(process, staged);
        }
    }

    private boolean isToBeMadeAgain(SimulatedProcess process) {
        boolean again = random.nextInt(4) == 0;
        if (again) {
            table.tally().count("made again");
            process.trace("AGAIN", appId + " " + step, "");
        }
        return again;
    }

    private void failed(SimulatedProcess process, Staged staged, DeltaException e) {
        table.tally().count(e.getClass().getSimpleName());
        process.trace(
                e instanceof OutcomeUnknownException ? "UNKNOWN" : "FAILED",
                staged.transaction().txnId(),
                e.getMessage());
    }

    private CommitResult acknowledged(SimulatedProcess process, Staged staged, CommitResult result) {
        String txnId = staged.transaction().txnId();
        table.tally().count(result.getClass().getSimpleName());
        process.trace("COMMITTED", txnId, result.getClass().getSimpleName());
        if (result instanceof Committed committed) {
            table.referee().acknowledged(txnId, committed.version());
        } else {
            table.referee().failed(txnId);
            table.referee().alreadyIn(new Effect.Progress(appId, step));
        }
        return result;
    }

    private void giveUp(SimulatedProcess process, Staged staged) throws IOException {
        table.referee().failed(staged.transaction().txnId());
        known = null;
        if (random.nextBoolean()) {
            for (String file : staged.files()) {
                process.storage().data().delete(file);
            }
        }
    }

    private void done(SimulatedProcess process, CommitResult result) {
        step++;
        known = result.snapshot();
        if (random.nextInt(3) == 0) {
            process.course().undisturbed(true);
            images.requireSame(LogSnapshot.cast(known));
            process.course().undisturbed(false);
        }
    }
}
