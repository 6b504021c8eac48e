/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the files in a table's folder that its log does not name any more (PROTOCOL.md, "VACUUM Protocol
 * Check"), as Spark's VACUUM does. It promises:
 *
 * <ol>
 *   <li>A file stays that is younger than the retention: a writer may be about to commit it.
 *   <li>A file stays that a live file or a tombstone within the retention refers to, as data file or for its
 *       deletion vector, wherever others commit meanwhile: what was committed since the log was read is read
 *       again just before each few thousand files are deleted.
 *   <li>What a {@link Consumer} still needs stays, unless a retention is forced.
 *   <li>Nothing is deleted outside of the table's folder, nor what {@link HiddenNames} hides.
 *   <li>A table that this build may not write is left alone.
 * </ol>
 *
 * <p>What remains is the moment between that last look and the deletion: a commit that lands in it and names
 * files again that are older than the retention and were not named before (RESTORE to a version beyond the
 * retention, a writer that was stopped for longer than the retention) may lose them. Any thread.
 */
public final class Vacuum {
    private static final Logger LOG = LoggerFactory.getLogger(Vacuum.class);

    private final TableStorage storage;
    private final Clock clock;
    private final UnaryOperator<LogSnapshot> refresh;
    private final BiFunction<Snapshot, Operation, TransactionBuilder> transactions;
    private final ReadParallelism parallelism;

    /**
     * For one table.
     *
     * @param refresh the newest version, given an older one
     * @param transactions begins a commit on top of a version
     * @param parallelism in how many threads folders are listed and files deleted
     */
    public Vacuum(
            TableStorage storage,
            Clock clock,
            UnaryOperator<LogSnapshot> refresh,
            BiFunction<Snapshot, Operation, TransactionBuilder> transactions,
            ReadParallelism parallelism) {
        this.storage = storage;
        this.clock = clock;
        this.refresh = refresh;
        this.transactions = transactions;
        this.parallelism = parallelism;
    }

    /**
     * Deletes, or in a dry run names, what nobody needs.
     *
     * @param newest the newest version of the table
     * @throws InvalidRequestException when the retention is shorter than the table's and not forced
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when this build may not write the table
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails on the way; the next
     *     vacuum goes on. Single files that the storage does not let it delete are no failure: see
     *     {@link VacuumedTable#undeleted}.
     */
    public VacuumedTable run(LogSnapshot newest, VacuumRequest request) {
        Duration retention = request.retention().orElseGet(() -> tableRetention(newest));
        requireSafe(newest, retention, request);
        long cutoff = cutoff(retention, request);
        UnwantedFiles unwanted = unwanted(newest, cutoff);
        if (request.dryRun()) {
            return unwanted.ofVersion(newest.version(), Optional.empty());
        }
        LOG.info(
                "Deleting {} files ({} bytes) and {} empty folders of {}",
                unwanted.files().size(),
                unwanted.bytes(),
                unwanted.folders().size(),
                storage.tablePath());
        VacuumRecord record = new VacuumRecord(newest, refresh, transactions, request);
        VacuumDeletion deletion = new VacuumDeletion(
                storage, newest, seen -> requireSafe(refresh.apply(seen), retention, request), cutoff, parallelism);
        record.begin(unwanted, tableRetention(newest));
        UnwantedFiles deleted;
        try {
            deleted = deletion.delete(unwanted);
        } catch (RuntimeException e) {
            record.fail(e);
            throw e;
        }
        record.complete(deleted);
        return deleted.ofVersion(newest.version(), deletion.failures().among(deleted.count()));
    }

    /** Who forces a retention says that nobody reads the table. */
    private long cutoff(Duration retention, VacuumRequest request) {
        long cutoff = Math.max(0, clock.millis() - TimeUnit.MILLISECONDS.convert(retention));
        return request.forced()
                ? cutoff
                : Math.max(
                        0,
                        new Consumers(storage, clock)
                                .spare(Instant.ofEpochMilli(cutoff))
                                .toEpochMilli());
    }

    private UnwantedFiles unwanted(LogSnapshot newest, long cutoff) {
        ReferencedFiles referenced = new ReferencedFiles(storage, cutoff);
        try (ActionIterator actions = newest.filesAndTombstones()) {
            actions.forEachRemaining(referenced::add);
        }
        try {
            return new TableFolders(storage.data(), HiddenNames.of(newest.metadata()), referenced::contains, cutoff)
                    .unwanted(parallelism);
        } catch (IOException e) {
            throw StorageErrors.of(e, where(newest), storage.data().location(), "list the files of the table");
        }
    }

    /** The version, if what was begun with this retention may be done to it. */
    private LogSnapshot requireSafe(LogSnapshot snapshot, Duration retention, VacuumRequest request) {
        ProtocolCheck.requireWritable(snapshot.protocol(), snapshot.metadata(), where(snapshot));
        Duration ofTable = tableRetention(snapshot);
        boolean tooShort = retention.compareTo(ofTable) < 0 && !request.forced();
        if (retention.isNegative() || tooShort) {
            throw new InvalidRequestException(
                    retention.isNegative()
                            ? "The retention of a vacuum is negative."
                            : "The retention of a vacuum is shorter than the table's: files that are being written,"
                                    + " or that readers and older versions need, could be deleted.",
                    where(snapshot)
                            .with("retention", hours(retention))
                            .with(TableProperties.DELETED_FILE_RETENTION, hours(ofTable)),
                    "Take at least the retention of the table, or change its property. If nobody writes to the table"
                            + " or reads it, force the shorter one (VacuumRequest.force, vacuum --force).");
        }
        return snapshot;
    }

    private Duration tableRetention(LogSnapshot snapshot) {
        return TableProperties.ofTable(snapshot.metadata().configuration(), where(snapshot))
                .deletedFileRetention();
    }

    private ErrorContext where(LogSnapshot snapshot) {
        return storage.context().with("version", snapshot.version());
    }

    private static String hours(Duration duration) {
        return duration.toSeconds() % 3600 == 0 ? duration.toHours() + " hours" : duration.toString();
    }
}
