/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.protocol.IcebergCompatibility;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.RowType;

/**
 * What a table asks of the data files that are added to it: which columns are partition columns, which get
 * statistics, and under which names and ids the columns lie in the files and in the log.
 *
 * @param schema the table's
 * @param partitionColumns in the table's order
 * @param mapping how the table's columns are found
 * @param clustering columns that have statistics, whatever the properties say
 * @param configuration the table's properties
 * @param partitionColumnsInFiles whether the files hold the partition columns, too, behind the others
 */
public record TableLayout(
        StructType schema,
        List<String> partitionColumns,
        ColumnMapping mapping,
        ClusteringColumns clustering,
        Map<String, String> configuration,
        boolean partitionColumnsInFiles) {
    public TableLayout {
        partitionColumns = List.copyOf(partitionColumns);
        configuration = Map.copyOf(configuration);
    }

    /** Of a table whose files do without the partition columns. */
    public TableLayout(
            StructType schema,
            List<String> partitionColumns,
            ColumnMapping mapping,
            ClusteringColumns clustering,
            Map<String, String> configuration) {
        this(schema, partitionColumns, mapping, clustering, configuration, false);
    }

    /**
     * Of the table as it is in {@code snapshot}.
     *
     * @param context names the table in errors
     * @throws io.flinkdelta.log.error.CorruptLogException when the table's metadata contradicts itself
     */
    public static TableLayout of(Snapshot snapshot, ErrorContext context) {
        return new TableLayout(
                snapshot.schema(),
                snapshot.partitionColumns(),
                ColumnMapping.of(snapshot.protocol(), snapshot.metadata()),
                ClusteringColumns.of(snapshot.domainMetadata(), context),
                snapshot.metadata().configuration(),
                IcebergCompatibility.arePartitionColumnsInFiles(snapshot.protocol(), snapshot.metadata()));
    }

    /** The layout of the table's change data files: one more column, which readers know by its name; no statistics. */
    TableLayout ofChanges() {
        List<StructField> fields = new ArrayList<>(schema.fields());
        fields.add(new StructField(
                ChangeType.COLUMN,
                PrimitiveType.STRING,
                false,
                FieldMetadata.empty().with(ColumnMapping.PHYSICAL_NAME, ChangeType.COLUMN)));
        return new TableLayout(
                new StructType(fields),
                partitionColumns,
                mapping,
                ClusteringColumns.none(),
                Map.of(TableProperties.INDEXED_COLUMNS, "0"));
    }

    /**
     * Of a table without column mapping whose columns are those of {@code rowType}.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when a type has no Delta type
     */
    public static TableLayout of(RowType rowType, List<String> partitionColumns, Map<String, String> configuration) {
        return new TableLayout(
                DeltaTypes.toDelta(rowType),
                partitionColumns,
                ColumnMapping.NONE,
                ClusteringColumns.none(),
                configuration);
    }

    /**
     * The schema of rows of {@code rowType}, field by field as they are there, with the metadata that the table
     * keeps about each column.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when a type has no Delta type
     * @throws IllegalArgumentException when a column is not in the table
     */
    StructType rowSchema(RowType rowType) {
        return (StructType) withMetadata(DeltaTypes.toDelta(rowType), schema);
    }

    private static DataType withMetadata(DataType type, DataType ofTable) {
        if (type instanceof StructType struct && ofTable instanceof StructType table) {
            return new StructType(struct.fields().stream()
                    .map(field -> withMetadata(field, table))
                    .toList());
        }
        if (type instanceof ArrayType array && ofTable instanceof ArrayType table) {
            return new ArrayType(withMetadata(array.elementType(), table.elementType()), array.containsNull());
        }
        if (type instanceof MapType map && ofTable instanceof MapType table) {
            return new MapType(
                    withMetadata(map.keyType(), table.keyType()),
                    withMetadata(map.valueType(), table.valueType()),
                    map.valueContainsNull());
        }
        return type;
    }

    private static StructField withMetadata(StructField field, StructType table) {
        StructField same = table.field(field.name())
                .orElseThrow(() -> new IllegalArgumentException("not a column of the table: " + field.name()));
        DataType type = withMetadata(field.type(), same.type());
        FieldMetadata metadata = same.metadata();
        return new StructField(field.name(), type, field.nullable(), metadata);
    }
}
