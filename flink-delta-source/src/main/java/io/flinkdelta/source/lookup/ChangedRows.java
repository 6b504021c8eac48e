/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.lookup;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.table.data.binary.BinaryRowData;

/** Changes that wait to be taken over, in order and in bounded memory. One thread. */
final class ChangedRows {
    private final List<BinaryRowData> rows = new ArrayList<>();
    private final long maxBytes;
    private final ErrorContext table;
    private long bytes;

    ChangedRows(long maxBytes, ErrorContext table) {
        this.maxBytes = maxBytes;
        this.table = table;
    }

    /** @throws InvalidRequestException when they are too many */
    void add(BinaryRowData row) {
        bytes += RowCache.BYTES_PER_ROW + row.getSizeInBytes();
        if (bytes > maxBytes) {
            throw new InvalidRequestException(
                    "More rows have changed than fit into the memory of a lookup.",
                    table.with("changes", rows.size()).with("maxBytes", maxBytes),
                    "Read all rows anew.");
        }
        rows.add(row);
    }

    List<BinaryRowData> rows() {
        return Collections.unmodifiableList(rows);
    }
}
