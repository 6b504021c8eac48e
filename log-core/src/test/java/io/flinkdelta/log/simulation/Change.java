/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A kind of commit: how it is computed from a version of the table. */
@FunctionalInterface
interface Change {
    /**
     * Makes up a commit, and writes its files.
     *
     * @param table the version to compute it from
     * @return empty when there is nothing to do
     */
    Optional<Staged> stage(SimulatedProcess process, Snapshot table, Random random) throws IOException;

    /**
     * A commit that is to be made.
     *
     * @param files that were written for it, of which nobody knows if it fails
     */
    record Staged(TransactionBuilder transaction, List<String> files) {
        public Staged {
            files = List.copyOf(files);
        }
    }
}
