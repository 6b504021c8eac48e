/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

import java.util.Objects;

/** A column, or a field of a nested struct. */
public record StructField(String name, DataType type, boolean nullable, FieldMetadata metadata) {
    public StructField {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(metadata, "metadata");
    }

    public StructField(String name, DataType type, boolean nullable) {
        this(name, type, nullable, FieldMetadata.empty());
    }
}
