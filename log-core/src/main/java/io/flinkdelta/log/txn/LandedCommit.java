/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.snapshot.LogSnapshot;

/**
 * A commit of our own that is in the log.
 *
 * @param snapshot the table after it
 */
public record LandedCommit(LogSnapshot snapshot, Transaction transaction) {}
