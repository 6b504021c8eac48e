/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.concurrent;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.CommitResult;
import io.flinkdelta.log.txn.Operation;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/** Commits as the sink does: the snapshot after a commit is what the next one begins with. */
final class DeltaTableWriter implements TableWriter {
    private final String appId = UUID.randomUUID().toString();
    private final DeltaLog log;
    private Snapshot snapshot;

    DeltaTableWriter(String table, Configuration hadoop) {
        this.log = DeltaLog.forTable(table, hadoop);
        this.snapshot = log.latestSnapshot();
    }

    @Override
    public int commit(int number) {
        AddFile file = AddFile.ofNewFile(
                appId + "-" + number + ".parquet",
                PartitionValues.none(),
                number,
                System.currentTimeMillis(),
                Optional.of("{\"numRecords\":1}"));
        CommitResult result = log.newTransaction(snapshot, Operation.STREAMING_UPDATE)
                .txn(appId, number)
                .add(file)
                .blindAppend(true)
                .commit();
        snapshot = result.snapshot();
        return result instanceof CommitResult.Committed committed ? committed.attempts() : 1;
    }

    @Override
    public void close() {
        log.close();
    }
}
