/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A row type: ordered fields. The schema of a table is one. */
public record StructType(List<StructField> fields) implements DataType {
    public StructType {
        fields = List.copyOf(fields);
    }

    public static StructType of(StructField... fields) {
        return new StructType(List.of(fields));
    }

    /** The field of exactly this name. */
    public Optional<StructField> field(String name) {
        return fields.stream().filter(field -> field.name().equals(name)).findFirst();
    }

    /** The field of exactly this name, else the first of this name in any case. */
    public Optional<StructField> fieldInAnyCase(String name) {
        return field(name)
                .or(() -> fields.stream()
                        .filter(field -> field.name().equalsIgnoreCase(name))
                        .findFirst());
    }

    /** The fields from the top down to the column at {@code path}, whose names may be in any case; empty if there is none. */
    public Optional<List<StructField>> fieldsTo(List<String> path) {
        List<StructField> found = new ArrayList<>(path.size());
        DataType type = this;
        for (String name : path) {
            Optional<StructField> field =
                    type instanceof StructType struct ? struct.fieldInAnyCase(name) : Optional.empty();
            if (field.isEmpty()) {
                return Optional.empty();
            }
            found.add(field.get());
            type = field.get().type();
        }
        return Optional.of(List.copyOf(found));
    }

    /** The position of the field of exactly this name, or -1. */
    public int indexOf(String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String describe() {
        return fields.stream()
                .map(field -> field.name() + ":" + field.type().describe())
                .collect(Collectors.joining(",", "struct<", ">"));
    }
}
