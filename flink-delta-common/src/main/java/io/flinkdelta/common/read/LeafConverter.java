/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Converts the values of one Parquet column, each entry of a dictionary of binaries once. */
final class LeafConverter extends PrimitiveConverter {
    private final Mapping mapping;
    private final Slot slot;
    private Object[] dictionary;

    LeafConverter(Mapping mapping, Slot slot) {
        this.mapping = mapping;
        this.slot = slot;
    }

    /**
     * From the values of one physical type to Flink's internal values. Only the method of the
     * column's physical type is called; the others refuse.
     */
    interface Mapping {
        default Object of(boolean value) {
            throw new IllegalStateException("not a boolean column");
        }

        default Object of(int value) {
            throw new IllegalStateException("not an INT32 column");
        }

        default Object of(long value) {
            throw new IllegalStateException("not an INT64 column");
        }

        default Object of(float value) {
            throw new IllegalStateException("not a FLOAT column");
        }

        default Object of(double value) {
            throw new IllegalStateException("not a DOUBLE column");
        }

        /** BINARY, FIXED_LEN_BYTE_ARRAY and INT96; the bytes may be reused after the call. */
        default Object of(Binary value) {
            throw new IllegalStateException("not a BINARY column");
        }

        /** Whether the column holds binaries, whose conversion is worth remembering. */
        default boolean isBinary() {
            return false;
        }
    }

    @Override
    public boolean hasDictionarySupport() {
        return mapping.isBinary();
    }

    @Override
    public void setDictionary(Dictionary entries) {
        dictionary = new Object[entries.getMaxId() + 1];
        for (int i = 0; i < dictionary.length; i++) {
            dictionary[i] = mapping.of(entries.decodeToBinary(i));
        }
    }

    @Override
    public void addValueFromDictionary(int dictionaryId) {
        slot.set(dictionary[dictionaryId]);
    }

    @Override
    public void addBinary(Binary value) {
        slot.set(mapping.of(value));
    }

    @Override
    public void addBoolean(boolean value) {
        slot.set(mapping.of(value));
    }

    @Override
    public void addDouble(double value) {
        slot.set(mapping.of(value));
    }

    @Override
    public void addFloat(float value) {
        slot.set(mapping.of(value));
    }

    @Override
    public void addInt(int value) {
        slot.set(mapping.of(value));
    }

    @Override
    public void addLong(long value) {
        slot.set(mapping.of(value));
    }
}
