/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.split;

import java.util.Comparator;
import java.util.Objects;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * Rows or changes of one version of the table, to be read by one reader; the unit of assignment, and with its position
 * the state of a reader. Immutable.
 *
 * @param version of the table
 * @param number among the splits of the version, as they were planned
 * @param timestampMillis of the version, milliseconds since the epoch
 * @param position where to go on
 */
public record DeltaSplit(long version, long number, long timestampMillis, SplitContent content, SplitPosition position)
        implements SourceSplit {
    /** As they were planned: by version, and within it as the log has their files. */
    public static final Comparator<DeltaSplit> ORDER =
            Comparator.comparingLong(DeltaSplit::version).thenComparingLong(DeltaSplit::number);

    public DeltaSplit {
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(position, "position");
    }

    /** Of which nothing has been read. */
    public DeltaSplit(long version, long number, long timestampMillis, SplitContent content) {
        this(version, number, timestampMillis, content, SplitPosition.START);
    }

    @Override
    public String splitId() {
        return version + "-" + number;
    }

    /** This split from another position on. */
    public DeltaSplit at(SplitPosition newPosition) {
        return new DeltaSplit(version, number, timestampMillis, content, newPosition);
    }

    /** The bytes of its files, at most. */
    public long length() {
        return content.files().stream().mapToLong(SplitFile::length).sum();
    }
}
