/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.DictionaryPage;

/** The dictionary of a column chunk of numbers, each 64 bits: a hash table with open addressing. */
final class NumberDictionary {
    private static final int FIRST_SLOTS = 128;
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    private final int valueBytes;
    private final DictionaryState state;
    private long[] entries = new long[0];
    private int size;
    /** Two numbers a slot: the value, and its id plus one or zero when the slot is free. */
    private long[] slots = new long[0];

    private int hashShift;

    /** @param valueBytes what a value takes in the file, 4 or 8 */
    NumberDictionary(int valueBytes, int maxBytes) {
        this.valueBytes = valueBytes;
        this.state = new DictionaryState(maxBytes);
    }

    void start() {
        state.start();
        size = 0;
        if (slots.length == 0) {
            allocate(FIRST_SLOTS);
            entries = new long[FIRST_SLOTS / 2];
        } else {
            Arrays.fill(slots, 0);
        }
    }

    boolean isOpen() {
        return state.isOpen();
    }

    long allocatedBytes() {
        return (long) Long.BYTES * (entries.length + slots.length);
    }

    /** Finds the ids of a page's values; false when the page is to be written without the dictionary. */
    boolean encode(long[] values, int count, int[] ids) {
        long previous = ~values[0];
        int id = -1;
        for (int i = 0; i < count; i++) {
            long value = values[i];
            if (value != previous) {
                id = idOf(value);
                previous = value;
            }
            ids[i] = id;
        }
        if (state.isTooLarge(size * valueBytes)) {
            state.stop();
        } else if (state.pays(count, count * valueBytes, size, size * valueBytes)) {
            return true;
        }
        release();
        return false;
    }

    private int idOf(long value) {
        int mask = slots.length - 2;
        int slot = slot(value);
        while (slots[slot + 1] != 0) {
            if (slots[slot] == value) {
                return (int) slots[slot + 1] - 1;
            }
            slot = (slot + 2) & mask;
        }
        return add(value, slot);
    }

    private int slot(long value) {
        return (int) ((value * HASH_FACTOR) >>> hashShift) << 1;
    }

    private int add(long value, int slot) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, 2 * size);
            allocate(slots.length);
            for (int id = 0; id < size; id++) {
                occupy(freeSlot(entries[id]), entries[id], id);
            }
            occupy(freeSlot(value), value, size);
        } else {
            occupy(slot, value, size);
        }
        entries[size] = value;
        return size++;
    }

    private void occupy(int slot, long value, int id) {
        slots[slot] = value;
        slots[slot + 1] = id + 1L;
    }

    private int freeSlot(long value) {
        int mask = slots.length - 2;
        int slot = slot(value);
        while (slots[slot + 1] != 0) {
            slot = (slot + 2) & mask;
        }
        return slot;
    }

    /** @param count of slots, a power of two */
    private void allocate(int count) {
        slots = new long[2 * count];
        hashShift = Long.SIZE - Integer.numberOfTrailingZeros(count);
    }

    /** Lets go of what only finding ids needs, and of everything when no page needs the entries. */
    private void release() {
        slots = new long[0];
        if (state.entriesInUse() == 0) {
            entries = new long[0];
        }
    }

    void appendIds(int[] ids, int count, GrowingBytes page, HybridEncoding hybrid) {
        int bitWidth = HybridEncoding.bitWidth(size - 1);
        page.appendByte(bitWidth);
        hybrid.encode(ids, count, bitWidth, page);
    }

    /** Null when no page uses it. */
    DictionaryPage end() {
        int used = state.entriesInUse();
        if (used == 0) {
            return null;
        }
        GrowingBytes bytes = new GrowingBytes(used * valueBytes);
        if (valueBytes == Long.BYTES) {
            bytes.appendLongs(entries, used);
        } else {
            bytes.appendInts(entries, used);
        }
        return new DictionaryPage(BytesInput.from(bytes.array(), 0, bytes.size()), used, DictionaryState.ENCODING);
    }
}
