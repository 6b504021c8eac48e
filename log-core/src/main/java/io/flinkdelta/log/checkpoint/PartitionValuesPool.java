/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.PartitionValues;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.io.api.Binary;

/** Makes each partition's values once, however many files it has. One thread. */
final class PartitionValuesPool {
    /** More are not worth remembering: then most files have a partition of their own. */
    private static final int MAX_PARTITIONS = 50_000;

    private final Map<List<Binary>, PartitionValues> known = new HashMap<>();
    /** Most files follow one of the same partition: its keys and values in turns. */
    private Binary[] lastRow = new Binary[0];

    private PartitionValues last = PartitionValues.of(Map.of());

    /** Of row {@code wanted} of the row group. */
    PartitionValues read(MapColumn column, long wanted) {
        int entries = column.entries(wanted);
        if (!isLast(column, entries)) {
            lastRow = copy(column, entries);
            last = pooled(Arrays.asList(lastRow));
        }
        return last;
    }

    private boolean isLast(MapColumn column, int entries) {
        if (lastRow.length != 2 * entries) {
            return false;
        }
        for (int i = 0; i < entries; i++) {
            if (!column.key(i).equals(lastRow[2 * i]) || !Objects.equals(column.value(i), lastRow[2 * i + 1])) {
                return false;
            }
        }
        return true;
    }

    /** Apart from the pages that they were read from. */
    private static Binary[] copy(MapColumn column, int entries) {
        Binary[] row = new Binary[2 * entries];
        for (int i = 0; i < entries; i++) {
            row[2 * i] = copy(column.key(i));
            row[2 * i + 1] = copy(column.value(i));
        }
        return row;
    }

    private static Binary copy(Binary text) {
        return text == null ? null : Binary.fromConstantByteArray(text.getBytes());
    }

    private PartitionValues pooled(List<Binary> row) {
        PartitionValues values = known.get(row);
        if (values == null) {
            values = parse(row);
            if (known.size() == MAX_PARTITIONS) {
                known.clear();
            }
            known.put(row, values);
        }
        return values;
    }

    private static PartitionValues parse(List<Binary> row) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < row.size(); i += 2) {
            Binary value = row.get(i + 1);
            values.put(row.get(i).toStringUsingUTF8(), value == null ? null : value.toStringUsingUTF8());
        }
        return PartitionValues.of(values);
    }
}
