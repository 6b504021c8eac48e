/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.error.CommitConflictException;
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

    private void commit(SimulatedProcess process, Staged staged) throws IOException {
        String txnId = staged.transaction().txnId();
        process.trace("COMMIT", appId + " " + step + " " + txnId, "on " + known.version());
        CommitResult result;
        try {
            result = staged.transaction().commit();
        } catch (CommitConflictException | StorageUnavailableException e) {
            process.requireAlive();
            table.referee().failed(txnId);
            table.tally().count(e.getClass().getSimpleName());
            process.trace("FAILED", txnId, e.getMessage());
            known = null;
            if (random.nextBoolean()) {
                for (String file : staged.files()) {
                    process.storage().data().delete(file);
                }
            }
            return;
        } catch (OutcomeUnknownException e) {
            table.tally().count(e.getClass().getSimpleName());
            process.trace("UNKNOWN", txnId, e.getMessage());
            known = random.nextBoolean() ? null : known;
            return;
        }
        process.requireAlive();
        acknowledged(process, txnId, result);
    }

    private void acknowledged(SimulatedProcess process, String txnId, CommitResult result) {
        table.tally().count(result.getClass().getSimpleName());
        process.trace("COMMITTED", txnId, result.getClass().getSimpleName());
        if (result instanceof Committed committed) {
            table.referee().acknowledged(txnId, committed.version());
        } else {
            table.referee().failed(txnId);
            table.referee().alreadyIn(new Effect.Progress(appId, step));
        }
        step++;
        known = result.snapshot();
        if (random.nextInt(3) == 0) {
            process.course().undisturbed(true);
            images.requireSame(LogSnapshot.cast(known));
            process.course().undisturbed(false);
        }
    }
}
