/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import org.apache.flink.table.data.RowData;

/** Makes rows of the table from rows of the sink: in the table's order, completed and checked. One thread. */
@FunctionalInterface
public interface RowPreparation {

    /**
     * {@code row} as it is to be stored; valid until the next call.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when the row violates a rule of the table
     */
    RowData apply(RowData row);
}
