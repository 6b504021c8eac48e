/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.benchmarks.chaos.Checkpoints.Checkpoint;
import io.flinkdelta.log.DeltaLog;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** How the table stood to the checkpoint that the job went on from, each time that a job manager was lost. */
final class Restarts {
    private final DeltaLog log;
    private final Supplier<Optional<String>> applicationId;
    private final AtomicInteger withoutState = new AtomicInteger();
    private final AtomicInteger committed = new AtomicInteger();
    private final AtomicInteger uncommitted = new AtomicInteger();

    /** Counts from zero; {@code applicationId} is the one under which the job's last commit was made. */
    Restarts(DeltaLog log, Supplier<Optional<String>> applicationId) {
        this.log = log;
        this.applicationId = applicationId;
    }

    /** Called before the job is submitted, while no job manager has it. */
    void note(Optional<Checkpoint> from) {
        if (from.isEmpty()) {
            withoutState.incrementAndGet();
        } else if (inTable().orElse(0) >= from.get().id()) {
            committed.incrementAndGet();
        } else {
            uncommitted.incrementAndGet();
        }
    }

    private OptionalLong inTable() {
        return applicationId
                .get()
                .map(id -> log.latestSnapshot().transactionVersion(id))
                .orElse(OptionalLong.empty());
    }

    /** Whether the job was submitted once. */
    boolean isFirstStart() {
        return withoutState.get() == 1 && committed.get() + uncommitted.get() == 0;
    }

    /** Submissions without a checkpoint, the first one included. */
    int withoutState() {
        return withoutState.get();
    }

    /** Restarts from a checkpoint whose rows were in the table. */
    int committed() {
        return committed.get();
    }

    /** Restarts from a checkpoint that was complete while its rows were not yet, or had none. */
    int uncommitted() {
        return uncommitted.get();
    }
}
