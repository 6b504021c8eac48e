/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.snapshot.LogSnapshot;
import java.util.Optional;

/**
 * A commit of our own that is in the log.
 *
 * @param snapshot the table after it
 * @param transaction as it landed; empty when that is not known, because an earlier attempt to commit it has landed
 */
public record LandedCommit(LogSnapshot snapshot, Optional<Transaction> transaction) {}
