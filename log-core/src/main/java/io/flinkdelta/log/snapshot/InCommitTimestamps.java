/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.store.LogStore;
import java.util.OptionalLong;

/** Commit times inside the commits (PROTOCOL.md, "In-Commit Timestamps"), for tables that have them. */
final class InCommitTimestamps {
    private static final String ENABLED = "delta.enableInCommitTimestamps";
    private static final String ENABLEMENT_VERSION = "delta.inCommitTimestampEnablementVersion";

    private InCommitTimestamps() {}

    /** Whether version {@code version} has one, going by the metadata of that version or of a later one. */
    static boolean apply(Metadata metadata, long version) {
        if (!Boolean.parseBoolean(metadata.configuration().getOrDefault(ENABLED, "false"))) {
            return false;
        }
        String since = metadata.configuration().get(ENABLEMENT_VERSION);
        try {
            return since == null || version >= Long.parseLong(since.trim());
        } catch (NumberFormatException e) {
            return true;
        }
    }

    /** The one of version {@code version}, epoch milliseconds. */
    static long read(LogStore log, long version, ErrorContext table) {
        OptionalLong time = CommitFile.read(log, version, table)
                .commitInfo()
                .map(CommitInfo::inCommitTimestamp)
                .orElse(OptionalLong.empty());
        return time.orElseThrow(() -> new CorruptLogException(
                "A commit of a table with in-commit timestamps has none.",
                table.with("version", version),
                "Ask for a version by its number."));
    }
}
