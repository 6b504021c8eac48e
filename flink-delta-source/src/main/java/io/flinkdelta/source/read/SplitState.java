/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitPosition;

/** How far a split has been emitted. One thread. */
final class SplitState {
    private final DeltaSplit split;
    private int step;
    private long row;

    SplitState(DeltaSplit split) {
        this.split = split;
        this.step = split.position().step();
        this.row = split.position().row();
    }

    void passed(DeltaRecord record) {
        step = record.step();
        row = record.position() + 1;
    }

    /** As it was assigned. */
    DeltaSplit split() {
        return split;
    }

    long timestampMillis() {
        return split.timestampMillis();
    }

    DeltaSplit toSplit() {
        return split.at(new SplitPosition(step, row));
    }
}
