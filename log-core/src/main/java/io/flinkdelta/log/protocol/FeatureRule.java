/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.protocol.TableFeature.Side;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * What the protocol says of one table feature (PROTOCOL.md, "Valid Feature Names in Table Features"),
 * whether this build can do it or not: {@link TableFeature} says that.
 *
 * @param side who has to know it
 * @param readerVersion the lowest reader version of a table with it: 1 for a writer feature
 * @param writerVersion the lowest writer version of a table with it: 7 unless it is older than the lists of features
 * @param requires the features that a table with it needs as well
 * @param enabledBy whether a table with this schema and these properties needs it, given the features that it has
 * @param entersByItself whether an existing table gets it as soon as it needs it; else somebody has to
 *     ask for it by {@code delta.feature.NAME}, because it locks out older readers
 */
record FeatureRule(
        String name,
        Side side,
        int readerVersion,
        int writerVersion,
        Set<String> requires,
        BiPredicate<TableUse, Set<String>> enabledBy,
        boolean entersByItself) {
    /** The versions that list features. */
    static final int LISTING_READERS = 3;

    static final int LISTING_WRITERS = 7;

    FeatureRule {
        requires = Set.copyOf(requires);
    }

    /** A writer feature that tables have from {@code version} on without listing it. */
    static FeatureRule legacyWriter(String name, int version) {
        return new FeatureRule(name, Side.WRITER, 1, version, Set.of(), FeatureRule::nothing, true);
    }

    static FeatureRule writer(String name, String... requires) {
        return new FeatureRule(name, Side.WRITER, 1, LISTING_WRITERS, Set.of(requires), FeatureRule::nothing, true);
    }

    static FeatureRule readerAndWriter(String name, String... requires) {
        return new FeatureRule(
                name,
                Side.READER_AND_WRITER,
                LISTING_READERS,
                LISTING_WRITERS,
                Set.of(requires),
                FeatureRule::nothing,
                true);
    }

    private static boolean nothing(TableUse table, Set<String> features) {
        return false;
    }

    FeatureRule when(BiPredicate<TableUse, Set<String>> use) {
        return new FeatureRule(name, side, readerVersion, writerVersion, requires, use, entersByItself);
    }

    FeatureRule onlyWhenAskedFor() {
        return new FeatureRule(name, side, readerVersion, writerVersion, requires, enabledBy, false);
    }

    /** Whether a table of these versions has the feature without listing it. */
    boolean impliedBy(int minReaderVersion, int minWriterVersion) {
        return minReaderVersion < LISTING_READERS
                && minWriterVersion < LISTING_WRITERS
                && writerVersion < LISTING_WRITERS
                && minReaderVersion >= readerVersion
                && minWriterVersion >= writerVersion;
    }
}
