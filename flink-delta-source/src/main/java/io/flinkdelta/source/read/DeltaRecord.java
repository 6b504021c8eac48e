/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import org.apache.flink.table.data.RowData;

/** A row on its way to the reader's output: always the same object for the rows of a batch. One thread at a time. */
final class DeltaRecord {
    private RowData row;
    private int step;
    private long position;

    void set(RowData newRow, int newStep, long newPosition) {
        row = newRow;
        step = newStep;
        position = newPosition;
    }

    /** Of use until the next one is asked for. */
    RowData row() {
        return row;
    }

    int step() {
        return step;
    }

    long position() {
        return position;
    }
}
