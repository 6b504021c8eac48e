/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.column.ValueMapping;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Converts the values of one Parquet column, each entry of a dictionary of binaries once. */
final class LeafConverter extends PrimitiveConverter {
    private final ValueMapping mapping;
    private final Slot slot;
    private Object[] dictionary;

    LeafConverter(ValueMapping mapping, Slot slot) {
        this.mapping = mapping;
        this.slot = slot;
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
