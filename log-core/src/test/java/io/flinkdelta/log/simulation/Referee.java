/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.InMemoryLogStore;
import java.util.ArrayList;
import java.util.List;

/** Sees all that happens to the table, and ends the simulation as soon as an {@link Invariant} does not hold. */
final class Referee {
    private final Scheduler scheduler;
    private final History history;
    private final Tally tally;
    private final CommitsOnce commits;
    private final RefusalsAreFounded refusals;
    private final List<Invariant> invariants = new ArrayList<>();

    Referee(Scheduler scheduler, Tally tally, History history, InMemoryLogStore log) {
        this.tally = tally;
        this.scheduler = scheduler;
        this.history = history;
        this.commits = new CommitsOnce(history);
        this.refusals = new RefusalsAreFounded(history, commits, log);
        invariants.add(commits);
    }

    void require(Invariant invariant) {
        invariants.add(invariant);
    }

    /** A commit is going to be made. */
    void attempt(String txnId, Effect effect) {
        commits.attempt(txnId, effect);
    }

    /** A writer was told that its commit is in. */
    void acknowledged(String txnId, long version) {
        scheduler.guard(() -> commits.acknowledged(txnId, version));
    }

    /** A writer was told that its work was in before. */
    void alreadyIn(Effect.Progress progress) {
        scheduler.guard(() -> commits.alreadyIn(progress));
    }

    /** A writer was told that its commit is not in, and never will be. */
    void failed(String txnId) {
        scheduler.guard(() -> commits.failed(txnId));
    }

    /** A writer was told that its commit contradicts what is in the log. */
    void refused(String txnId, CommitConflictException e) {
        scheduler.guard(() -> refusals.refused(txnId, e));
    }

    void logFileWritten(String name, byte[] content) {
        LogFile.parse(name)
                .ifPresent(file -> scheduler.guard(() -> {
                    tally.count("written " + file.getClass().getSimpleName());
                    if (file instanceof LogFile.Commit) {
                        Landed landed = history.take(file.version(), scheduler.now(), content);
                        invariants.forEach(invariant -> invariant.landed(landed));
                    } else {
                        invariants.forEach(invariant -> invariant.written(file, content));
                    }
                }));
    }

    void logFileDeleted(String name) {
        LogFile.parse(name)
                .ifPresent(file -> scheduler.guard(() -> {
                    tally.count("deleted " + file.getClass().getSimpleName());
                    invariants.forEach(invariant -> invariant.deleted(file));
                }));
    }

    void dataFileDeleted(String path) {
        scheduler.guard(() -> {
            tally.count("deleted data");
            invariants.forEach(invariant -> invariant.dataDeleted(path));
        });
    }

    void ended() {
        invariants.forEach(Invariant::ended);
    }
}
