/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How the columns of the schema are found in the data files and in the log (PROTOCOL.md, "Column
 * Mapping"). Under {@link #NAME} and {@link #ID} each field has a physical name and an id in its metadata:
 * the log's partition values and statistics go by the physical name, the columns of a data file by the
 * physical name or by the id.
 */
public enum ColumnMapping {
    /** Everything goes by the names of the schema. */
    NONE,
    /** Columns of data files are found by their Parquet {@code field_id}. */
    ID,
    /** Columns of data files are found by their physical names. */
    NAME;

    /** The table property that chooses. */
    public static final String MODE = "delta.columnMapping.mode";
    /** The largest id that a column of the table ever had, as a table property. */
    public static final String MAX_COLUMN_ID = "delta.columnMapping.maxColumnId";
    /** The id of a field, in its metadata. */
    public static final String FIELD_ID = "delta.columnMapping.id";
    /** The physical name of a field, in its metadata. */
    public static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

    private static final String FEATURE = "columnMapping";

    /**
     * What the table's property says, if its protocol makes it binding.
     *
     * @throws CorruptLogException when the property is none of the three modes
     */
    public static ColumnMapping of(Protocol protocol, Metadata metadata) {
        boolean binding = TableFeature.known(FEATURE)
                .filter(feature -> feature.bindsReaders(protocol))
                .isPresent();
        return binding ? of(metadata.configuration()) : NONE;
    }

    /**
     * What the properties of a table say, in any case of letters.
     *
     * @throws CorruptLogException when it is none of the three modes
     */
    public static ColumnMapping of(Map<String, String> properties) {
        String mode = properties.getOrDefault(MODE, "none");
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "none" -> NONE;
            case "id" -> ID;
            case "name" -> NAME;
            default ->
                throw new CorruptLogException(
                        "The mode of column mapping is neither none, id nor name.",
                        ErrorContext.none().with("property", MODE).with("value", mode),
                        "Repair the metaData action of the table.");
        };
    }

    /**
     * The name of {@code field} in the log and, but for {@link #ID}, in data files.
     *
     * @throws CorruptLogException when the field's metadata lacks it
     */
    public String physicalName(StructField field) {
        return this == NONE ? field.name() : metadata(field, PHYSICAL_NAME).asText();
    }

    /**
     * The names in the log of a nested column.
     *
     * @param fields from the top down
     * @throws CorruptLogException when a field's metadata lacks it
     */
    public List<String> physicalPath(List<StructField> fields) {
        return fields.stream().map(this::physicalName).toList();
    }

    /**
     * The names of columns of {@code schema} in the log, in the same order.
     *
     * @throws CorruptLogException when one is not in the schema or lacks its physical name
     */
    public List<String> physicalNames(StructType schema, List<String> columns) {
        return columns.stream()
                .map(column -> schema.field(column)
                        .orElseThrow(() -> new CorruptLogException(
                                "A column that the table's metadata names is not in the schema.",
                                ErrorContext.none().with("column", column),
                                "Repair the metaData action of the table.")))
                .map(this::physicalName)
                .toList();
    }

    /**
     * The id of {@code field}.
     *
     * @throws CorruptLogException when the field's metadata lacks it
     */
    public int id(StructField field) {
        JsonNode id = metadata(field, FIELD_ID);
        if (!id.canConvertToExactIntegral() || !id.canConvertToInt()) {
            throw broken(field, FIELD_ID);
        }
        return id.intValue();
    }

    /** {@code schema} with the physical names at every level; else as it is. */
    public StructType physical(StructType schema) {
        return this == NONE ? schema : (StructType) physical((DataType) schema);
    }

    private DataType physical(DataType type) {
        if (type instanceof StructType struct) {
            return new StructType(struct.fields().stream()
                    .map(field -> new StructField(
                            physicalName(field), physical(field.type()), field.nullable(), field.metadata()))
                    .toList());
        }
        if (type instanceof ArrayType array) {
            return new ArrayType(physical(array.elementType()), array.containsNull());
        }
        if (type instanceof MapType map) {
            return new MapType(physical(map.keyType()), physical(map.valueType()), map.valueContainsNull());
        }
        return type;
    }

    private static JsonNode metadata(StructField field, String key) {
        return field.metadata().get(key).orElseThrow(() -> broken(field, key));
    }

    private static CorruptLogException broken(StructField field, String key) {
        return new CorruptLogException(
                "A column of a table with column mapping lacks its " + key + ".",
                ErrorContext.none().with("column", field.name()),
                "Repair the metaData action of the table.");
    }
}
