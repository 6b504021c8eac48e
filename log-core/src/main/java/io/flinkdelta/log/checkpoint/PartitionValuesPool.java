/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.PartitionValues;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes each partition's values once, however many files it has. One thread. */
final class PartitionValuesPool {
    /** More are not worth remembering: then most files have a partition of their own. */
    private static final int MAX_PARTITIONS = 50_000;

    private static final int FIRST_CAPACITY = 256;

    private final Map<ByteBuffer, PartitionValues> known = new HashMap<>();
    /** The entries of the row: of each key and value the length and the bytes, the length -1 for null. */
    private ByteBuffer row = ByteBuffer.allocate(FIRST_CAPACITY);
    /** Most files follow one of the same partition. */
    private ByteBuffer lastRow;

    private PartitionValues last;

    /** Of row {@code wanted} of the row group. */
    PartitionValues read(MapColumn column, long wanted) {
        row.clear();
        column.read(wanted, (key, value) -> {
            add(key);
            add(value);
        });
        row.flip();
        if (!row.equals(lastRow)) {
            lastRow = ByteBuffer.allocate(row.limit()).put(row.duplicate()).flip();
            last = known.get(lastRow);
            if (last == null) {
                last = parse(row.duplicate());
                if (known.size() == MAX_PARTITIONS) {
                    known.clear();
                }
                known.put(lastRow, last);
            }
        }
        return last;
    }

    private void add(ByteBuffer text) {
        int length = text == null ? 0 : text.remaining();
        if (row.remaining() < Integer.BYTES + length) {
            int capacity = Math.max(row.capacity() * 2, Math.addExact(row.position() + Integer.BYTES, length));
            row = ByteBuffer.allocate(capacity).put(row.flip());
        }
        row.putInt(text == null ? -1 : length);
        if (text != null) {
            row.put(text);
        }
    }

    private static PartitionValues parse(ByteBuffer row) {
        Map<String, String> values = new LinkedHashMap<>();
        while (row.hasRemaining()) {
            values.put(text(row), text(row));
        }
        return PartitionValues.of(values);
    }

    private static String text(ByteBuffer row) {
        int length = row.getInt();
        if (length < 0) {
            return null;
        }
        String text = new String(row.array(), row.arrayOffset() + row.position(), length, StandardCharsets.UTF_8);
        row.position(row.position() + length);
        return text;
    }
}
