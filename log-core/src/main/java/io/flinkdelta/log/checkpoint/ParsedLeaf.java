/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.core.JsonToken;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.util.function.Function;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.Type;

/** A scalar of a {@link ParsedStruct}. */
final class ParsedLeaf implements ParsedField {
    private final String name;
    private final ParsedType type;
    private final Function<JsonScalar, Object> reader;
    private Object value;

    private ParsedLeaf(String name, ParsedType type, Function<JsonScalar, Object> reader) {
        this.name = name;
        this.type = type;
        this.reader = reader;
    }

    /** A value of a column. */
    static ParsedLeaf of(String name, DataType type) {
        ParsedType stored = ParsedType.of(type)
                .orElseThrow(() -> new IllegalArgumentException("no scalar: " + name + " " + type.describe()));
        return new ParsedLeaf(name, stored, new JsonBound(type)::read);
    }

    /** A whole number. */
    static ParsedLeaf count(String name) {
        return of(name, PrimitiveType.LONG);
    }

    /** True or false. */
    static ParsedLeaf flag(String name) {
        ParsedType stored = ParsedType.of(PrimitiveType.BOOLEAN).orElseThrow();
        return new ParsedLeaf(
                name, stored, json -> json.kind().isBoolean() ? json.kind() == JsonToken.VALUE_TRUE : null);
    }

    /** Null for the null value. */
    void set(Object newValue) {
        value = newValue;
    }

    /** Takes the value of the statistics JSON; what does not fit is no value. */
    void take(JsonScalar json) {
        value = reader.apply(json);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Type column() {
        return type.column().apply(name);
    }

    @Override
    public void clear() {
        value = null;
    }

    @Override
    public boolean isPresent() {
        return value != null;
    }

    @Override
    public void write(RecordConsumer out) {
        type.writer().accept(out, value);
    }
}
