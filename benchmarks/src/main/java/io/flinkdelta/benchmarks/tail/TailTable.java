/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.tail;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import java.nio.file.Path;
import java.time.Clock;
import org.apache.hadoop.conf.Configuration;

/** The table that is appended to, and its writer. One thread. */
final class TailTable implements AutoCloseable {
    static final int ROWS_PER_COMMIT = 100;

    private final DeltaLog log;
    private final DataFileWriters writers;
    private Snapshot snapshot;

    TailTable(Path folder) {
        this.log = DeltaLog.forTable(folder.toString(), new Configuration(false));
        log.createTable(CreateTable.of(DeltaTypes.toDelta(TailRows.TYPE)));
        this.snapshot = log.latestSnapshot();
        this.writers = DataFileWriters.create(
                log.storage().data(),
                TailRows.TYPE,
                TableLayout.of(snapshot, log.storage().context()),
                DataFileFormat.defaults(),
                Clock.systemUTC());
    }

    /** Writes a file, and tells when its commit was there, in {@link System#nanoTime}. */
    long append(int commit) {
        DataFileWriter writer = writers.open("part-" + commit + ".parquet", PartitionValues.none());
        for (int number = 0; number < ROWS_PER_COMMIT; number++) {
            writer.write(TailRows.row(commit, number));
        }
        AddFile file = writer.close();
        snapshot = log.newTransaction(snapshot, Operation.STREAMING_UPDATE)
                .add(file)
                .blindAppend(true)
                .commit()
                .snapshot();
        return System.nanoTime();
    }

    @Override
    public void close() {
        writers.close();
        log.close();
    }
}
