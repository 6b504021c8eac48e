/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.protocol.IcebergCompatibility;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Gives ids to what arrays and maps hold, which a table that is compatible with Iceberg needs beside
 * those of its columns (PROTOCOL.md, "Writer Requirements for IcebergCompatV2"). They stand at the
 * nearest column around, under the path from it.
 */
final class NestedIds {
    private long maxId;

    private NestedIds(long maxId) {
        this.maxId = maxId;
    }

    static boolean areNeeded(Map<String, String> properties) {
        return IcebergCompatibility.V2.isOn(properties) || IcebergCompatibility.V3.isOn(properties);
    }

    static ColumnIds.Assigned assign(StructType schema, long maxId) {
        NestedIds ids = new NestedIds(maxId);
        StructType assigned = ids.struct(schema);
        return new ColumnIds.Assigned(assigned, ids.maxId);
    }

    private StructType struct(StructType struct) {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : struct.fields()) {
            ObjectNode metadata = field.metadata().toJson();
            ObjectNode ids = metadata.get(ColumnIds.NESTED_IDS) instanceof ObjectNode there
                    ? there
                    : JsonNodeFactory.instance.objectNode();
            DataType type = type(field.type(), ColumnIds.physicalName(field), ids);
            metadata.set(ColumnIds.NESTED_IDS, ids);
            fields.add(new StructField(field.name(), type, field.nullable(), FieldMetadata.of(metadata)));
        }
        return new StructType(fields);
    }

    private DataType type(DataType type, String path, ObjectNode ids) {
        if (type instanceof StructType struct) {
            return struct(struct);
        }
        if (type instanceof ArrayType array) {
            String element = give(path, SchemaEdit.ELEMENT, ids);
            return new ArrayType(type(array.elementType(), element, ids), array.containsNull());
        }
        if (type instanceof MapType map) {
            String keyPath = give(path, SchemaEdit.KEY, ids);
            DataType key = type(map.keyType(), keyPath, ids);
            String valuePath = give(path, SchemaEdit.VALUE, ids);
            return new MapType(key, type(map.valueType(), valuePath, ids), map.valueContainsNull());
        }
        return type;
    }

    private String give(String parent, String step, ObjectNode ids) {
        String path = parent + "." + step;
        if (!ids.has(path)) {
            ids.put(path, ++maxId);
        }
        return path;
    }
}
