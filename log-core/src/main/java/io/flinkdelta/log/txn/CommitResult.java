/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.snapshot.Snapshot;

/** What a commit came to. Failures are exceptions; these are the two outcomes a caller goes on from. */
public sealed interface CommitResult {
    /** The table as it is after the commit. */
    Snapshot snapshot();

    /**
     * Our commit is version {@code version} of the table.
     *
     * @param attempts how many versions were tried, 1 without a race
     */
    record Committed(long version, Snapshot snapshot, int attempts) implements CommitResult {}

    /**
     * The table already had a {@code txn} of our application at or above ours: the work was committed
     * before, by an earlier attempt whose success was not seen.
     */
    record AlreadyCommitted(long txnVersion, Snapshot snapshot) implements CommitResult {}
}
