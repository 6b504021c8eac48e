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
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.maintenance.CheckpointSettings;
import io.flinkdelta.log.maintenance.VacuumRequest;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.FileStatistics;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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
    private static final List<String> COMPUTED =
            List.of("delta.generationExpression", "delta.identity.start", "CURRENT_DEFAULT");

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

    void create(CreateTable request) {
        try (DeltaLog log = log(DeltaLogComponents.defaults())) {
            log.createTable(request);
        }
    }

    /** One metadata commit, or one that changes the protocol, too. */
    void alter(AlterTable request) {
        try (DeltaLog log = log(DeltaLogComponents.defaults())) {
            log.alterTable(request);
        }
    }

    /** Hides the row at one position in so many files that have rows after it, in one commit. */
    void hideRows(int files, long position) {
        try (DeltaLog log = log(DeltaLogComponents.defaults())) {
            Snapshot newest = log.latestSnapshot();
            TransactionBuilder transaction = log.newTransaction(newest, Operation.DELETE);
            List<AddFile> live;
            try (Stream<AddFile> all = newest.files()) {
                live = all.filter(file -> numRecords(file) > position + 1)
                        .limit(files)
                        .toList();
            }
            assertThat(live).hasSize(files);
            try (RowDeletes deletes =
                    RowDeletes.on(newest, log.storage().data(), UUID.randomUUID(), Clock.systemUTC())) {
                for (AddFile file : live) {
                    RowDeletes.FileChange change =
                            deletes.delete(file, DeletionVector.of(position)).orElseThrow();
                    transaction.remove(change.remove());
                    change.add().ifPresent(transaction::add);
                }
            }
            transaction.commit();
        }
    }

    private static long numRecords(AddFile file) {
        return FileStatistics.numRecords(file.stats().orElseThrow()).orElseThrow();
    }

    /** The checkpoint of the newest version, of the kind that the table asks for. */
    void checkpoint(CheckpointSettings settings) {
        try (DeltaLog log = log(DeltaLogComponents.defaults().withCheckpointSettings(settings))) {
            Snapshot newest = log.latestSnapshot();
            // There may be one already that a commit of ours or Spark's brought about.
            log.checkpoint(newest);
            assertThat(LogSnapshot.cast(log.latestSnapshot()).segment().commits())
                    .as("commits after the newest checkpoint of %s", newest)
                    .isZero();
        }
    }

    /** Cleans up the log as it will be done in a year; the oldest version that is left. */
    long cleanUp() {
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(365));
        try (DeltaLog log = log(DeltaLogComponents.defaults().withClock(later))) {
            assertThat(log.cleanUpLog().deleted()).isNotEmpty();
            return log.earliestVersion();
        }
    }

    /** The files that the table's own retention lets go. */
    List<String> vacuum() {
        try (DeltaLog log = log(DeltaLogComponents.defaults())) {
            return log.vacuum(VacuumRequest.ofTable()).files();
        }
    }

    Snapshot newest() {
        try (DeltaLog log = log(DeltaLogComponents.defaults())) {
            return log.latestSnapshot();
        }
    }

    private DeltaLog log(DeltaLogComponents components) {
        return new DeltaLog(TableStorage.open(table.toString(), new Configuration()), components);
    }
}
