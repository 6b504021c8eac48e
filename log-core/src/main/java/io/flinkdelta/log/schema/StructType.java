/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

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
