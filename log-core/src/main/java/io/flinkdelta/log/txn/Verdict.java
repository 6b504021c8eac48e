/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

/** What {@link ConflictChecker} makes of a transaction and a commit that overtook it. */
public sealed interface Verdict {
    /** The transaction may go on top of the other commit as it is. */
    record Rebase() implements Verdict {}

    /** The other commit is an earlier attempt at the same work, up to this {@code txn} version. */
    record AlreadyCommitted(long txnVersion) implements Verdict {}

    /**
     * The transaction may not go on top of the other commit.
     *
     * @param reason what the other commit did, to follow "because it"
     * @param remedy what the caller can do
     */
    record Conflict(String reason, String remedy) implements Verdict {}
}
