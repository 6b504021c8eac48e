/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.rows;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Makes the rows of one kind. Deterministic: the same arguments give the same rows. */
public interface RowGenerator {

    RowType rowType();

    /**
     * Makes part {@code part} (from 0) of {@code parts} of about {@code totalRows} rows.
     *
     * @param rows takes each row, which it may keep; false when it wants no more
     */
    void generate(int part, int parts, long totalRows, RowConsumer rows) throws java.io.IOException;

    /** Takes rows. */
    @FunctionalInterface
    interface RowConsumer {
        boolean accept(RowData row) throws java.io.IOException;
    }
}
