/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import java.util.Locale;
import java.util.Set;

/** What a property of a table that is to be made asks for. */
enum PropertyKind {
    /** Nothing beyond what this build does: a property of the user, one that is acted on, or a hint for other writers. */
    FINE,
    CHANGE_DATA_FEED,
    UNSUPPORTED,
    UNKNOWN;

    private static final Set<String> ACTED_ON = Set.of(
            TableProperties.CHECKPOINT_INTERVAL,
            TableProperties.CHECKPOINT_STATS_AS_JSON,
            TableProperties.CHECKPOINT_STATS_AS_STRUCT,
            TableProperties.INDEXED_COLUMNS,
            TableProperties.STATS_COLUMNS,
            TableProperties.STRING_PREFIX_LENGTH,
            TableProperties.APPEND_ONLY,
            TableProperties.DELETED_FILE_RETENTION,
            TableProperties.LOG_RETENTION,
            TableProperties.EXPIRED_LOG_CLEANUP,
            TableProperties.TRANSACTION_RETENTION,
            TableProperties.TARGET_FILE_SIZE,
            TableProperties.COMPRESSION,
            TableProperties.RANDOM_PREFIXES,
            TableProperties.RANDOM_PREFIX_LENGTH);

    /** Properties of Spark and others that bind no other writer. */
    private static final Set<String> HINTS = Set.of(
            "delta.autoOptimize",
            "delta.autoOptimize.autoCompact",
            "delta.autoOptimize.optimizeWrite",
            "delta.checkpointRetentionDuration",
            "delta.dropFeatureTruncateHistory.retentionDuration",
            "delta.enableFullRetentionRollback",
            "delta.sampleRetentionDuration",
            "delta.tuneFileSizesForRewrites");

    /** Off by default; on, they ask for a table feature that this build does not have. */
    private static final Set<String> SWITCHES = Set.of(
            "delta.compatibility.symlinkFormatManifest.enabled",
            "delta.enableDeletionVectors",
            "delta.enableIcebergCompatV1",
            "delta.enableIcebergCompatV2",
            "delta.enableIcebergCompatV3",
            "delta.enableInCommitTimestamps",
            "delta.enableMaterializePartitionColumnsFeature",
            "delta.enableRowTracking",
            "delta.enableTypeWidening",
            "delta.enableVariantShredding",
            "delta.rowTrackingSuspended",
            "delta.writePartitionColumnsToParquet");

    static PropertyKind of(String key, String value) {
        if (!key.toLowerCase(Locale.ROOT).startsWith("delta.")) {
            return FINE;
        }
        if (ACTED_ON.contains(key) || HINTS.contains(key)) {
            return FINE;
        }
        if (SWITCHES.contains(key)) {
            return value.equalsIgnoreCase("false") ? FINE : UNSUPPORTED;
        }
        return switch (key) {
            case TableProperties.CHANGE_DATA_FEED -> value.equalsIgnoreCase("true") ? CHANGE_DATA_FEED : FINE;
            case "delta.columnMapping.mode" -> value.equalsIgnoreCase("none") ? FINE : UNSUPPORTED;
            case "delta.checkpointPolicy" -> value.equalsIgnoreCase("classic") ? FINE : UNSUPPORTED;
            case "delta.isolationLevel" -> value.equalsIgnoreCase("serializable") ? FINE : UNSUPPORTED;
            case "delta.parquet.format.version" -> value.startsWith("1.") ? FINE : UNSUPPORTED;
            case "delta.minReaderVersion", "delta.minWriterVersion" -> UNSUPPORTED;
            default -> isUnsupportedFamily(key) ? UNSUPPORTED : UNKNOWN;
        };
    }

    private static boolean isUnsupportedFamily(String key) {
        return key.startsWith("delta.constraints.")
                || key.startsWith("delta.coordinatedCommits.")
                || key.startsWith("delta.redirect")
                || key.startsWith("delta.universalFormat.");
    }
}
