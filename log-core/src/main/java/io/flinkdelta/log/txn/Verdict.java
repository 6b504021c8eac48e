/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import java.util.Optional;

/** What {@link ConflictChecker} makes of a transaction and a commit that overtook it. */
public sealed interface Verdict {
    /** The transaction may go on top of the other commit as it is. */
    record Rebase() implements Verdict {}

    /** The other commit is an earlier attempt at the same work, up to this {@code txn} version. */
    record AlreadyCommitted(long txnVersion) implements Verdict {}

    /**
     * The transaction may not go on top of the other commit.
     *
     * @param file the path of the file that it is about, as the log has it
     * @param reason what the other commit did, to follow "because it"
     * @param remedy what the caller can do
     */
    record Conflict(ConflictRule rule, Optional<String> file, String reason, String remedy) implements Verdict {
        static final String RECOMPUTE = "Read the table anew and compute the change again.";

        /** About the table as a whole, to be answered by computing the change anew. */
        static Conflict of(ConflictRule rule, String reason) {
            return new Conflict(rule, Optional.empty(), reason, RECOMPUTE);
        }

        /** About a file, to be answered by computing the change anew. */
        static Conflict of(ConflictRule rule, String file, String reason) {
            return new Conflict(rule, Optional.of(file), reason, RECOMPUTE);
        }
    }
}
