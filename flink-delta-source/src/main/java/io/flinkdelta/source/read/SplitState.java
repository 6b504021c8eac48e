/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitPosition;
import java.util.OptionalLong;

/** How far a split has been emitted. One thread. */
final class SplitState {
    private final DeltaSplit split;
    private int step;
    private long row;
    /** Whose watermark has been given; before the first, one that there is not. */
    private int announcedStep = -1;

    SplitState(DeltaSplit split) {
        this.split = split;
        this.step = split.position().step();
        this.row = split.position().row();
    }

    /** The watermark that comes before a record, if another one does than before the last; milliseconds. */
    OptionalLong watermarkBefore(DeltaRecord record) {
        if (record.step() == announcedStep) {
            return OptionalLong.empty();
        }
        announcedStep = record.step();
        long earliest = Math.min(
                split.content().earliestMillis(announcedStep).orElse(Long.MIN_VALUE), split.watermarkLimitMillis());
        return earliest == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(earliest - 1);
    }

    void passed(DeltaRecord record) {
        step = record.step();
        row = record.position() + 1;
    }

    /** As it was assigned. */
    DeltaSplit split() {
        return split;
    }

    DeltaSplit toSplit() {
        return split.at(new SplitPosition(step, row));
    }
}
