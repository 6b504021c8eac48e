/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.snapshot.LogSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the checkpoint of one snapshot holds (PROTOCOL.md, "Checkpoints"): everything but the tombstones
 * older than {@code delta.deletedFileRetentionDuration} and, if the table has the property, the
 * transactions not updated for {@code delta.setTransactionRetentionDuration}. Its files are read once, by any thread.
 */
final class CheckpointedState {
    private final LogSnapshot snapshot;
    private final long nowMillis;
    private final long tombstonesAfter;
    private final Optional<Duration> transactionRetention;
    private volatile FileTotals totals = FileTotals.none();

    CheckpointedState(LogSnapshot snapshot, TableProperties properties, long nowMillis) {
        this.snapshot = snapshot;
        this.nowMillis = nowMillis;
        this.tombstonesAfter = nowMillis - properties.deletedFileRetention().toMillis();
        this.transactionRetention = properties.transactionRetention();
    }

    long version() {
        return snapshot.version();
    }

    /** Of the clock, epoch milliseconds. */
    long nowMillis() {
        return nowMillis;
    }

    Metadata metadata() {
        return snapshot.metadata();
    }

    LogSnapshot snapshot() {
        return snapshot;
    }

    /** Everything but live files and tombstones. */
    List<Action> stateActions() {
        TableState state = snapshot.state();
        List<Action> actions = new ArrayList<>();
        state.protocol().ifPresent(actions::add);
        state.metadata().ifPresent(actions::add);
        state.transactions().values().stream().filter(this::isKept).forEach(actions::add);
        actions.addAll(state.domainMetadata().values());
        return actions;
    }

    /** Without the time of its last update a transaction counts as old, as Spark has it. */
    private boolean isKept(SetTransaction transaction) {
        return transactionRetention
                .map(retention -> nowMillis - retention.toMillis())
                .map(after -> transaction.lastUpdated().orElse(Long.MIN_VALUE) > after)
                .orElse(true);
    }

    /** The live files and the tombstones, in no order; must be closed. */
    ActionIterator fileActions() {
        return new KeptFiles(snapshot.filesAndTombstones());
    }

    /** Without statistics and tags, which tombstones of a checkpoint do not have. */
    private static RemoveFile asState(RemoveFile remove) {
        return new RemoveFile(
                remove.path(),
                remove.deletionTimestamp(),
                false,
                remove.extendedFileMetadata(),
                remove.partitionValues(),
                remove.size(),
                Optional.empty(),
                Map.of(),
                remove.deletionVector(),
                remove.baseRowId(),
                remove.defaultRowCommitVersion());
    }

    /** Of the live files; all of them once {@link #fileActions} was read to its end. */
    FileTotals totals() {
        return totals;
    }

    private final class KeptFiles extends ActionIterator {
        private final ActionIterator all;

        KeptFiles(ActionIterator all) {
            this.all = all;
        }

        @Override
        protected Action advance() {
            while (all.hasNext()) {
                Action action = all.next();
                if (action instanceof AddFile add) {
                    totals = totals.with(add);
                    return add.dataChange() ? add.withoutDataChange() : add; // A state, not a change.
                }
                RemoveFile remove = (RemoveFile) action;
                if (isYoung(remove)) {
                    return asState(remove);
                }
            }
            return null;
        }

        private boolean isYoung(RemoveFile remove) {
            return remove.deletionTimestamp().orElse(0) > tombstonesAfter;
        }

        @Override
        public void close() {
            all.close();
        }
    }
}
