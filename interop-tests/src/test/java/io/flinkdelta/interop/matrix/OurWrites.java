/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.interop.data.EdgeValues;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.DeltaLogComponents;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.maintenance.CheckpointSettings;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;

/** What this product does to a table of the matrix. */
record OurWrites(FlinkCluster flink, Path table) {
    private static final List<String> COMPUTED = List.of("delta.generationExpression", "delta.identity.start");

    /**
     * A job of the sink: rows of the table's own type with edge values, whose ids count from {@code firstId}; columns
     * that the table computes are left out.
     */
    void append(long firstId, int count) throws Exception {
        Snapshot snapshot = newest();
        RowType type = DeltaTypes.toFlink(new StructType(snapshot.schema().fields().stream()
                .filter(field -> COMPUTED.stream()
                        .allMatch(key -> field.metadata().get(key).isEmpty()))
                .toList()));
        List<RowData> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            GenericRowData row = EdgeValues.row(type, i, 1);
            row.setField(type.getFieldIndex("id"), firstId + i);
            row.setField(type.getFieldIndex("part"), i % 3 == 2 ? null : i % 3);
            row.setField(2, StringData.fromString("flink " + i));
            rows.add(row);
        }
        new TableWriter(flink, table, type, snapshot.partitionColumns(), Map.of()).append(rows);
    }

    /** One metadata commit, or one that changes the protocol, too. */
    void alter(AlterTable request) {
        try (DeltaLog log = log(CheckpointSettings.defaults())) {
            log.alterTable(request);
        }
    }

    /** Hides the first row of each of some files, in one commit. */
    void hideRows(int files) {
        try (DeltaLog log = log(CheckpointSettings.defaults())) {
            Snapshot newest = log.latestSnapshot();
            TransactionBuilder transaction = log.newTransaction(newest, Operation.DELETE);
            List<AddFile> live;
            try (Stream<AddFile> all = newest.files()) {
                live = all.filter(file -> file.deletionVector().isEmpty())
                        .limit(files)
                        .toList();
            }
            try (RowDeletes deletes =
                    RowDeletes.on(newest, log.storage().data(), UUID.randomUUID(), Clock.systemUTC())) {
                for (AddFile file : live) {
                    RowDeletes.FileChange change =
                            deletes.delete(file, DeletionVector.of(0)).orElseThrow();
                    transaction.remove(change.remove());
                    change.add().ifPresent(transaction::add);
                }
            }
            transaction.commit();
        }
    }

    /** Whether the table asks for deletion vectors. */
    boolean hidesRows() {
        return Boolean.parseBoolean(newest().metadata().configuration().get("delta.enableDeletionVectors"));
    }

    /** The checkpoint of the newest version, of the kind that the table asks for. */
    void checkpoint(CheckpointSettings settings) {
        try (DeltaLog log = log(settings)) {
            Snapshot newest = log.latestSnapshot();
            // There may be one already that a commit of ours or Spark's brought about.
            log.checkpoint(newest);
            assertThat(LogSnapshot.cast(log.latestSnapshot()).segment().commits())
                    .as("commits after the newest checkpoint of %s", newest)
                    .isZero();
        }
    }

    Snapshot newest() {
        return log(CheckpointSettings.defaults()).latestSnapshot();
    }

    private DeltaLog log(CheckpointSettings settings) {
        return new DeltaLog(
                TableStorage.open(table.toString(), new Configuration()),
                DeltaLogComponents.defaults().withCheckpointSettings(settings));
    }
}
