/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;

/**
 * Tells what comes after a reader not to wait for its watermarks while the enumerator has nothing for it. One thread.
 */
final class Idleness {
    private static final String NO_SPLIT = "no-split";

    private boolean due;
    private boolean idle;

    /** The enumerator says so. */
    void nothingToRead() {
        due = true;
    }

    /** @param reading whether there are splits */
    void update(boolean reading, ReaderOutput<?> output) {
        if (reading && (idle || due)) {
            due = false;
            if (idle) {
                idle = false;
                output.markActive();
            }
        } else if (due) {
            due = false;
            idle = true;
            markIdle(output);
        }
    }

    /** Outputs of splits and the one for all are to agree; those of splits that are through do not have a say. */
    private static void markIdle(ReaderOutput<?> output) {
        SourceOutput<?> split = output.createOutputForSplit(NO_SPLIT);
        split.markIdle();
        output.releaseOutputForSplit(NO_SPLIT);
        output.markIdle();
    }
}
