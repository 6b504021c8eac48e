/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.testing.TableImage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A version of the table, as the referee knows it.
 *
 * @param millis when it landed
 * @param txnId of its commit
 * @param actions of its commit
 * @param image of the table, replayed from all commits
 * @param rows that are live
 */
record Landed(
        long version, long millis, Optional<String> txnId, List<Action> actions, TableImage image, Set<Long> rows) {}
