/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

/** Ids of a dictionary (PLAIN_DICTIONARY, RLE_DICTIONARY). */
final class DictionaryValues extends PageValues {
    private final PageDictionary dictionary;
    private final HybridInts ids;
    private int[] read = new int[0];

    /**
     * Of one page.
     *
     * @param ids of the page, without the byte that tells their width
     */
    DictionaryValues(PageDictionary dictionary, HybridInts ids) {
        super(dictionary.physical());
        this.dictionary = dictionary;
        this.ids = ids;
    }

    private int[] next(int count) {
        if (read.length < count) {
            read = new int[count];
        }
        ids.read(read, 0, count);
        return read;
    }

    @Override
    void readBooleans(boolean[] into, int from, int count) {
        throw new IllegalStateException("a dictionary of booleans");
    }

    @Override
    void readInts(int[] into, int from, int count) {
        int[] values = dictionary.ints();
        int[] places = next(count);
        for (int i = 0; i < count; i++) {
            into[from + i] = values[places[i]];
        }
    }

    @Override
    void readLongs(long[] into, int from, int count) {
        long[] values = dictionary.longs();
        int[] places = next(count);
        for (int i = 0; i < count; i++) {
            into[from + i] = values[places[i]];
        }
    }

    @Override
    void readFloats(float[] into, int from, int count) {
        float[] values = dictionary.floats();
        int[] places = next(count);
        for (int i = 0; i < count; i++) {
            into[from + i] = values[places[i]];
        }
    }

    @Override
    void readDoubles(double[] into, int from, int count) {
        double[] values = dictionary.doubles();
        int[] places = next(count);
        for (int i = 0; i < count; i++) {
            into[from + i] = values[places[i]];
        }
    }

    @Override
    void readBytes(BytesVector into, int from, int count) {
        int[] places = next(count);
        for (int i = 0; i < count; i++) {
            into.set(from + i, dictionary.bytes(places[i]), dictionary.text(places[i]));
        }
    }

    @Override
    void readObjects(ValueMapping mapping, Object[] into, int from, int count) {
        Object[] values = dictionary.objects(mapping);
        int[] places = next(count);
        for (int i = 0; i < count; i++) {
            into[from + i] = values[places[i]];
        }
    }

    @Override
    void skip(int count) {
        ids.skip(count);
    }

    @Override
    boolean leavesPage() {
        return true;
    }
}
