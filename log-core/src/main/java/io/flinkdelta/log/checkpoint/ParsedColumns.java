/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValueFormat;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.StatsColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.Type;

/**
 * The columns {@code add.stats_parsed} and {@code add.partitionValues_parsed} of one table
 * (PROTOCOL.md, "Checkpoints"): statistics and partition values in the types of the table's columns,
 * under their physical names. What a type cannot hold exactly is null. One thread.
 */
final class ParsedColumns {
    private final ParsedStruct statistics = new ParsedStruct(CheckpointSchema.STATS_PARSED);
    private final StatsText statisticsText = new StatsText(statistics);
    private final ParsedStruct partitionValues = new ParsedStruct(CheckpointSchema.PARTITION_VALUES_PARSED);
    private final List<PartitionColumn> partitionColumns = new ArrayList<>();
    private final ColumnMapping mapping;
    /** Whose values the struct has; null for nobody's. */
    private PartitionValues taken;

    private ParsedColumns(ColumnMapping mapping) {
        this.mapping = mapping;
    }

    /**
     * Those of a table.
     *
     * @throws CorruptLogException when the table's properties about statistics are not valid, or a column lacks its
     *     physical name
     */
    static ParsedColumns of(Metadata metadata) {
        ParsedColumns columns = new ParsedColumns(ColumnMapping.of(metadata.configuration()));
        StructType schema = metadata.schema();
        columns.addPartitionColumns(schema, metadata.partitionColumns());
        columns.addStatistics(schema, StatsColumns.of(schema, metadata.partitionColumns(), metadata.configuration()));
        return columns;
    }

    private void addPartitionColumns(StructType schema, List<String> names) {
        for (String name : names) {
            Optional<StructField> field = schema.field(name);
            if (field.isPresent() && ParsedType.of(field.get().type()).isPresent()) {
                ParsedLeaf leaf = ParsedLeaf.of(
                        mapping.physicalName(field.get()), field.get().type());
                partitionValues.add(leaf);
                partitionColumns.add(new PartitionColumn(leaf, field.get().type()));
            }
        }
    }

    private void addStatistics(StructType schema, StatsColumns columns) {
        ParsedStruct min = new ParsedStruct("minValues");
        ParsedStruct max = new ParsedStruct("maxValues");
        ParsedStruct nullCount = new ParsedStruct("nullCount");
        for (List<String> path : columns.paths()) {
            List<StructField> fields = schema.fieldsTo(path).orElseThrow();
            DataType type = fields.get(fields.size() - 1).type();
            addLeaf(nullCount, fields, PrimitiveType.LONG);
            if (hasBounds(type)) {
                addLeaf(min, fields, type);
                addLeaf(max, fields, type);
            }
        }
        statistics.add(ParsedLeaf.count("numRecords"));
        for (ParsedStruct struct : List.of(min, max, nullCount)) {
            if (!struct.isEmpty()) {
                statistics.add(struct);
            }
        }
        statistics.add(ParsedLeaf.flag("tightBounds"));
    }

    private void addLeaf(ParsedStruct root, List<StructField> path, DataType type) {
        ParsedStruct parent = root;
        for (StructField field : path.subList(0, path.size() - 1)) {
            parent = parent.struct(mapping.physicalName(field));
        }
        parent.add(ParsedLeaf.of(mapping.physicalName(path.get(path.size() - 1)), type));
    }

    private static boolean hasBounds(DataType type) {
        return type instanceof DecimalType
                || (type instanceof PrimitiveType
                        && type != PrimitiveType.BOOLEAN
                        && type != PrimitiveType.BINARY
                        && ParsedType.of(type).isPresent());
    }

    /** The columns, to follow those of an add; without partition columns there is but one. */
    List<Type> columns() {
        return partitionValues.isEmpty()
                ? List.of(statistics.column())
                : List.of(partitionValues.column(), statistics.column());
    }

    /**
     * Writes the columns of one add.
     *
     * @param stats in UTF-8
     */
    void write(PartitionValues values, Optional<byte[]> stats, StructWriter fields) {
        if (!partitionValues.isEmpty()) {
            take(values);
            fields.parsed(partitionValues);
        }
        statistics.clear();
        stats.ifPresent(statisticsText::read);
        if (statistics.isPresent()) {
            fields.parsed(statistics);
        }
    }

    /** Files of one partition often follow each other. */
    private void take(PartitionValues values) {
        if (values.equals(taken)) {
            return;
        }
        taken = values;
        partitionValues.setPresent();
        for (PartitionColumn column : partitionColumns) {
            column.leaf().set(value(column, values.get(column.leaf().name())));
        }
    }

    /** Null too for what is no value of the type, as Spark has it: the map beside holds what was written. */
    private static Object value(PartitionColumn column, String text) {
        try {
            Object value = PartitionValueFormat.parse(column.leaf().name(), column.type(), text);
            return value instanceof String string ? Binary.fromString(string) : value;
        } catch (CorruptLogException e) {
            return null;
        }
    }

    private record PartitionColumn(ParsedLeaf leaf, DataType type) {}
}
