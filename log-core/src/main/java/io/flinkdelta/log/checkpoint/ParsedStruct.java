/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * A struct of a checkpoint whose fields are made for one table ({@code stats_parsed}, {@code
 * partitionValues_parsed}): filled for one row, then written. Fields without a value are null. One
 * thread.
 */
final class ParsedStruct implements ParsedField {
    private final String name;
    private final List<ParsedField> fields = new ArrayList<>();
    private final Map<String, ParsedField> byName = new HashMap<>();
    private boolean present;

    ParsedStruct(String name) {
        this.name = name;
    }

    /** Adds a field at the end. */
    void add(ParsedField field) {
        if (byName.put(field.name(), field) != null) {
            throw new IllegalArgumentException("twice in " + name + ": " + field.name());
        }
        fields.add(field);
    }

    /** The struct of this name; added when it is not there. */
    ParsedStruct struct(String field) {
        if (!byName.containsKey(field)) {
            add(new ParsedStruct(field));
        }
        return (ParsedStruct) byName.get(field);
    }

    /** The field of this name, if there is one. */
    Optional<ParsedField> field(String field) {
        return Optional.ofNullable(byName.get(field));
    }

    /** A struct without fields cannot be a column. */
    boolean isEmpty() {
        return fields.isEmpty();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Type column() {
        return Types.optionalGroup()
                .addFields(fields.stream().map(ParsedField::column).toArray(Type[]::new))
                .named(name);
    }

    @Override
    public void clear() {
        present = false;
        fields.forEach(ParsedField::clear);
    }

    /** Says that the struct is there, even if no field has a value. */
    void setPresent() {
        present = true;
    }

    @Override
    public boolean isPresent() {
        return present;
    }

    @Override
    public void write(RecordConsumer out) {
        out.startGroup();
        for (int i = 0; i < fields.size(); i++) {
            ParsedField field = fields.get(i);
            if (field.isPresent()) {
                out.startField(field.name(), i);
                field.write(out);
                out.endField(field.name(), i);
            }
        }
        out.endGroup();
    }
}
