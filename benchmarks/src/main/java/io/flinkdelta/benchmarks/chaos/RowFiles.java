/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.read.DataFileReader;
import io.flinkdelta.common.read.DataFileReaders;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;

/** Writes and reads single data files of the table. */
final class RowFiles {
    private static final String PREFIX = "second-writer-";

    private final TableStorage storage;

    RowFiles(TableStorage storage) {
        this.storage = storage;
    }

    /** A new file. */
    AddFile write(Snapshot table, Stream<RowData> rows) {
        return write(table, writer -> rows.forEach(writer::write));
    }

    /** A new file of the rows of others, without those that are hidden. */
    AddFile rewrite(Snapshot table, List<AddFile> files) {
        DataFileReaders readers = DataFileReaders.of(storage.data(), table);
        return write(
                table,
                writer -> files.forEach(file -> {
                    try (DataFileReader reader = readers.open(file)) {
                        reader.forEachRemaining(writer::write);
                    }
                }));
    }

    private AddFile write(Snapshot table, Consumer<DataFileWriter> rows) {
        TableLayout layout = TableLayout.of(table, storage.context());
        try (DataFileWriters writers = DataFileWriters.create(
                storage.data(), ChaosTable.rowType(), layout, DataFileFormat.defaults(), Clock.systemUTC())) {
            DataFileWriter writer = writers.open(PREFIX + UUID.randomUUID() + ".parquet", PartitionValues.none());
            rows.accept(writer);
            return writer.close();
        }
    }

    /** The files that may have rows on which {@code filter} is true. */
    List<AddFile> find(Snapshot table, String filter) {
        try (Stream<AddFile> files = table.scan(table.scanFilter(Expression.parse(filter)))) {
            return files.toList();
        }
    }

    /** Where in a file the rows are, hidden or not. */
    DeletionVector positions(Snapshot table, AddFile file, Predicate<RowData> wanted) {
        LongStream.Builder positions = LongStream.builder();
        try (DataFileReader reader = DataFileReaders.of(storage.data(), table).open(withAllRows(file))) {
            for (long position = 0; reader.hasNext(); position++) {
                if (wanted.test(reader.next())) {
                    positions.add(position);
                }
            }
        }
        return DeletionVector.of(positions.build().toArray());
    }

    private static AddFile withAllRows(AddFile file) {
        return new AddFile(
                file.path(),
                file.partitionValues(),
                file.size(),
                file.modificationTime(),
                file.dataChange(),
                file.stats(),
                file.tags(),
                Optional.empty(),
                file.baseRowId(),
                file.defaultRowCommitVersion(),
                file.clusteringProvider());
    }
}
