/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

/**
 * A Delta data type (PROTOCOL.md, "Schema Serialization Format"). Made by {@link SchemaJson} from a
 * table's schema string and by type mappings; immutable, equal by value.
 */
public sealed interface DataType permits PrimitiveType, DecimalType, ArrayType, MapType, StructType {

    /** The type as error messages show it: {@code decimal(10,2)}, {@code array<string>}, {@code struct<a:int>}. */
    String describe();
}
