/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What the history of a table tells of a vacuum, as Spark writes it: one commit before, one after the deletion.
 * They depend on nothing, so that they go on top of whatever others have committed.
 */
final class VacuumRecord {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int ATTEMPTS = 10;

    private final UnaryOperator<LogSnapshot> refresh;
    private final BiFunction<Snapshot, Operation, TransactionBuilder> transactions;
    private final VacuumRequest request;
    private LogSnapshot seen;

    /**
     * Of one vacuum.
     *
     * @param read the version that it read
     * @param refresh the newest version, given an older one
     */
    VacuumRecord(
            LogSnapshot read,
            UnaryOperator<LogSnapshot> refresh,
            BiFunction<Snapshot, Operation, TransactionBuilder> transactions,
            VacuumRequest request) {
        this.seen = read;
        this.refresh = refresh;
        this.transactions = transactions;
        this.request = request;
    }

    /** @throws StorageUnavailableException when the storage does not take the commit, as a full disk */
    void begin(UnwantedFiles unwanted, Duration tableRetention) {
        try {
            commitStart(unwanted, tableRetention);
        } catch (StorageUnavailableException e) {
            throw new StorageUnavailableException(
                    "Nothing was deleted, because the history cannot be told of the vacuum: " + e.problem(),
                    e.context(),
                    "To make room on a full disk, leave the history out (VacuumRequest.withoutRecord, vacuum"
                            + " --no-history). Otherwise: " + e.remedy(),
                    e);
        }
    }

    private void commitStart(UnwantedFiles unwanted, Duration tableRetention) {
        commit(Operation.VACUUM_START, start -> {
            start.operationParameter("retentionCheckEnabled", JSON.booleanNode(!request.forced()))
                    .operationParameter("defaultRetentionMillis", JSON.numberNode(millis(tableRetention)))
                    .operationMetric("numFilesToDelete", unwanted.count())
                    .operationMetric("sizeOfDataToDelete", unwanted.bytes());
            request.retention()
                    .ifPresent(retention ->
                            start.operationParameter("specifiedRetentionMillis", JSON.numberNode(millis(retention))));
        });
    }

    void complete(UnwantedFiles deleted) {
        commit(
                Operation.VACUUM_END,
                end -> end.operationParameter("status", "COMPLETED")
                        .operationMetric("numDeletedFiles", deleted.count())
                        .operationMetric("numVacuumedDirectories", deleted.foldersSeen()));
    }

    /** What goes wrong with the record, too, is told beside the failure. */
    void fail(RuntimeException failure) {
        try {
            commit(Operation.VACUUM_END, end -> end.operationParameter("status", "FAILED"));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void commit(Operation operation, Consumer<TransactionBuilder> content) {
        for (int attempt = 1; request.recorded(); attempt++) {
            seen = refresh.apply(seen);
            TransactionBuilder transaction = transactions.apply(seen, operation);
            content.accept(transaction);
            try {
                transaction.commit();
                return;
            } catch (CommitConflictException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static long millis(Duration duration) {
        return TimeUnit.MILLISECONDS.convert(duration);
    }
}
