/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The properties that may be asked for: those of the protocol and of delta-spark by name and type,
 * everything that does not begin with {@code delta.} freely. Names are found in any case and
 * written as they are defined; {@code delta.feature.NAME} is written in lower case.
 */
final class PropertyRules {
    static final String FEATURE_PREFIX = "delta.feature.";
    static final String CONSTRAINT_PREFIX = "delta.constraints.";
    private static final String PREFIX = "delta.";

    /** What a property may be set to, and by whom. */
    private record Rule(String key, ValueCheck check, boolean writersOnly, ValueCheck support) {
        Rule keptByWriters() {
            return new Rule(key, check, true, support);
        }

        /** Values that are valid but ask for something that this build does not do fail {@code works}. */
        Rule supportedOnly(ValueCheck works) {
            return new Rule(key, check, writersOnly, works);
        }
    }

    private static final Map<String, Rule> BY_LOWER_CASE_KEY = byKey(
            rule("delta.appendOnly", ValueCheck.BOOLEAN),
            rule("delta.autoOptimize", ValueCheck.BOOLEAN),
            rule("delta.autoOptimize.autoCompact", ValueCheck.oneOf("true", "false", "auto", "legacy")),
            rule("delta.autoOptimize.optimizeWrite", ValueCheck.BOOLEAN),
            rule("delta.checkpoint.writeStatsAsJson", ValueCheck.BOOLEAN),
            rule("delta.checkpoint.writeStatsAsStruct", ValueCheck.BOOLEAN),
            rule("delta.checkpointInterval", ValueCheck.integer(1)),
            rule("delta.checkpointPolicy", ValueCheck.oneOf("classic", "v2")),
            rule("delta.checkpointRetentionDuration", ValueCheck.INTERVAL),
            rule("delta.columnMapping.mode", ValueCheck.oneOf("none", "name", "id")),
            rule("delta.columnMapping.maxColumnId", ValueCheck.integer(0)).keptByWriters(),
            rule("delta.compatibility.symlinkFormatManifest.enabled", ValueCheck.BOOLEAN)
                    .supportedOnly(ValueCheck.oneOf("false")),
            rule("delta.dataSkippingNumIndexedCols", ValueCheck.integer(-1)),
            rule("delta.dataSkippingStatsColumns", ValueCheck.COLUMNS),
            rule("delta.dataSkippingStringPrefixLength", ValueCheck.integer(0)),
            rule("delta.deletedFileRetentionDuration", ValueCheck.INTERVAL),
            rule("delta.dropFeatureTruncateHistory.retentionDuration", ValueCheck.INTERVAL),
            rule("delta.enableChangeDataCapture", ValueCheck.BOOLEAN),
            rule("delta.enableChangeDataFeed", ValueCheck.BOOLEAN),
            rule("delta.enableDeletionVectors", ValueCheck.BOOLEAN),
            rule("delta.enableExpiredLogCleanup", ValueCheck.BOOLEAN),
            rule("delta.enableFullRetentionRollback", ValueCheck.BOOLEAN),
            rule("delta.enableIcebergCompatV1", ValueCheck.BOOLEAN),
            rule("delta.enableIcebergCompatV2", ValueCheck.BOOLEAN),
            rule("delta.enableIcebergCompatV3", ValueCheck.BOOLEAN),
            rule("delta.enableInCommitTimestamps", ValueCheck.BOOLEAN),
            rule("delta.enableMaterializePartitionColumnsFeature", ValueCheck.BOOLEAN),
            rule("delta.enableRowTracking", ValueCheck.BOOLEAN),
            rule("delta.enableTypeWidening", ValueCheck.BOOLEAN),
            rule("delta.enableVariantShredding", ValueCheck.BOOLEAN),
            rule("delta.ignoreProtocolDefaults", ValueCheck.BOOLEAN),
            rule("delta.inCommitTimestampEnablementTimestamp", ValueCheck.integer(0))
                    .keptByWriters(),
            rule("delta.inCommitTimestampEnablementVersion", ValueCheck.integer(0))
                    .keptByWriters(),
            rule("delta.isolationLevel", ValueCheck.oneOf("Serializable")),
            rule("delta.logRetentionDuration", ValueCheck.INTERVAL),
            rule("delta.minReaderVersion", ValueCheck.oneOf("1", "2", "3")),
            rule("delta.minWriterVersion", ValueCheck.oneOf("1", "2", "3", "4", "5", "6", "7")),
            rule("delta.parquet.compression.codec", ValueCheck.TEXT),
            rule("delta.parquet.format.version", ValueCheck.oneOf("1.0.0", "2.12.0"))
                    .supportedOnly(ValueCheck.oneOf("1.0.0")),
            rule("delta.randomizeFilePrefixes", ValueCheck.BOOLEAN),
            rule("delta.randomPrefixLength", ValueCheck.integer(1)),
            rule("delta.requireCheckpointProtectionBeforeVersion", ValueCheck.integer(0))
                    .keptByWriters(),
            rule("delta.rowTracking.materializedRowIdColumnName", ValueCheck.TEXT)
                    .keptByWriters(),
            rule("delta.rowTracking.materializedRowCommitVersionColumnName", ValueCheck.TEXT)
                    .keptByWriters(),
            rule("delta.rowTrackingSuspended", ValueCheck.BOOLEAN),
            rule("delta.sampleRetentionDuration", ValueCheck.INTERVAL),
            rule("delta.setTransactionRetentionDuration", ValueCheck.INTERVAL),
            rule("delta.targetFileSize", ValueCheck.SIZE),
            rule("delta.tuneFileSizesForRewrites", ValueCheck.BOOLEAN),
            rule("delta.writePartitionColumnsToParquet", ValueCheck.BOOLEAN).supportedOnly(ValueCheck.oneOf("false")));

