/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.lookup;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.ProjectedRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/** The rows of one version of a table by their keys, each as a copy of its own. One thread applies changes. */
final class RowCache {
    /** What maps, lists and headers of objects take for each row, about. */
    static final int BYTES_PER_ROW = 160;

    private final RowDataSerializer rowSerializer;
    private final RowDataSerializer keySerializer;
    private final ProjectedRowData keyOf;
    private final ErrorContext table;
    private final long maxBytes;
    private final Map<BinaryRowData, List<BinaryRowData>> rows = new HashMap<>();
    private long bytes;
    private long count;

    /**
     * Of no rows.
     *
     * @param keyFields positions of the key's columns
     */
    RowCache(RowType rowType, int[] keyFields, ErrorContext table, long maxBytes) {
        this.rowSerializer = new RowDataSerializer(rowType);
        List<RowType.RowField> fields = new ArrayList<>();
        for (int field : keyFields) {
            fields.add(rowType.getFields().get(field));
        }
        this.keySerializer = new RowDataSerializer(new RowType(false, fields));
        this.keyOf = ProjectedRowData.from(keyFields);
        this.table = table;
        this.maxBytes = maxBytes;
    }

    /**
     * Adds or removes a row, as its kind says.
     *
     * @throws InvalidRequestException when the rows take more memory than they may
     * @throws CorruptLogException when a row is removed that there is not
     */
    void apply(RowData change) {
        boolean added = change.getRowKind() == RowKind.INSERT || change.getRowKind() == RowKind.UPDATE_AFTER;
        BinaryRowData row = rowSerializer.toBinaryRow(change, true);
        row.setRowKind(RowKind.INSERT);
        BinaryRowData key = key(row);
        if (added) {
            add(key, row);
        } else {
            remove(key, row);
        }
    }

    private void add(BinaryRowData key, BinaryRowData row) {
        rows.computeIfAbsent(key, unused -> new ArrayList<>(1)).add(row);
        count++;
        bytes += size(key, row);
        if (bytes > maxBytes) {
            throw new InvalidRequestException(
                    "The rows of the table take more memory than a lookup may.",
                    table.with("rows", count).with("bytes", bytes).with("maxBytes", maxBytes),
                    "Give it more (maxMemory), or read fewer columns and rows (columns, filter).");
        }
    }

    private void remove(BinaryRowData key, BinaryRowData row) {
        List<BinaryRowData> same = rows.get(key);
        if (same == null || !same.remove(row)) {
            throw new CorruptLogException(
                    "A commit deletes a row that the table does not have.",
                    table,
                    "Start the job anew; the rows are read again then.");
        }
        if (same.isEmpty()) {
            rows.remove(key);
        }
        count--;
        bytes -= size(key, row);
    }

    private static long size(BinaryRowData key, BinaryRowData row) {
        return BYTES_PER_ROW + (long) key.getSizeInBytes() + row.getSizeInBytes();
    }

    private BinaryRowData key(RowData row) {
        BinaryRowData key = keySerializer.toBinaryRow(keyOf.replaceRow(row), true);
        key.setRowKind(RowKind.INSERT);
        return key;
    }

    /**
     * The rows with this key; none for a key with a null, which equals nothing in SQL. Several threads may ask, while none
     * applies a change.
     *
     * @param key of the kind of an insertion
     */
    Collection<RowData> get(BinaryRowData key) {
        if (key.anyNull()) {
            return List.of();
        }
        List<BinaryRowData> found = rows.get(key);
        return found == null ? List.of() : List.copyOf(found);
    }

    long count() {
        return count;
    }

    long bytes() {
        return bytes;
    }
}
