/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.protocol.TableFeature.Side;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * From a protocol to the features that it stands for, listed or implied by its versions, and back
 * (PROTOCOL.md, "Table Features"). Pure.
 */
public final class ProtocolFeatures {
    private ProtocolFeatures() {}

    /** The names of all features that a table with this protocol has, sorted. */
    public static NavigableSet<String> of(Protocol protocol) {
        NavigableSet<String> features = new TreeSet<>();
        protocol.readerFeatures().ifPresent(features::addAll);
        protocol.writerFeatures().ifPresent(features::addAll);
        for (FeatureRule rule : FeatureRules.all()) {
            if (rule.impliedBy(protocol.minReaderVersion(), protocol.minWriterVersion())) {
                features.add(rule.name());
            }
        }
        return features;
    }

    /** Whether a table with this protocol has the feature. */
    public static boolean has(Protocol protocol, String feature) {
        return of(protocol).contains(feature);
    }

    /** Those of {@code features} that require {@code feature}. */
    public static List<String> dependingOn(String feature, Set<String> features) {
        return features.stream()
                .filter(other -> FeatureRules.find(other)
                        .filter(rule -> rule.requires().contains(feature))
                        .isPresent())
                .toList();
    }

    /**
     * The protocol with the lowest versions that stands for exactly these features: the features are
     * listed only where no pair of older versions stands for them.
     *
     * @param features names from PROTOCOL.md; closed, that is with all that they require
     */
    static Protocol lowestFor(Set<String> features) {
        int reader = 1;
        int writer = 1;
        NavigableSet<String> readerFeatures = new TreeSet<>();
        for (String name : features) {
            FeatureRule rule = FeatureRules.find(name)
                    .orElseThrow(() -> new IllegalArgumentException("no table feature: " + name));
            reader = Math.max(reader, rule.readerVersion());
            writer = Math.max(writer, rule.writerVersion());
            if (rule.side() == Side.READER_AND_WRITER) {
                readerFeatures.add(rule.name());
            }
        }
        Protocol legacy = Protocol.legacy(reader, writer);
        if (reader < FeatureRule.LISTING_READERS
                && writer < FeatureRule.LISTING_WRITERS
                && of(legacy).equals(features)) {
            return legacy;
        }
        return new Protocol(
                reader,
                FeatureRule.LISTING_WRITERS,
                reader < FeatureRule.LISTING_READERS ? Optional.empty() : Optional.of(readerFeatures),
                Optional.of(new TreeSet<>(features)));
    }
}
