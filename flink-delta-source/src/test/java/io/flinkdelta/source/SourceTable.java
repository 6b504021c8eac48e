/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.Partitioner;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;

/** A local table (id, part, text), partitioned by part, and its writer. One thread. */
public final class SourceTable implements AutoCloseable {
    private static final StructType SCHEMA = StructType.of(
            new StructField("id", PrimitiveType.LONG, false),
            new StructField("part", PrimitiveType.STRING, true),
            new StructField("text", PrimitiveType.STRING, true));

    private final Path path;
    private final DeltaLog log;

    private SourceTable(Path path) {
        this.path = path;
        this.log = new DeltaLog(TableStorage.open(path.toString(), new Configuration(false)), Clock.systemUTC());
    }

    /** Version 0, which has no rows. */
    public static SourceTable create(Path path) {
        SourceTable table = new SourceTable(path);
        table.log.createTable(CreateTable.of(SCHEMA)
                .partitionedBy(List.of("part"))
                .properties(Map.of("delta.enableDeletionVectors", "true")));
        return table;
    }

    public static RowData row(long id, String part) {
        return row(id, part, "row " + id);
    }

    public static RowData row(long id, String part, String text) {
        return GenericRowData.of(id, StringData.fromString(part), StringData.fromString(text));
    }

    public DeltaSourceBuilder source() {
        return DeltaSource.forRowData(path.toString());
    }

    public DeltaLog log() {
        return log;
    }

    public Path path() {
        return path;
    }

    /** Commits rows {@code from} to {@code to}, exclusive, of one partition, in a file; the version. */
    public long append(long from, long to, String part) {
        return append(LongStream.range(from, to).mapToObj(id -> row(id, part)).toList());
    }

    /** Commits rows, in a file for each partition; the version. */
    public long append(List<RowData> rows) {
        Snapshot snapshot = log.latestSnapshot();
        log.newTransaction(snapshot, Operation.WRITE)
                .addAll(write(snapshot, rows))
                .commit();
        return snapshot.version() + 1;
    }

    /** Commits one file for each of so many partitions {@code 0..count-1}, with one row each. */
    public long appendFiles(int count) {
        return append(LongStream.range(0, count)
                .mapToObj(id -> row(id, Long.toString(id)))
                .toList());
    }

    private List<AddFile> write(Snapshot snapshot, List<RowData> rows) {
        RowType type = DeltaTypes.toFlink(snapshot.schema());
        TableStorage storage = log.storage();
        TableLayout layout = TableLayout.of(snapshot, storage.context());
        Partitioner partitioner = Partitioner.create(storage.tablePath(), type, layout);
        Map<Object, List<RowData>> byPartition = new LinkedHashMap<>();
        rows.forEach(row -> byPartition
                .computeIfAbsent(partitioner.values(row), unused -> new ArrayList<>())
                .add(row));
        List<AddFile> files = new ArrayList<>();
        try (DataFileWriters writers =
                DataFileWriters.create(storage.data(), type, layout, DataFileFormat.defaults(), Clock.systemUTC())) {
            for (List<RowData> some : byPartition.values()) {
                DataFileWriter writer = writers.open(UUID.randomUUID() + ".parquet", partitioner.values(some.get(0)));
                some.forEach(writer::write);
                files.add(writer.close());
            }
        }
        return files;
    }

    /** Commits that the first row of each file is deleted and a row of each partition comes; the version. */
    public long deleteFirstRowsAndAppend(List<RowData> rows) {
        Snapshot snapshot = log.latestSnapshot();
        List<RowDeletes.FileChange> changes = new ArrayList<>();
        try (RowDeletes deletes = RowDeletes.on(snapshot, log.storage().data(), UUID.randomUUID(), Clock.systemUTC());
                Stream<AddFile> files = snapshot.files()) {
            files.forEach(file -> deletes.delete(file, DeletionVector.of(0)).ifPresent(changes::add));
        }
        log.newTransaction(snapshot, Operation.WRITE)
                .deleteRows(changes)
                .addAll(write(snapshot, rows))
                .commit();
        return snapshot.version() + 1;
    }

    /** Commits that all files go; the version. */
    public long removeAll(Instant time) {
        Snapshot snapshot = log.latestSnapshot();
        try (Stream<AddFile> files = snapshot.files()) {
            log.newTransaction(snapshot, Operation.DELETE)
                    .removeAll(files.map(file -> RemoveFile.of(file, time.toEpochMilli()))
                            .toList())
                    .commit();
        }
        return snapshot.version() + 1;
    }

    /** Waits for what goes on in the background. */
    @Override
    public void close() {
        log.close();
    }
}