    private PropertyRules() {}

    private static Rule rule(String key, ValueCheck check) {
        return new Rule(key, check, false, ValueCheck.TEXT);
    }

    private static Map<String, Rule> byKey(Rule... rules) {
        Map<String, Rule> byKey = new LinkedHashMap<>();
        for (Rule rule : rules) {
            byKey.put(rule.key().toLowerCase(Locale.ROOT), rule);
        }
        return byKey;
    }

    /** The name under which {@code key} stands in a table's configuration. */
    static String canonicalKey(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        if (lower.startsWith(FEATURE_PREFIX)) {
            return lower;
        }
        if (lower.startsWith(CONSTRAINT_PREFIX)) {
            return lower;
        }
        return find(key).map(Rule::key).orElse(key);
    }

    private static Optional<Rule> find(String key) {
        return Optional.ofNullable(BY_LOWER_CASE_KEY.get(key.toLowerCase(Locale.ROOT)));
    }

    /**
     * The properties under their canonical names.
     *
     * @throws InvalidRequestException on an unknown {@code delta.} name, one that only writers set, or a bad value
     * @throws UnsupportedFeatureException on a value that asks for what this build does not do
     */
    static Map<String, String> requireValid(Map<String, String> request) {
        Map<String, String> canonical = new LinkedHashMap<>();
        request.forEach((key, value) -> {
            requireValid(key, value);
            if (canonical.put(canonicalKey(key), value) != null) {
                throw invalid(key, value, "A table property is set twice, in names that differ by case only.");
            }
        });
        return canonical;
    }

    private static void requireValid(String key, String value) {
        if (key.isBlank()) {
            throw invalid(key, value, "A table property has no name.");
        }
        String lower = key.toLowerCase(Locale.ROOT);
        if (lower.startsWith(FEATURE_PREFIX)) {
            requireFeature(key.substring(FEATURE_PREFIX.length()), key, value);
        } else if (lower.startsWith(PREFIX) && !lower.startsWith(CONSTRAINT_PREFIX)) {
            Rule rule = find(key).orElseThrow(() -> unknown(key, value));
            if (rule.writersOnly()) {
                throw invalid(key, value, "A table property is kept by writers and cannot be set.");
            }
            try {
                rule.check().require(value);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new InvalidRequestException(
                        "The value of a table property is not " + rule.check().expected() + ".",
                        where(key, value),
                        "Change the property.",
                        e);
            }
            if (!rule.support().accepts(value)) {
                throw unsupported(key, value);
            }
        }
    }

    private static void requireFeature(String name, String key, String value) {
        if (!value.equalsIgnoreCase("supported") && !value.equalsIgnoreCase("enabled")) {
            throw new InvalidRequestException(
                    "A table feature can only be 'supported'.", where(key, value), "Change the value of the property.");
        }
        if (FeatureRules.find(name).isEmpty()) {
            throw new UnsupportedFeatureException(
                    "A table property asks for a table feature that this version of flink-delta does not know.",
                    where(key, value),
                    "Correct its name, leave the property out, or use another client.");
        }
    }

    private static DeltaException unknown(String key, String value) {
        String lower = key.toLowerCase(Locale.ROOT);
        if (lower.startsWith("delta.coordinatedcommits.")
                || lower.startsWith("delta.redirect")
                || lower.startsWith("delta.universalformat.")) {
            return unsupported(key, value);
        }
        return invalid(key, value, "There is no such table property.");
    }

    private static InvalidRequestException invalid(String key, String value, String problem) {
        return new InvalidRequestException(problem, where(key, value), "Correct its name, or leave it out.");
    }

    private static UnsupportedFeatureException unsupported(String key, String value) {
        return new UnsupportedFeatureException(
                "A table property asks for what this version of flink-delta does not support.",
                where(key, value),
                "Leave the property out, or use another client.");
    }

    private static ErrorContext where(String key, String value) {
        return ErrorContext.none().with("property", key).with("value", value);
    }
}
