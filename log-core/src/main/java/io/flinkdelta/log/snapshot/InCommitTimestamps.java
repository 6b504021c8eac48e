/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.store.LogStore;
import java.util.OptionalLong;

/** Commit times inside the commits (PROTOCOL.md, "In-Commit Timestamps"), for tables that have them. Pure but for reads. */
public final class InCommitTimestamps {
    /** The property that names the first version with an in-commit timestamp, if that is not version 0. */
    public static final String ENABLEMENT_VERSION = "delta.inCommitTimestampEnablementVersion";

    /** The property that names the in-commit timestamp of that version, epoch milliseconds. */
    public static final String ENABLEMENT_TIMESTAMP = "delta.inCommitTimestampEnablementTimestamp";

    private InCommitTimestamps() {}

    /** Whether commits to a table of this metadata have one. */
    public static boolean areOn(Metadata metadata) {
        return TableProperties.isOn(metadata.configuration(), TableProperties.IN_COMMIT_TIMESTAMPS);
    }

    /** Whether version {@code version} has one, going by the metadata of that version or of a later one. */
    public static boolean apply(Metadata metadata, long version) {
        if (!areOn(metadata)) {
            return false;
        }
        String since = metadata.configuration().get(ENABLEMENT_VERSION);
        try {
            return since == null || version >= Long.parseLong(since.trim());
        } catch (NumberFormatException e) {
            return true;
        }
    }

    /**
     * From when on only versions with an in-commit timestamp count, epoch milliseconds; the least of all
     * numbers when the table does not say.
     */
    static long enablementTime(Metadata metadata) {
        String since = metadata.configuration().get(ENABLEMENT_TIMESTAMP);
        try {
            return since == null || !areOn(metadata) ? Long.MIN_VALUE : Long.parseLong(since.trim());
        } catch (NumberFormatException e) {
            return Long.MIN_VALUE;
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
