/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.table.data.RowData;

/** Fails at one row, the first time that it comes after it was armed; for the tests of one JVM, one after another. */
record FailOnce(long id) implements MapFunction<RowData, RowData> {
    static final AtomicBoolean ARMED = new AtomicBoolean();

    @Override
    public RowData map(RowData row) {
        if (row.getLong(0) == id && ARMED.compareAndSet(true, false)) {
            throw new FailurePoint.Crash();
        }
        return row;
    }
}
