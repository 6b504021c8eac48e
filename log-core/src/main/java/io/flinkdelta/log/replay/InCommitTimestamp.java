/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

/**
 * The time that a commit says of itself (PROTOCOL.md, "In-Commit Timestamps").
 *
 * @param version of the commit
 * @param timestampMillis epoch milliseconds
 */
public record InCommitTimestamp(long version, long timestampMillis) {}
