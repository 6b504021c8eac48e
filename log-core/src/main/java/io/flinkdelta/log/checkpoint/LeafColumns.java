/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.util.Arrays;
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

    private static ColumnDescriptor find(MessageType schema, String... inAdd) {
        String[] path = new String[inAdd.length + 1];
        path[0] = CheckpointSchema.ADD;
        System.arraycopy(inAdd, 0, path, 1, inAdd.length);
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
