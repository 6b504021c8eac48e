/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

import java.util.Locale;

/** The types without parameters (PROTOCOL.md, "Primitive Types"). */
public enum PrimitiveType implements DataType {
    STRING,
    LONG,
    INTEGER,
    SHORT,
    BYTE,
    FLOAT,
    DOUBLE,
    BOOLEAN,
    BINARY,
    DATE,
    /** Microseconds since the epoch, adjusted to UTC. */
    TIMESTAMP,
    /** Microseconds on a clock without a zone (table feature timestampNtz). */
    TIMESTAMP_NTZ,
    /** Semi-structured values (table feature variantType). */
    VARIANT,
    /** The type of a column without values; seen in tables of other writers, never written. */
    VOID;

    /** The name in the schema string, such as {@code timestamp_ntz}. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String describe() {
        return jsonName();
    }
}
