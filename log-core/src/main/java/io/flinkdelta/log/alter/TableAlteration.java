/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.time.Clock;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out {@link AlterTable} requests on one table. A request that other writers overtake with
 * something that matters to it is computed anew on what they left. Any thread.
 */
public final class TableAlteration {
    private static final Logger LOG = LoggerFactory.getLogger(TableAlteration.class);
    private static final int ATTEMPTS = 10;
    /** Readers that cannot read a checkpoint try the one before, but no more than three. */
    private static final int SHIELDING_CHECKPOINTS = 3;

    private final TableStorage storage;
    private final Supplier<Snapshot> latest;
    private final BiFunction<Snapshot, Operation, TransactionBuilder> transactions;
    private final Supplier<String> uuids;
    private final Consumer<Snapshot> checkpoints;

    /**
     * For one table.
     *
     * @param latest reads the newest version
     * @param transactions begins a commit on top of a version
     * @param uuids new random identifiers
     * @param checkpoints writes the checkpoint of a version
     */
    public TableAlteration(
            TableStorage storage,
            Supplier<Snapshot> latest,
            BiFunction<Snapshot, Operation, TransactionBuilder> transactions,
            Supplier<String> uuids,
            Consumer<Snapshot> checkpoints) {
        this.storage = storage;
        this.latest = latest;
        this.transactions = transactions;
        this.uuids = uuids;
        this.checkpoints = checkpoints;
    }

    /**
     * The table as it is afterwards; no version is written when nothing changes.
     *
     * @param rows reads rows for requests that depend on them; without it those are refused when there are rows
     */
    public Snapshot alter(AlterTable request, Optional<RowCheck> rows) {
        UncheckedFiles unchecked = new UncheckedFiles(storage);
        for (int attempt = 1; ; attempt++) {
            Snapshot read = latest.get();
            ErrorContext where = storage.context().with("version", read.version());
            ProtocolCheck.requireWritable(read.protocol(), read.metadata(), where);
            TableChange change = inTable(where, () -> request.applyTo(TableDefinition.of(read), uuids));
            if (change.isNothing()) {
                return read;
            }
            inTable(where, () -> {
                change.condition().ifPresent(condition -> requireRows(condition, read, unchecked, rows));
                return change;
            });
            try {
                return change.needsCheckpoints()
                        ? commitBehindCheckpoints(request, read)
                        : commit(change, transactions.apply(read, change.operation()));
            } catch (CommitConflictException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** The new table; {@code transaction} begins it. */
    public Snapshot create(CreateTable request, TransactionBuilder transaction, Clock clock) {
        return commit(inTable(storage.context(), () -> request.toChange(uuids, clock)), transaction);
    }

    /** The request is applied again to what the checkpoints hold; others may have written meanwhile. */
    private Snapshot commitBehindCheckpoints(AlterTable request, Snapshot read) {
        Snapshot shielded = read;
        for (int i = 0; i < SHIELDING_CHECKPOINTS; i++) {
            shielded = transactions
                    .apply(shielded, Operation.EMPTY_COMMIT)
                    .commit()
                    .snapshot();
            checkpoints.accept(shielded);
        }
        TableDefinition table = TableDefinition.of(shielded);
        TableChange change =
                inTable(storage.context().with("version", table.version()), () -> request.applyTo(table, uuids));
        Snapshot changed = commit(change, transactions.apply(shielded, change.operation()));
        try {
            checkpoints.accept(changed);
        } catch (DeltaException e) {
            LOG.warn("The checkpoint of version {} of {} was not written", changed.version(), storage.tablePath(), e);
        }
        return changed;
    }

    /** Commits {@code change}; nobody else may add or remove files when it depends on those that are there. */
    private static Snapshot commit(TableChange change, TransactionBuilder transaction) {
        change.protocol().ifPresent(transaction::protocol);
        change.metadata().ifPresent(transaction::metadata);
        change.domains().forEach(transaction::clusteringDomain);
        change.parameters().forEach(transaction::operationParameter);
        boolean readsFiles = change.condition().isPresent() || change.needsCheckpoints();
        return transaction.blindAppend(!readsFiles).commit().snapshot();
    }

    private static void requireRows(
            TableChange.Condition condition, Snapshot read, UncheckedFiles unchecked, Optional<RowCheck> rows) {
        try (Stream<AddFile> files = unchecked.in(read, condition)) {
            if (rows.isPresent()) {
                rows.get().requireTrue(read, files, condition);
            } else if (files.findAny().isPresent()) {
                throw new InvalidRequestException(
                        "Whether the rows of the table satisfy the constraint is not known.",
                        ErrorContext.none()
                                .with("constraint", condition.name())
                                .with("expression", condition.expression()),
                        "Give the request a check of the rows.");
            }
        }
        unchecked.passed(read);
    }

    private static TableChange inTable(ErrorContext where, Supplier<TableChange> work) {
        try {
            return work.get();
        } catch (InvalidRequestException e) {
            throw new InvalidRequestException(e.problem(), where.with(e.context()), e.remedy(), e);
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(e.problem(), where.with(e.context()), e.remedy(), e);
        }
    }
}
