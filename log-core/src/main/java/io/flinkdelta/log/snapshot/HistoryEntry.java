/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.CommitInfo;
import java.util.Optional;

/**
 * One commit of a table's history.
 *
 * @param timestamp epoch milliseconds, larger than that of the version before
 * @param commitInfo empty when the writer recorded none
 */
public record HistoryEntry(long version, long timestamp, Optional<CommitInfo> commitInfo) {}
