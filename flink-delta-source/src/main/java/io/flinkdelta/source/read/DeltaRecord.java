/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import org.apache.flink.table.data.RowData;

/** A row on its way to the reader's output: always the same object for the rows of a batch. One thread at a time. */
final class DeltaRecord {
    private RowData row;
    private int step;
    private long position;
    private long timestampMillis;

    void set(RowData newRow, long newTimestampMillis, int newStep, long newPosition) {
        row = newRow;
        timestampMillis = newTimestampMillis;
        step = newStep;
        position = newPosition;
    }

    /** Of use until the next one is asked for. */
    RowData row() {
        return row;
    }

    /** Milliseconds since the epoch. */
    long timestampMillis() {
        return timestampMillis;
    }

    int step() {
        return step;
    }

    long position() {
        return position;
    }
}
