/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Values in any encoding, by Parquet's own readers. */
final class EncodedValues extends PageValues {
    private final ValuesReader values;

    EncodedValues(PrimitiveTypeName physical, ValuesReader values) {
        super(physical);
        this.values = values;
    }

    @Override
    void readBooleans(boolean[] into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            into[i] = values.readBoolean();
        }
    }

    @Override
    void readInts(int[] into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            into[i] = values.readInteger();
        }
    }

    @Override
    void readLongs(long[] into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            into[i] = values.readLong();
        }
    }

    @Override
    void readFloats(float[] into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            into[i] = values.readFloat();
        }
    }

    @Override
    void readDoubles(double[] into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            into[i] = values.readDouble();
        }
    }

    @Override
    void readBytes(BytesVector into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            Binary value = values.readBytes();
            byte[] bytes = value.getBytes();
            into.set(i, bytes, 0, bytes.length);
        }
    }

    @Override
    void readObjects(ValueMapping mapping, Object[] into, int from, int count) {
        for (int i = from; i < from + count; i++) {
            into[i] = next(mapping);
        }
    }

    private Object next(ValueMapping mapping) {
        return switch (physical) {
            case BOOLEAN -> mapping.of(values.readBoolean());
            case INT32 -> mapping.of(values.readInteger());
            case INT64 -> mapping.of(values.readLong());
            case FLOAT -> mapping.of(values.readFloat());
            case DOUBLE -> mapping.of(values.readDouble());
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> mapping.of(values.readBytes());
        };
    }

    @Override
    void skip(int count) {
        values.skip(count);
    }
}
