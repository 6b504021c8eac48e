/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

/** The schema string of a table, both ways (PROTOCOL.md, "Schema Serialization Format"). */
public final class SchemaJson {
    private SchemaJson() {}

    /**
     * Parses a {@code schemaString}.
     *
     * @throws io.flinkdelta.log.error.CorruptLogException when it is no schema
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException on a type that this build does not know, naming the column
     */
    public static StructType parse(String schemaString) {
        throw new UnsupportedOperationException(schemaString);
    }

    /** The schema string, byte for byte as Spark writes it. */
    public static String write(StructType schema) {
        throw new UnsupportedOperationException(schema.describe());
    }
}
