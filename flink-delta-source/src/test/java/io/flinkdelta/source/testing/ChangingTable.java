/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.testing;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.CommitResult;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.hadoop.conf.Configuration;

/** A table on the local disk whose commits a test makes one by one. */
public final class ChangingTable implements AutoCloseable {
    /** {@code id: long, v: string}. */
    public static final StructType SCHEMA = StructType.of(
            new StructField("id", PrimitiveType.LONG, true, FieldMetadata.empty()),
            new StructField("v", PrimitiveType.STRING, true, FieldMetadata.empty()));

    private final Path folder;
    private final DeltaLog log;

    private ChangingTable(Path folder) {
        this.folder = folder;
        this.log = new DeltaLog(TableStorage.open(folder.toString(), new Configuration(false)), Clock.systemUTC());
    }

    /** Version 0, without files. */
    public static ChangingTable create(Path folder, StructType schema, Map<String, String> properties, String... by) {
        ChangingTable table = new ChangingTable(folder);
        table.log.createTable(CreateTable.of(schema).partitionedBy(List.of(by)).properties(properties));
        return table;
    }

    /** Version 0 of {@link #SCHEMA}, without files. */
    public static ChangingTable create(Path folder) {
        return create(folder, SCHEMA, Map.of());
    }

    public Path folder() {
        return folder;
    }

    public DeltaLog log() {
        return log;
    }

    public Snapshot newest() {
        return log.latestSnapshot();
    }

    public static RowData row(Object... values) {
        GenericRowData row = new GenericRowData(values.length);
        for (int i = 0; i < values.length; i++) {
            row.setField(i, values[i] instanceof String text ? StringData.fromString(text) : values[i]);
        }
        return row;
    }

    /** A file of rows, not committed. */
    public AddFile write(PartitionValues partition, List<RowData> rows) {
        return write(partition, rows, DataFileFormat.defaults());
    }

    /** A file of rows, not committed. */
    public AddFile write(PartitionValues partition, List<RowData> rows, DataFileFormat format) {
        Snapshot snapshot = newest();
        try (DataFileWriters writers = DataFileWriters.create(
                log.storage().data(),
                DeltaTypes.toFlink(snapshot.schema()),
                TableLayout.of(snapshot, ErrorContext.none()),
                format,
                Clock.systemUTC())) {
            DataFileWriter file = writers.open(UUID.randomUUID() + ".parquet", partition);
            rows.forEach(file::write);
            return file.close();
        }
    }

    public AddFile write(RowData... rows) {
        return write(PartitionValues.none(), List.of(rows));
    }

    /** Commits one file more. */
    public AddFile append(RowData... rows) {
        AddFile file = write(rows);
        begin().add(file).commit();
        return file;
    }

    /** Commits other files in the place of some. */
    public CommitResult replace(List<AddFile> removed, List<AddFile> added) {
        return begin().removeAll(removed.stream()
                        .map(file -> RemoveFile.of(file, System.currentTimeMillis()))
                        .toList())
                .addAll(added)
                .commit();
    }

    /** Commits a deletion vector. */
    public void hide(AddFile file, long... positions) {
        List<FileChange> changes = new ArrayList<>();
        try (RowDeletes deletes = RowDeletes.on(newest(), log.storage().data(), UUID.randomUUID(), Clock.systemUTC())) {
            deletes.delete(file, DeletionVector.of(positions)).ifPresent(changes::add);
        }
        begin().deleteRows(changes).commit();
    }

    public TransactionBuilder begin() {
        return log.newTransaction(newest(), Operation.WRITE);
    }

    public void alter(AlterTable change) {
        log.alterTable(change);
    }

    /** Deletes the commits before a version, as a clean-up does, after a checkpoint of it. */
    public void cleanUpBefore(long version) {
        log.checkpoint(log.snapshotAt(version));
        for (long old = 0; old < version; old++) {
            delete("_delta_log/%020d.json".formatted(old));
            delete("_delta_log/%020d.crc".formatted(old));
        }
    }

    /** Deletes a file of the table's folder. */
    public void delete(String path) {
        try {
            Files.deleteIfExists(folder.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
