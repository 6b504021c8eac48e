/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.StructType;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The protocol that schema and properties of a table ask for: the features that they use, those named
 * by {@code delta.feature.NAME}, and those that stand behind {@code delta.minReaderVersion} and
 * {@code delta.minWriterVersion}. Always the lowest protocol that fits, never one with fewer features
 * than before. Names and rules are those of delta-spark, so that the same request gives the same
 * protocol there and here. Pure.
 */
public final class ProtocolChange {
    private static final String MIN_READER = "delta.minReaderVersion";
    private static final String MIN_WRITER = "delta.minWriterVersion";
    private static final String IGNORE_DEFAULTS = "delta.ignoreProtocolDefaults";

    private ProtocolChange() {}

    /**
     * The protocol of a new table.
     *
     * @param properties valid, with those that are about the protocol
     */
    public static Protocol forNewTable(StructType schema, Map<String, String> properties) {
        boolean bare = TableProperties.isOn(properties, IGNORE_DEFAULTS);
        int reader = version(properties, MIN_READER, 1);
        int writer = version(properties, MIN_WRITER, bare ? 1 : 2);
        Set<String> features = new TreeSet<>(requested(properties));
        if (writer < FeatureRule.LISTING_WRITERS) {
            features.addAll(ProtocolFeatures.of(Protocol.legacy(Math.min(2, reader), writer)));
        }
        features.addAll(FeatureRules.neededBy(new TableUse(schema, properties), features));
        return ProtocolFeatures.lowestFor(features);
    }

    /**
     * The protocol of a table whose schema or properties change: {@code current} itself when it will do.
     *
     * @param properties valid, with those that are about the protocol
     * @throws InvalidRequestException naming a feature that is needed and has to be asked for first
     */
    public static Protocol forExistingTable(Protocol current, StructType schema, Map<String, String> properties) {
        Set<String> before = ProtocolFeatures.of(current);
        Set<String> features = new TreeSet<>(before);
        features.addAll(requested(properties));
        int reader = version(properties, MIN_READER, current.minReaderVersion());
        int writer = version(properties, MIN_WRITER, current.minWriterVersion());
        features.addAll(ProtocolFeatures.of(Protocol.legacy(reader, writer)));
        for (String name : FeatureRules.neededBy(new TableUse(schema, properties), features)) {
            FeatureRule rule = FeatureRules.find(name).orElseThrow();
            if (!features.contains(name) && !rule.entersByItself()) {
                throw new InvalidRequestException(
                        "The change needs the table feature " + name
                                + ", which a table only gets when it is asked for, because it locks out older readers.",
                        ErrorContext.none().with("feature", name),
                        "Set the property delta.feature." + name + " = supported first.");
            }
            features.add(name);
        }
        return features.equals(before) ? current : ProtocolFeatures.lowestFor(features);
    }

    /** Whether a table with this schema and these properties needs the feature. */
    public static boolean isNeeded(String feature, StructType schema, Map<String, String> properties) {
        return FeatureRules.neededBy(new TableUse(schema, properties), Set.of()).contains(feature);
    }

    /**
     * The lowest protocol of a table that has these features and no other.
     *
     * @param features names from PROTOCOL.md, with all that they require
     */
    public static Protocol withFeatures(Set<String> features) {
        return ProtocolFeatures.lowestFor(features);
    }

    /** {@code properties} as they are written to the table: without those that only shape its protocol. */
    public static Map<String, String> withoutProtocolProperties(Map<String, String> properties) {
        Map<String, String> rest = new LinkedHashMap<>(properties);
        rest.keySet().removeIf(ProtocolChange::isAboutTheProtocol);
        return rest;
    }

    private static boolean isAboutTheProtocol(String key) {
        return key.equals(MIN_READER)
                || key.equals(MIN_WRITER)
                || key.equals(IGNORE_DEFAULTS)
                || key.toLowerCase(Locale.ROOT).startsWith(PropertyRules.FEATURE_PREFIX);
    }

    private static Set<String> requested(Map<String, String> properties) {
        Set<String> names = new TreeSet<>();
        for (String key : properties.keySet()) {
            if (key.toLowerCase(Locale.ROOT).startsWith(PropertyRules.FEATURE_PREFIX)) {
                String name = key.substring(PropertyRules.FEATURE_PREFIX.length());
                names.add(FeatureRules.find(name).orElseThrow().name());
            }
        }
        return FeatureRules.closure(names);
    }

    private static int version(Map<String, String> properties, String key, int absent) {
        String text = properties.get(key);
        return text == null ? absent : Integer.parseInt(text.strip());
    }
}
