/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Gives columns their ids and physical names (PROTOCOL.md, "Writer Requirements for Column Mapping"). */
final class ColumnIds {
    static final String MODE = ColumnMapping.MODE;
    static final String MAX_ID = ColumnMapping.MAX_COLUMN_ID;
    static final String ID = ColumnMapping.FIELD_ID;
    static final String PHYSICAL_NAME = ColumnMapping.PHYSICAL_NAME;
    static final String NESTED_IDS = "delta.columnMapping.nested.ids";

    private final Supplier<String> uuids;
    private final boolean keepNames;
    private long maxId;

    /**
     * For one schema.
     *
     * @param maxId the largest id that the table ever gave
     * @param keepNames whether columns without a physical name have data files under their own name
     */
    private ColumnIds(Supplier<String> uuids, boolean keepNames, long maxId) {
        this.uuids = uuids;
        this.keepNames = keepNames;
        this.maxId = maxId;
    }

    /** A schema whose columns all have an id and a physical name, and the largest id ever given. */
    record Assigned(StructType schema, long maxId) {}

    static String mode(Map<String, String> properties) {
        return properties.getOrDefault(MODE, "none").toLowerCase(Locale.ROOT);
    }

    static boolean isOn(Map<String, String> properties) {
        return !mode(properties).equals("none");
    }

    /**
     * Gives what is missing; what is there stays.
     *
     * @param keepNames for a table that has data files from before the mapping
     */
    static Assigned assign(
            StructType schema, Map<String, String> properties, boolean keepNames, Supplier<String> uuids) {
        long known = Long.parseLong(properties.getOrDefault(MAX_ID, "0"));
        for (StructField field : SchemaEdit.allFields(schema)) {
            known = Math.max(known, largestId(field));
        }
        ColumnIds ids = new ColumnIds(uuids, keepNames, known);
        StructType assigned = SchemaEdit.mapFields(schema, ids::assign);
        return NestedIds.areNeeded(properties)
                ? NestedIds.assign(assigned, ids.maxId)
                : new Assigned(assigned, ids.maxId);
    }

    private static long largestId(StructField field) {
        long largest = field.metadata().get(ID).map(JsonNode::asLong).orElse(0L);
        for (JsonNode nested : field.metadata().get(NESTED_IDS).stream().toList()) {
            for (JsonNode id : nested) {
                largest = Math.max(largest, id.asLong());
            }
        }
        return largest;
    }

    private StructField assign(StructField field) {
        ObjectNode metadata = field.metadata().toJson();
        if (!metadata.has(ID)) {
            metadata.put(ID, ++maxId);
        }
        if (!metadata.has(PHYSICAL_NAME)) {
            metadata.put(PHYSICAL_NAME, keepNames ? field.name() : "col-" + uuids.get());
        }
        return new StructField(field.name(), field.type(), field.nullable(), FieldMetadata.of(metadata));
    }

    /** The name that data files, partition values and statistics know the column by. */
    static String physicalName(StructField field) {
        return field.metadata().get(PHYSICAL_NAME).map(JsonNode::asText).orElse(field.name());
    }
}
