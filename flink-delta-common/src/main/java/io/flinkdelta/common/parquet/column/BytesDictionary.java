/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;

/** The dictionary of a column chunk of byte arrays: a hash table with open addressing. */
final class BytesDictionary {
    private static final int FIRST_SLOTS = 64;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    private final int prefixBytes;
    private final DictionaryState state;
    private final ByteRange range;
    /** As a dictionary page has them. */
    private GrowingBytes entries = new GrowingBytes(0);
    /** Where each entry begins, behind its length; one more element than entries. */
    private int[] starts = new int[0];
    /** The page that each entry was last seen in. */
    private int[] lastPage = new int[0];

    private int size;
    private int page;
    /** The hash in the high half, the id plus one in the low half; zero when free. */
    private long[] slots = new long[0];

    /** @param prefixBytes before each value, in pages and in the dictionary: 4 for its length, or 0 */
    BytesDictionary(int prefixBytes, int maxBytes, ByteRange range) {
        this.prefixBytes = prefixBytes;
        this.state = new DictionaryState(maxBytes);
        this.range = range;
    }

    void start() {
        state.start();
        size = 0;
        page = 0;
        entries.clear();
        if (slots.length == 0) {
            slots = new long[FIRST_SLOTS];
            starts = new int[FIRST_SLOTS / 2 + 1];
            lastPage = new int[FIRST_SLOTS / 2];
        } else {
            Arrays.fill(slots, 0);
        }
        starts[0] = prefixBytes;
    }

    boolean isOpen() {
        return state.isOpen();
    }

    long allocatedBytes() {
        return entries.capacity()
                + (long) Integer.BYTES * (starts.length + lastPage.length)
                + (long) Long.BYTES * slots.length;
    }

    /**
     * Finds the ids of a page's values and notes the least and the greatest; false, and nothing noted,
     * when the page is to be written without the dictionary.
     */
    boolean encode(byte[] bytes, int[] valueStarts, int count, int[] ids, Statistics<?> statistics) {
        page++;
        range.start();
        int plainBytes = valueStarts[count] - valueStarts[0];
        for (int i = 0; i < count; i++) {
            int start = valueStarts[i];
            int length = valueStarts[i + 1] - start - prefixBytes;
            int id = idOf(bytes, start, length);
            if (lastPage[id] != page) {
                lastPage[id] = page;
                range.add(bytes, start, length);
            }
            ids[i] = id;
        }
        if (state.isTooLarge(entries.size())) {
            state.stop();
        } else if (state.pays(count, plainBytes, size, entries.size())) {
            range.note(statistics);
            return true;
        }
        release();
        return false;
    }

    private int idOf(byte[] bytes, int start, int length) {
        int hash = hash(bytes, start, length);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (true) {
            long found = slots[slot];
            if (found == 0) {
                return add(bytes, start, length, hash, slot);
            }
            int id = (int) found - 1;
            if ((int) (found >>> Integer.SIZE) == hash && isEntry(id, bytes, start, length)) {
                return id;
            }
            slot = (slot + 1) & mask;
        }
    }

    private boolean isEntry(int id, byte[] bytes, int start, int length) {
        int entry = starts[id];
        return starts[id + 1] - entry - prefixBytes == length
                && Arrays.equals(entries.array(), entry, entry + length, bytes, start, start + length);
    }

    private int add(byte[] bytes, int start, int length, int hash, int slot) {
        int target = slot;
        if (size == lastPage.length) {
            grow();
            target = freeSlot(hash);
        }
        slots[target] = ((long) hash << Integer.SIZE) | (size + 1);
        if (prefixBytes > 0) {
            entries.appendInt(length);
        }
        entries.append(bytes, start, length);
        lastPage[size] = 0;
        size++;
        starts[size] = entries.size() + prefixBytes;
        return size - 1;
    }

    private void grow() {
        starts = Arrays.copyOf(starts, 2 * size + 1);
        lastPage = Arrays.copyOf(lastPage, 2 * size);
        long[] old = slots;
        slots = new long[2 * old.length];
        for (long entry : old) {
            if (entry != 0) {
                slots[freeSlot((int) (entry >>> Integer.SIZE))] = entry;
            }
        }
    }

    private int freeSlot(int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Eight bytes at a time; the last eight overlap, so that nothing is taken one by one but short arrays. */
    private static int hash(byte[] bytes, int start, int length) {
        long hash = length * HASH_FACTOR;
        int end = start + length;
        if (length >= Long.BYTES) {
            for (int i = start; i + Long.BYTES < end; i += Long.BYTES) {
                hash = mix(hash ^ (long) LONG.get(bytes, i));
            }
            hash = mix(hash ^ (long) LONG.get(bytes, end - Long.BYTES));
        } else {
            long rest = 0;
            for (int i = start; i < end; i++) {
                rest = (rest << Byte.SIZE) | (bytes[i] & 0xFF);
            }
            hash = mix(hash ^ rest);
        }
        return (int) (hash ^ (hash >>> Integer.SIZE));
    }

    private static long mix(long value) {
        return Math.multiplyHigh(value, HASH_FACTOR) ^ value * HASH_FACTOR;
    }

    /** Lets go of what only finding ids needs, and of everything when no page needs the entries. */
    private void release() {
        slots = new long[0];
        lastPage = new int[0];
        if (state.entriesInUse() == 0) {
            entries = new GrowingBytes(0);
            starts = new int[0];
        }
    }

    void appendIds(int[] ids, int count, GrowingBytes target, HybridEncoding hybrid) {
        int bitWidth = HybridEncoding.bitWidth(size - 1);
        target.appendByte(bitWidth);
        hybrid.encode(ids, count, bitWidth, target);
    }

    /** Null when no page uses it. */
    DictionaryPage end() {
        int used = state.entriesInUse();
        if (used == 0) {
            return null;
        }
        int bytes = starts[used] - prefixBytes;
        return new DictionaryPage(BytesInput.from(entries.array(), 0, bytes), used, DictionaryState.ENCODING);
    }
}
