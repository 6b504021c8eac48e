/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReadStore;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Opens the leaves of the column {@code add} in one row group. */
final class LeafColumns {
    private final ColumnReadStore columns;
    private final MessageType schema;
    private final long rowCount;

    LeafColumns(PageReadStore pages, MessageType schema, String createdBy) {
        this.columns = new ColumnReadStoreImpl(pages, new NoConverters(schema), schema, createdBy);
        this.schema = schema;
        this.rowCount = pages.getRowCount();
    }

    /** The leaf at this place inside {@code add}; one that is always null when the file does not have it. */
    FlatColumn flat(String... path) {
        ColumnDescriptor column = find(schema, path);
        return column == null || column.getMaxRepetitionLevel() > 0
                ? FlatColumn.absent()
                : new FlatColumn(reader(column), rowCount);
    }

    /** As {@link #flat}, of a leaf that is asked how deep it is defined. */
    NestedColumn nested(String... path) {
        ColumnDescriptor column = find(schema, path);
        return new NestedColumn(column == null || column.getMaxRepetitionLevel() > 0 ? null : reader(column));
    }

    /** The definition level from which on the struct at this place inside {@code add} is not null. */
    int definitionLevel(String... path) {
        return schema.getMaxDefinitionLevel(inAdd(path));
    }

    /** The struct of this name inside {@code add}, if the file has it. */
    Optional<GroupType> struct(String name) {
        GroupType add = schema.getType(CheckpointSchema.ADD).asGroupType();
        return add.containsField(name) ? Optional.of(add.getType(name).asGroupType()) : Optional.empty();
    }

    /** The map of strings of this name inside {@code add}; one that is always empty when the file does not have it. */
    MapColumn map(String name) {
        GroupType add = schema.getType(CheckpointSchema.ADD).asGroupType();
        if (!add.containsField(name)
                || add.getType(name).isPrimitive()
                || add.getType(name).asGroupType().getType(0).isPrimitive()) {
            return MapColumn.absent();
        }
        GroupType entry = add.getType(name).asGroupType().getType(0).asGroupType();
        ColumnDescriptor key = find(schema, name, entry.getName(), entry.getFieldName(0));
        ColumnDescriptor value = find(schema, name, entry.getName(), entry.getFieldName(1));
        return new MapColumn(reader(key), reader(value), rowCount);
    }

    private ColumnReader reader(ColumnDescriptor column) {
        return columns.getColumnReader(column);
    }

    private static String[] inAdd(String... path) {
        return Stream.concat(Stream.of(CheckpointSchema.ADD), Stream.of(path)).toArray(String[]::new);
    }

    private static ColumnDescriptor find(MessageType schema, String... inAdd) {
        String[] path = inAdd(inAdd);
        return schema.getColumns().stream()
                .filter(column -> Arrays.equals(column.getPath(), path))
                .findFirst()
                .orElse(null);
    }

    /** The column readers want converters even if nothing is converted. */
    private static final class NoConverters extends GroupConverter {
        private final Converter[] children;

        NoConverters(GroupType type) {
            children = new Converter[type.getFieldCount()];
            for (int i = 0; i < children.length; i++) {
                Type field = type.getType(i);
                children[i] = field.isPrimitive() ? new PrimitiveConverter() {} : new NoConverters(field.asGroupType());
            }
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            return children[fieldIndex];
        }

        @Override
        public void start() {}

        @Override
        public void end() {}
    }
}
