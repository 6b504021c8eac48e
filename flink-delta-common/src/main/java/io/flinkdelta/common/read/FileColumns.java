/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.column.ColumnChunk;
import io.flinkdelta.common.read.column.ColumnVector;
import io.flinkdelta.common.read.column.ObjectVector;
import io.flinkdelta.log.store.PageCodecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The columns of one file that are read: those with one value in a row as vectors, nested ones row by row beside them.
 * One thread.
 */
final class FileColumns {
    private final MessageType schema;
    private final List<Flat> flat;
    private final int[] nestedFields;
    /** Null when there are no nested columns. */
    private final ReadNode.Struct nested;

    private final MessageColumnIO nestedColumns;

    private FileColumns(MessageType schema, List<Flat> flat, ReadNode.Struct nested, MessageColumnIO nestedColumns) {
        this.schema = schema;
        this.flat = flat;
        this.nested = nested;
        this.nestedColumns = nestedColumns;
        this.nestedFields = nested == null
                ? new int[0]
                : nested.children().stream().mapToInt(ReadNode.Child::position).toArray();
    }

    private record Flat(int field, ReadNode.Leaf leaf, ColumnDescriptor column) {
        ColumnVector newVector() {
            return leaf.mapping().newVector(column.getPrimitiveType().getPrimitiveTypeName(), RowBatch.CAPACITY);
        }
    }

    /** The columns of {@code plan}. */
    static FileColumns of(ReadNode.Struct plan, FileMetaData file) {
        MessageType schema = (MessageType) plan.type();
        List<Flat> flat = new ArrayList<>();
        List<ReadNode.Child> nested = new ArrayList<>();
        for (ReadNode.Child child : plan.children()) {
            if (child.node() instanceof ReadNode.Leaf leaf && !leaf.type().isRepetition(Type.Repetition.REPEATED)) {
                String[] path = {leaf.type().getName()};
                flat.add(new Flat(child.position(), leaf, schema.getColumnDescription(path)));
            } else {
                nested.add(child);
            }
        }
        if (nested.isEmpty()) {
            return new FileColumns(schema, flat, null, null);
        }
        List<Type> types = nested.stream().map(child -> child.node().type()).toList();
        ReadNode.Struct rest = new ReadNode.Struct(new MessageType(schema.getName(), types), plan.arity(), nested);
        MessageColumnIO columns =
                new ColumnIOFactory(file.getCreatedBy()).getColumnIO((MessageType) rest.type(), file.getSchema(), true);
        return new FileColumns(schema, flat, rest, columns);
    }

    boolean isEmpty() {
        return schema.getFieldCount() == 0;
    }

    /** Puts a vector for each of the columns at its field's place. */
    void vectors(List<ColumnVector> into) {
        flat.forEach(column -> into.set(column.field(), column.newVector()));
        for (int field : nestedFields) {
            into.set(field, new ObjectVector(RowBatch.CAPACITY));
        }
    }

    /** Whether the pages of a row group can be read one by one. */
    boolean hasPages(BlockMetaData group) {
        Set<ColumnPath> read = schema.getColumns().stream()
                .map(column -> ColumnPath.get(column.getPath()))
                .collect(Collectors.toSet());
        return group.getColumns().stream()
                .allMatch(chunk -> !read.contains(chunk.getPath()) || chunk.getOffsetIndexReference() != null);
    }

    /** Begins a row group. */
    RowGroup open(PageReadStore pages, BlockMetaData group, PageCodecs codecs) {
        boolean snappy = group.getColumns().stream().allMatch(chunk -> chunk.getCodec() == CompressionCodecName.SNAPPY);
        Consumer<ByteBuffer> used = snappy ? codecs::giveBack : page -> {};
        List<ColumnChunk> chunks = flat.stream()
                .map(column -> new ColumnChunk(column.column(), pages.getPageReader(column.column()), used))
                .toList();
        return new RowGroup(
                chunks, nested == null ? null : nestedColumns.getRecordReader(pages, new NestedRows(nested)));
    }

    /** The columns in one row group. */
    final class RowGroup {
        private final List<ColumnChunk> chunks;
        /** Null when there are no nested columns. */
        private final RecordReader<RowData> records;

        private RowGroup(List<ColumnChunk> chunks, RecordReader<RowData> records) {
            this.chunks = chunks;
            this.records = records;
        }

        /** Reads the next {@code rows} rows. */
        void read(RowBatch into, int rows) {
            for (int i = 0; i < chunks.size(); i++) {
                chunks.get(i).read(into.column(flat.get(i).field()), rows);
            }
            if (records != null) {
                for (int field : nestedFields) {
                    ((ObjectVector) into.column(field)).reset();
                }
                for (int row = 0; row < rows; row++) {
                    GenericRowData record = (GenericRowData) records.read();
                    for (int field : nestedFields) {
                        ((ObjectVector) into.column(field)).set(row, record.getField(field));
                    }
                }
            }
        }

        /** Passes rows whose pages need not be there. */
        void jump(long rows) {
            chunks.forEach(chunk -> chunk.skip(rows));
        }

        /** Passes the next {@code rows} rows. */
        void skip(long rows) {
            chunks.forEach(chunk -> chunk.skip(rows));
            for (long row = 0; records != null && row < rows; row++) {
                records.read();
            }
        }
    }

    /** Rows of which only the nested fields are filled. */
    private static final class NestedRows extends RecordMaterializer<RowData> {
        private final NestedConverters.StructConverter root;
        private RowData row;

        NestedRows(ReadNode.Struct plan) {
            this.root = plan.converter(value -> row = (RowData) value);
        }

        @Override
        public RowData getCurrentRecord() {
            return row;
        }

        @Override
        public GroupConverter getRootConverter() {
            return root;
        }
    }
}
