/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;

/** Values as they are (PLAIN), copied many at a time where they have one width. */
final class PlainValues extends PageValues {
    private static final int INT96_BYTES = 12;

    private final ByteBuffer page;
    /** Of a value in bytes; 0 where each value tells its own. */
    private final int width;
    /** How many of the bits of the first byte were read, of booleans. */
    private int bit;

    /**
     * Of one page.
     *
     * @param page from the first value on, with an array
     */
    PlainValues(PrimitiveType type, ByteBuffer page) {
        super(type.getPrimitiveTypeName());
        this.page = page.slice().order(ByteOrder.LITTLE_ENDIAN);
        this.width = switch (physical) {
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> INT96_BYTES;
            case FIXED_LEN_BYTE_ARRAY -> type.getTypeLength();
            case BINARY, BOOLEAN -> 0;
        };
    }

    @Override
    void readBooleans(boolean[] into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            into[i] = nextBit();
        }
    }

    private boolean nextBit() {
        boolean set = ((page.get(page.position()) >> bit) & 1) != 0;
        bit++;
        if (bit == Byte.SIZE) {
            bit = 0;
            page.get();
        }
        return set;
    }

    @Override
    void readInts(int[] into, int from, int count) {
        page.asIntBuffer().get(into, from, count);
        advance(count);
    }

    @Override
    void readLongs(long[] into, int from, int count) {
        page.asLongBuffer().get(into, from, count);
        advance(count);
    }

    @Override
    void readFloats(float[] into, int from, int count) {
        page.asFloatBuffer().get(into, from, count);
        advance(count);
    }

    @Override
    void readDoubles(double[] into, int from, int count) {
        page.asDoubleBuffer().get(into, from, count);
        advance(count);
    }

    private void advance(int count) {
        page.position(page.position() + count * width);
    }

    @Override
    void readBytes(BytesVector into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            int length = nextLength();
            into.set(i, page.array(), page.arrayOffset() + page.position(), length);
            page.position(page.position() + length);
        }
    }

    private int nextLength() {
        int length = width == 0 ? page.getInt() : width;
        if (length < 0 || length > page.remaining()) {
            throw new IllegalArgumentException(
                    "a value of " + length + " bytes in the last " + page.remaining() + " bytes of a page");
        }
        return length;
    }

    @Override
    void readObjects(ValueMapping mapping, Object[] into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            into[i] = next(mapping);
        }
    }

    private Object next(ValueMapping mapping) {
        return switch (physical) {
            case BOOLEAN -> mapping.of(nextBit());
            case INT32 -> mapping.of(page.getInt());
            case INT64 -> mapping.of(page.getLong());
            case FLOAT -> mapping.of(page.getFloat());
            case DOUBLE -> mapping.of(page.getDouble());
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> mapping.of(nextBinary());
        };
    }

    private Binary nextBinary() {
        int length = nextLength();
        Binary value = Binary.fromReusedByteArray(page.array(), page.arrayOffset() + page.position(), length);
        page.position(page.position() + length);
        return value;
    }

    @Override
    void skip(int count) {
        switch (physical) {
            case BOOLEAN -> {
                page.position(page.position() + (bit + count) / Byte.SIZE);
                bit = (bit + count) % Byte.SIZE;
            }
            case BINARY -> {
                for (int i = 0; i < count; i++) {
                    int length = nextLength();
                    page.position(page.position() + length);
                }
            }
            default -> advance(count);
        }
    }
}
