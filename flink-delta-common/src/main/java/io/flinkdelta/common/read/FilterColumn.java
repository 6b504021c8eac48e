/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.schema.Type;

/** A column that a filter asks for, in one file: what the file's statistics say of it. One thread. */
sealed interface FilterColumn {
    /** In a row group. */
    ValueBounds in(BlockMetaData group);

    /** In the pages of a row group; empty where the file does not say. */
    Optional<PageBounds> pages(BlockMetaData group, ParquetFileReader file) throws IOException;

    /**
     * What is known page by page.
     *
     * @param bounds by the first row of each page in the row group
     */
    record PageBounds(NavigableMap<Long, ValueBounds> bounds) {
        ValueBounds at(long row) {
            return bounds.floorEntry(row).getValue();
        }
    }

    /**
     * Finds a column.
     *
     * @param physicalPath its names from the top down, as the log's statistics have them
     * @param schema the columns that are read
     * @param plan how they lie in the file
     */
    static FilterColumn find(
            List<String> physicalPath,
            StructType schema,
            ColumnMapping mapping,
            ReadNode.Struct plan,
            String createdBy) {
        StructType struct = schema;
        ReadNode node = plan;
        DataType type = schema;
        List<String> inFile = new ArrayList<>();
        for (String name : physicalPath) {
            Optional<StructField> field = struct.fields().stream()
                    .filter(candidate -> mapping.physicalName(candidate).equals(name))
                    .findFirst();
            if (field.isEmpty() || !(node instanceof ReadNode.Struct parent)) {
                return Same.UNKNOWN;
            }
            int position = struct.indexOf(field.get().name());
            Optional<ReadNode> child = parent.children().stream()
                    .filter(candidate -> candidate.position() == position)
                    .map(ReadNode.Child::node)
                    .findFirst();
            if (child.isEmpty()) {
                return Same.ONLY_NULL;
            }
            node = child.get();
            type = field.get().type();
            struct = type instanceof StructType nested ? nested : StructType.of();
            inFile.add(node.type().getName());
        }
        return node instanceof ReadNode.Leaf leaf && !leaf.type().isRepetition(Type.Repetition.REPEATED)
                ? new InFile(ColumnPath.get(inFile.toArray(String[]::new)), new BoundDecoder(leaf, type, createdBy))
                : Same.UNKNOWN;
    }

    /** In all rows of the file the same. */
    record Same(ValueBounds bounds) implements FilterColumn {
        static final Same UNKNOWN = new Same(ValueBounds.UNKNOWN);
        /** The file does not have the column. */
        static final Same ONLY_NULL = new Same(ValueBounds.ONLY_NULL);

        @Override
        public ValueBounds in(BlockMetaData group) {
            return bounds;
        }

        @Override
        public Optional<PageBounds> pages(BlockMetaData group, ParquetFileReader file) {
            return Optional.empty();
        }
    }

    /** A column of the file with one value or null in each row. */
    record InFile(ColumnPath path, BoundDecoder decoder) implements FilterColumn {
        @Override
        public ValueBounds in(BlockMetaData group) {
            Statistics<?> statistics = chunk(group).getStatistics();
            if (statistics == null || statistics.isEmpty()) {
                return ValueBounds.UNKNOWN;
            }
            if (statistics.isNumNullsSet() && statistics.getNumNulls() == group.getRowCount()) {
                return ValueBounds.ONLY_NULL;
            }
            boolean mayBeNull = !statistics.isNumNullsSet() || statistics.getNumNulls() > 0;
            return statistics.hasNonNullValue()
                    ? ValueBounds.of(
                            decoder.least(ByteBuffer.wrap(statistics.getMinBytes())),
                            decoder.greatest(ByteBuffer.wrap(statistics.getMaxBytes())),
                            mayBeNull)
                    : ValueBounds.of(null, null, mayBeNull);
        }

        @Override
        public Optional<PageBounds> pages(BlockMetaData group, ParquetFileReader file) throws IOException {
            ColumnIndex values = file.readColumnIndex(chunk(group));
            OffsetIndex places = file.readOffsetIndex(chunk(group));
            if (values == null || places == null) {
                return Optional.empty();
            }
            NavigableMap<Long, ValueBounds> bounds = new TreeMap<>();
            for (int page = 0; page < places.getPageCount(); page++) {
                bounds.put(places.getFirstRowIndex(page), page(values, page));
            }
            return Optional.of(new PageBounds(bounds));
        }

        private ValueBounds page(ColumnIndex values, int page) {
            if (values.getNullPages().get(page)) {
                return ValueBounds.ONLY_NULL;
            }
            List<Long> nullCounts = values.getNullCounts();
            boolean mayBeNull = nullCounts == null || nullCounts.isEmpty() || nullCounts.get(page) > 0;
            return ValueBounds.of(
                    decoder.least(values.getMinValues().get(page)),
                    decoder.greatest(values.getMaxValues().get(page)),
                    mayBeNull);
        }

        private ColumnChunkMetaData chunk(BlockMetaData group) {
            return group.getColumns().stream()
                    .filter(column -> column.getPath().equals(path))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("a row group lacks the column " + path));
        }
    }
}
