/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import org.apache.flink.api.connector.source.ReaderOutput;

/**
 * Tells what comes after a reader not to wait for its watermarks while the enumerator has nothing for it. One thread.
 */
final class Idleness {
    private boolean due;
    private boolean idle;

    /** The enumerator says so. */
    void nothingToRead() {
        due = true;
    }

    /** @param reading whether there are splits */
    void update(boolean reading, ReaderOutput<?> output) {
        if (reading && idle) {
            output.markActive();
        } else if (!reading && due) {
            output.markIdle();
        }
        idle = !reading && (idle || due);
        due = false;
    }
}
