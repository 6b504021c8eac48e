/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Writes the fields of one struct by name; what is not written is null. One thread. */
final class StructWriter {
    private final RecordConsumer out;
    private final GroupType type;
    private final Map<String, StructWriter> structs = new HashMap<>();

    StructWriter(RecordConsumer out, GroupType type) {
        this.out = out;
        this.type = type;
        for (Type field : type.getFields()) {
            if (!field.isPrimitive() && field.getLogicalTypeAnnotation() == null) {
                structs.put(field.getName(), new StructWriter(out, field.asGroupType()));
            }
        }
    }

    StructWriter string(String name, String value) {
        return string(name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** A string in UTF-8, not changed any more. */
    StructWriter string(String name, byte[] utf8) {
        return field(name, () -> out.addBinary(Binary.fromConstantByteArray(utf8)));
    }

    StructWriter string(String name, Optional<String> value) {
        return value.isPresent() ? string(name, value.get()) : this;
    }

    StructWriter number(String name, long value) {
        return field(name, () -> out.addLong(value));
    }

    StructWriter number(String name, OptionalLong value) {
        return value.isPresent() ? number(name, value.getAsLong()) : this;
    }

    StructWriter integer(String name, int value) {
        return field(name, () -> out.addInteger(value));
    }

    StructWriter bool(String name, boolean value) {
        return field(name, () -> out.addBoolean(value));
    }

    StructWriter struct(String name, Consumer<StructWriter> fields) {
        return field(name, () -> {
            out.startGroup();
            fields.accept(structs.get(name));
            out.endGroup();
        });
    }

    /** Values may be null. */
    StructWriter map(String name, Map<String, String> map) {
        return group(name, "key_value", map.entrySet(), entry -> {
            item("key", 0, entry.getKey());
            if (entry.getValue() != null) {
                item("value", 1, entry.getValue());
            }
        });
    }

    StructWriter list(String name, List<String> list) {
        return group(name, "list", list, element -> item("element", 0, element));
    }

    /** A field with one repeated group inside. */
    private <T> StructWriter group(String name, String repeated, Iterable<T> items, Consumer<T> item) {
        return field(name, () -> {
            out.startGroup();
            if (items.iterator().hasNext()) {
                out.startField(repeated, 0);
                for (T one : items) {
                    out.startGroup();
                    item.accept(one);
                    out.endGroup();
                }
                out.endField(repeated, 0);
            }
            out.endGroup();
        });
    }

    /** A struct that is made for the table and has its values. */
    StructWriter parsed(ParsedStruct struct) {
        return field(struct.name(), () -> struct.write(out));
    }

    private void item(String name, int index, String value) {
        out.startField(name, index);
        out.addBinary(Binary.fromConstantByteArray(value.getBytes(StandardCharsets.UTF_8)));
        out.endField(name, index);
    }

    private StructWriter field(String name, Runnable value) {
        int index = type.getFieldIndex(name);
        out.startField(name, index);
        value.run();
        out.endField(name, index);
        return this;
    }
}
