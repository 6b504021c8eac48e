/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.scan;

import io.flinkdelta.benchmarks.rows.EventRows;
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
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;

/**
 * The table that is read: at one version all rows, at the next one row in ten hidden by a deletion vector.
 *
 * @param files of both versions
 * @param liveRows at the second one
 */
record ScanTable(Path folder, long rows, List<Path> files, long wholeVersion, long hiddenVersion, long liveRows) {
    static final int FILES = 4;
    private static final int HIDDEN_ONE_IN = 10;

    static RowType rowType() {
        return new EventRows().rowType();
    }

    static ScanTable create(Path folder, long rows) throws IOException {
        try (DeltaLog log = DeltaLog.forTable(folder.toString(), new Configuration(false))) {
            log.createTable(CreateTable.of(DeltaTypes.toDelta(rowType()))
                    .properties(Map.of("delta.enableDeletionVectors", "true")));
            List<AddFile> files = write(log, rows);
            Snapshot whole = log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                    .addAll(files)
                    .commit()
                    .snapshot();
            List<FileChange> changes = hide(log, whole, rows);
            long hidden = changes.stream().mapToLong(FileChange::rows).sum();
            Snapshot after = log.newTransaction(whole, Operation.DELETE)
                    .deleteRows(changes)
                    .commit()
                    .snapshot();
            List<Path> paths = files.stream()
                    .map(file -> folder.resolve(DataPath.decode(file.path())))
                    .toList();
            return new ScanTable(folder, rows, paths, whole.version(), after.version(), rows - hidden);
        }
    }

    private static List<AddFile> write(DeltaLog log, long rows) throws IOException {
        EventRows generator = new EventRows();
        TableLayout layout = TableLayout.of(log.latestSnapshot(), log.storage().context());
        List<AddFile> files = new ArrayList<>();
        try (DataFileWriters writers = DataFileWriters.create(
                log.storage().data(), rowType(), layout, DataFileFormat.defaults(), Clock.systemUTC())) {
            for (int part = 0; part < FILES; part++) {
                DataFileWriter writer = writers.open("part-" + part + ".parquet", PartitionValues.none());
                generator.generate(part, FILES, rows, row -> {
                    writer.write(row);
                    return true;
                });
                files.add(writer.close());
            }
        }
        return files;
    }

    private static List<FileChange> hide(DeltaLog log, Snapshot whole, long rows) {
        SplittableRandom random = new SplittableRandom(1);
        List<FileChange> changes = new ArrayList<>();
        try (RowDeletes deletes = RowDeletes.on(whole, log.storage().data(), UUID.randomUUID(), Clock.systemUTC());
                Stream<AddFile> files = whole.files()) {
            for (AddFile file : files.toList()) {
                DeletionVector hidden = DeletionVector.of(LongStream.range(0, rows / FILES)
                        .filter(position -> random.nextInt(HIDDEN_ONE_IN) == 0)
                        .toArray());
                deletes.delete(file, hidden).ifPresent(changes::add);
            }
        }
        return changes;
    }
}
