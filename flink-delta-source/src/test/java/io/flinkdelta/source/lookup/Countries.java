/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.lookup;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.hadoop.conf.Configuration;

/** A small table of ids and names. */
final class Countries implements AutoCloseable {
    private static final RowType TYPE = RowType.of(
            new LogicalType[] {new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH)}, new String[] {"id", "name"});

    private final DeltaLog log;

    Countries(Path folder) {
        log = DeltaLog.forTable(folder.toString(), new Configuration(false));
        log.createTable(
                CreateTable.of(DeltaTypes.toDelta(TYPE)).properties(Map.of("delta.enableDeletionVectors", "true")));
    }

    /** Adds a file with rows of these ids, all of one name. */
    void add(String name, Long... ids) {
        Snapshot table = log.latestSnapshot();
        log.newTransaction(table, Operation.WRITE).add(write(name, ids)).commit();
    }

    private AddFile write(String name, Long... ids) {
        TableLayout layout = TableLayout.of(log.latestSnapshot(), log.storage().context());
        try (DataFileWriters writers = DataFileWriters.create(
                log.storage().data(), TYPE, layout, DataFileFormat.defaults(), Clock.systemUTC())) {
            DataFileWriter writer = writers.open("f-" + UUID.randomUUID() + ".parquet", PartitionValues.none());
            for (Long id : ids) {
                writer.write(GenericRowData.of(id, StringData.fromString(name)));
            }
            return writer.close();
        }
    }

    /** Hides the first row of each file, and adds a file in the same commit. */
    void replaceFirst(String name, Long... ids) {
        Snapshot table = log.latestSnapshot();
        TransactionBuilder transaction = log.newTransaction(table, Operation.DELETE);
        AddFile added = write(name, ids);
        try (RowDeletes deletes = RowDeletes.on(table, log.storage().data(), UUID.randomUUID(), Clock.systemUTC());
                Stream<AddFile> files = table.files()) {
            files.forEach(file -> deletes.delete(file, DeletionVector.of(0)).ifPresent(change -> {
                transaction.remove(change.remove());
                change.add().ifPresent(transaction::add);
            }));
        }
        transaction.add(added).commit();
    }

    @Override
    public void close() {
        log.close();
    }
}
