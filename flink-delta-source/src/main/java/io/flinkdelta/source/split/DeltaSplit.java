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
 * @param watermarkLimitMillis the time, milliseconds since the epoch, that no row is before of what is read beside this
 *     split; {@link Long#MAX_VALUE} when there is none, {@link Long#MIN_VALUE} when it is not known
 */
public record DeltaSplit(
        long version,
        long number,
        long timestampMillis,
        SplitContent content,
        SplitPosition position,
        long watermarkLimitMillis)
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
        this(version, number, timestampMillis, content, SplitPosition.START, Long.MAX_VALUE);
    }

    @Override
    public String splitId() {
        return version + "-" + number;
    }

    /** This split from another position on. */
    public DeltaSplit at(SplitPosition newPosition) {
        return new DeltaSplit(version, number, timestampMillis, content, newPosition, watermarkLimitMillis);
    }

    /** This split with others beside it. */
    public DeltaSplit limited(long newWatermarkLimitMillis) {
        return new DeltaSplit(version, number, timestampMillis, content, position, newWatermarkLimitMillis);
    }

    /** The time that no row is before of those that are still to be read; {@link Long#MIN_VALUE} when it is not known. */
    public long earliestMillis() {
        return content.earliestMillis(position.step()).orElse(Long.MIN_VALUE);
    }

    /** The bytes of its files, at most. */
    public long length() {
        return content.files().stream().mapToLong(SplitFile::length).sum();
    }
}
