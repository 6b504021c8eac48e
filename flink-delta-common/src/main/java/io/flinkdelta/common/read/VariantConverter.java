/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import org.apache.flink.types.variant.BinaryVariant;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;

/** Makes a variant of each group of its two binaries (PROTOCOL.md, "Variant data in Parquet"). */
final class VariantConverter extends GroupConverter {
    private final Converter[] parts;
    private final Slot slot;
    private byte[] value;
    private byte[] metadata;

    VariantConverter(ReadNode.VariantOf variant, Slot slot) {
        this.slot = slot;
        this.parts = variant.type().getFields().stream()
                .map(part -> part.getName().equals(ReadNode.VariantOf.VALUE)
                        ? new LeafConverter(LeafMappings.bytes(), bytes -> value = (byte[]) bytes)
                        : new LeafConverter(LeafMappings.bytes(), bytes -> metadata = (byte[]) bytes))
                .toArray(Converter[]::new);
    }

    @Override
    public Converter getConverter(int fieldIndex) {
        return parts[fieldIndex];
    }

    @Override
    public void start() {
        value = null;
        metadata = null;
    }

    @Override
    public void end() {
        if (value == null || metadata == null) {
            throw new IllegalStateException("a variant lacks its value or its metadata");
        }
        slot.set(new BinaryVariant(value, metadata));
    }
}
