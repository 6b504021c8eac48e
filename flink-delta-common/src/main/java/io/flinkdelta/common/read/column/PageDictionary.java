/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.flink.table.data.StringData;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** The dictionary of a column chunk, each of its values converted once. One thread. */
final class PageDictionary {
    private final Dictionary dictionary;
    private final PrimitiveTypeName physical;
    private final int size;
    private int[] ints;
    private long[] longs;
    private float[] floats;
    private double[] doubles;
    private byte[][] bytes;
    private StringData[] texts;
    private Object[] objects;

    PageDictionary(Dictionary dictionary, PrimitiveTypeName physical) {
        this.dictionary = dictionary;
        this.physical = physical;
        this.size = dictionary.getMaxId() + 1;
    }

    PrimitiveTypeName physical() {
        return physical;
    }

    int[] ints() {
        if (ints == null) {
            ints = IntStream.range(0, size).map(dictionary::decodeToInt).toArray();
        }
        return ints;
    }

    long[] longs() {
        if (longs == null) {
            longs = IntStream.range(0, size).mapToLong(dictionary::decodeToLong).toArray();
        }
        return longs;
    }

    float[] floats() {
        if (floats == null) {
            floats = new float[size];
            for (int i = 0; i < size; i++) {
                floats[i] = dictionary.decodeToFloat(i);
            }
        }
        return floats;
    }

    double[] doubles() {
        if (doubles == null) {
            doubles = IntStream.range(0, size)
                    .mapToDouble(dictionary::decodeToDouble)
                    .toArray();
        }
        return doubles;
    }

    byte[] bytes(int id) {
        if (bytes == null) {
            bytes = new byte[size][];
            for (int i = 0; i < size; i++) {
                bytes[i] = dictionary.decodeToBinary(i).getBytes();
            }
        }
        return bytes[id];
    }

    StringData text(int id) {
        if (texts == null) {
            texts = new StringData[size];
        }
        StringData text = texts[id];
        if (text == null) {
            text = StringData.fromBytes(bytes(id));
            texts[id] = text;
        }
        return text;
    }

    /** All values by {@code mapping}, which is the same in each call. */
    Object[] objects(ValueMapping mapping) {
        if (objects == null) {
            IntFunction<Object> value = switch (physical) {
                case BOOLEAN -> id -> mapping.of(dictionary.decodeToBoolean(id));
                case INT32 -> id -> mapping.of(dictionary.decodeToInt(id));
                case INT64 -> id -> mapping.of(dictionary.decodeToLong(id));
                case FLOAT -> id -> mapping.of(dictionary.decodeToFloat(id));
                case DOUBLE -> id -> mapping.of(dictionary.decodeToDouble(id));
                case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> id -> mapping.of(dictionary.decodeToBinary(id));
            };
            objects = IntStream.range(0, size).mapToObj(value).toArray();
        }
        return objects;
    }
}
