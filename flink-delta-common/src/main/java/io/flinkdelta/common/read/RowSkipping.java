/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.FilterColumn.PageBounds;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.stats.FileStats;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.log.stats.StatsScalar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

/**
 * Tells which rows of a file need not be read, by the statistics of its row groups and pages: those on which a filter is
 * certainly not true. The conditions are the ones that tell it of whole files. One thread.
 */
final class RowSkipping {
    private final ScanFilter filter;
    private final PartitionValues partition;
    private final List<FilterColumn> columns;

    /** @param columns in the order of {@link ScanFilter#statsColumns} */
    RowSkipping(ScanFilter filter, PartitionValues partition, List<FilterColumn> columns) {
        this.filter = filter;
        this.partition = partition;
        this.columns = List.copyOf(columns);
    }

    /** Which rows of a row group may pass, counted from its first one. */
    RowRanges rows(BlockMetaData group, ParquetFileReader file) throws IOException {
        List<ValueBounds> ofGroup =
                columns.stream().map(column -> column.in(group)).toList();
        if (!mayPass(ofGroup::get)) {
            return RowRanges.EMPTY;
        }
        List<Optional<PageBounds>> pages = new ArrayList<>();
        for (FilterColumn column : columns) {
            pages.add(column.pages(group, file));
        }
        long[] starts = pages.stream()
                .flatMap(Optional::stream)
                .flatMapToLong(column -> column.bounds().keySet().stream().mapToLong(Long::longValue))
                .sorted()
                .distinct()
                .toArray();
        if (starts.length < 2) {
            return RowRanges.createSingle(group.getRowCount());
        }
        IntStream passed = IntStream.range(0, starts.length)
                .filter(part -> mayPass(column ->
                        pages.get(column).map(bounds -> bounds.at(starts[part])).orElse(ofGroup.get(column))));
        return RowRanges.create(group.getRowCount(), passed.iterator(), new Parts(starts));
    }

    private boolean mayPass(IntFunction<ValueBounds> bounds) {
        return filter.mayMatch(partition, new Facts(bounds));
    }

    private record Facts(IntFunction<ValueBounds> bounds) implements FileStats {
        @Override
        public StatsScalar numRecords() {
            return ValueBounds.ROWS;
        }

        @Override
        public StatsScalar minValue(int column) {
            return bounds.apply(column).least();
        }

        @Override
        public StatsScalar maxValue(int column) {
            return bounds.apply(column).greatest();
        }

        @Override
        public StatsScalar nullCount(int column) {
            return bounds.apply(column).nullCount();
        }
    }

    /** The parts of a row group between the beginnings of pages of any column, in the form in which Parquet has pages. */
    private static final class Parts implements OffsetIndex {
        private final long[] starts;

        Parts(long[] starts) {
            this.starts = starts;
        }

        @Override
        public int getPageCount() {
            return starts.length;
        }

        @Override
        public long getFirstRowIndex(int part) {
            return starts[part];
        }

        @Override
        public long getOffset(int part) {
            throw new UnsupportedOperationException("a part lies in many places");
        }

        @Override
        public int getCompressedPageSize(int part) {
            throw new UnsupportedOperationException("a part has no size");
        }
    }
}
