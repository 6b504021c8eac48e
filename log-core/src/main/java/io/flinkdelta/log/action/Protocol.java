/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The protocol of the table (PROTOCOL.md, "Protocol Evolution"). The feature sets are present from 3 and 7 on. */
public record Protocol(
        int minReaderVersion,
        int minWriterVersion,
        Optional<SortedSet<String>> readerFeatures,
        Optional<SortedSet<String>> writerFeatures)
        implements Action {
    public Protocol {
        readerFeatures = readerFeatures.map(TreeSet::new);
        writerFeatures = writerFeatures.map(TreeSet::new);
    }

    /** A protocol without table features. */
    public static Protocol legacy(int minReaderVersion, int minWriterVersion) {
        return new Protocol(minReaderVersion, minWriterVersion, Optional.empty(), Optional.empty());
    }

    /** Reader version 3 and writer version 7 with these features. */
    public static Protocol features(Set<String> readerFeatures, Set<String> writerFeatures) {
        return new Protocol(
                3, 7, Optional.of(new TreeSet<>(readerFeatures)), Optional.of(new TreeSet<>(writerFeatures)));
    }

    /** Whether the protocol lists {@code feature} for writers. */
    public boolean hasWriterFeature(String feature) {
        return writerFeatures.filter(listed -> listed.contains(feature)).isPresent();
    }

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.protocol(this);
    }
}
