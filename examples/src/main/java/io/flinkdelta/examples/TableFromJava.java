/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.Partitioner;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.read.DataFileReader;
import io.flinkdelta.common.read.DataFileReaders;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.maintenance.CleanedLog;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.hadoop.conf.Configuration;

/**
 * A table without a Flink job: created, written, read and cleaned up from plain Java. To copy from; the page
 * docs/java.md goes through it.
 */
public final class TableFromJava {
    private static final RowType ROW_TYPE = RowType.of(
            new LogicalType[] {new BigIntType(false), new VarCharType(VarCharType.MAX_LENGTH), new IntType()},
            new String[] {"id", "country", "amount"});

    private final DeltaLog log;

    TableFromJava(DeltaLog log) {
        this.log = log;
    }

    /** Makes a table in the folder that is named, which must not have one, and prints some of its rows. */
    public static void main(String[] arguments) {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("usage: TableFromJava TABLE, a folder that has none yet");
        }
        try (DeltaLog log = DeltaLog.forTable(arguments[0], new Configuration())) {
            new TableFromJava(log).run(System.out::println);
        }
    }

    void run(Consumer<String> out) {
        create();
        append(List.of(row(1, "DE", 10), row(2, "DE", 20), row(3, "DE", 30)));
        append(List.of(row(4, "FR", 40)));
        hideFirstRow("country = 'DE'");
        read("amount < 40", row -> out.accept("row " + row.getLong(0)));
        out.accept("files of the log that were deleted: " + tidy().deleted().size());
    }

    static RowData row(long id, String country, int amount) {
        return GenericRowData.of(id, StringData.fromString(country), amount);
    }

    Snapshot create() {
        return log.createTable(CreateTable.of(DeltaTypes.toDelta(ROW_TYPE))
                .partitionedBy(List.of("country"))
                .properties(Map.of("delta.enableDeletionVectors", "true")));
    }

    /** One file in one commit. The rows must be of one partition and satisfy the table's constraints: nobody checks. */
    Snapshot append(List<RowData> rows) {
        Snapshot table = log.latestSnapshot();
        TableLayout layout = TableLayout.of(table, log.storage().context());
        PartitionValues partition = Partitioner.create(log.storage().data().location(), ROW_TYPE, layout)
                .values(rows.get(0));
        String path = Partitioner.folder(partition) + "part-" + UUID.randomUUID() + ".parquet";
        AddFile file;
        try (DataFileWriters writers = DataFileWriters.create(
                log.storage().data(), ROW_TYPE, layout, DataFileFormat.defaults(), Clock.systemUTC())) {
            DataFileWriter writer = writers.open(path, partition);
            rows.forEach(writer::write);
            file = writer.close();
        }
        return log.newTransaction(table, Operation.WRITE).add(file).commit().snapshot();
    }

    /** Hides the first row of each file that may have a row on which {@code filter} is true. */
    Snapshot hideFirstRow(String filter) {
        Snapshot table = log.latestSnapshot();
        TransactionBuilder transaction =
                log.newTransaction(table, Operation.DELETE).readWhere(Expression.parse(filter));
        try (RowDeletes deletes = RowDeletes.on(table, log.storage().data(), UUID.randomUUID(), Clock.systemUTC())) {
            for (AddFile file : files(table, filter)) {
                deletes.delete(file, DeletionVector.of(0)).ifPresent(change -> {
                    transaction.remove(change.remove());
                    change.add().ifPresent(transaction::add);
                });
            }
        }
        return transaction.commit().snapshot();
    }

    /**
     * The rows of the files that may have one on which {@code filter} is true, the others of these files, too.
     *
     * @param rows each row is of use until it returns: the next one takes its place
     */
    void read(String filter, Consumer<RowData> rows) {
        Snapshot table = log.latestSnapshot();
        DataFileReaders readers = DataFileReaders.of(log.storage().data(), table);
        for (AddFile file : files(table, filter)) {
            try (DataFileReader reader = readers.open(file)) {
                reader.forEachRemaining(rows);
            }
        }
    }

    private static List<AddFile> files(Snapshot table, String filter) {
        try (Stream<AddFile> files = table.scan(table.scanFilter(Expression.parse(filter)))) {
            return files.toList();
        }
    }

    /** A checkpoint now, and what has expired of the log away. */
    CleanedLog tidy() {
        log.checkpoint(log.latestSnapshot());
        return log.cleanUpLog();
    }
}
