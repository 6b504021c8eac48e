/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import com.fasterxml.jackson.databind.node.TextNode;
import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.CommitResult;
import io.flinkdelta.log.txn.CommitResult.AlreadyCommitted;
import io.flinkdelta.log.txn.CommitResult.Committed;
import io.flinkdelta.log.txn.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.connector.sink2.Committer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one commit of the log from each committable. Its life, all of it in the task's thread:
 *
 * <ol>
 *   <li>Restored committables come first, while the task starts: whatever the earlier attempt had
 *       committed already is recognised by its {@code txn}; of the others the data files must still be
 *       there ({@link RestoredFiles}).
 *   <li>Then, each time a checkpoint completes, the committables up to it, in the order of their
 *       checkpoints. The table as the last commit left it is kept, so that without other writers a
 *       commit is a single write and no read.
 *   <li>A foreign change of the table's metadata or protocol does not stop us unless our files no
 *       longer fit the table.
 * </ol>
 *
 * <p>A committable is never given up: what cannot be committed fails the job, and comes again with
 * the state. No file is ever deleted here.
 */
final class DeltaCommitter implements Committer<DeltaCommittable> {
    private static final Logger LOG = LoggerFactory.getLogger(DeltaCommitter.class);
    private static final int MAX_FOREIGN_CHANGES = 100;
    static final String COMMITTABLE_ID = "committableId";

    private final SinkSpec spec;
    private final OptionalLong restoredCheckpoint;
    private final CommitterMetrics metrics;
    private SinkTable table;
    private Snapshot snapshot;
    private Metadata ruledBy;
    private Set<String> rules;

    DeltaCommitter(SinkSpec spec, OptionalLong restoredCheckpoint, CommitterMetrics metrics) {
        this.spec = spec;
        this.restoredCheckpoint = restoredCheckpoint;
        this.metrics = metrics;
    }

    @Override
    public void commit(Collection<CommitRequest<DeltaCommittable>> requests) {
        List<CommitRequest<DeltaCommittable>> ordered = new ArrayList<>(requests);
        ordered.sort(
                Comparator.comparingLong(request -> request.getCommittable().checkpointId()));
        try {
            open();
            for (CommitRequest<DeltaCommittable> request : ordered) {
                commit(request);
            }
        } catch (RuntimeException e) {
            throw TableFailures.unchecked(e, spec.context());
        }
    }

    @Override
    public void close() {
        if (table != null) {
            table.close();
        }
    }

    /**
     * A restored committable need not be in a table that is ahead of the restored checkpoint: then
     * {@link RewindCheck} decides whether the job may go on.
     */
    private void requireOurs(DeltaCommittable committable, AlreadyCommitted already) {
        boolean rewound = isRestored(committable) && already.txnVersion() > restoredCheckpoint.getAsLong();
        if (!rewound) {
            new CommittedBefore(spec, table.log()).require(committable);
        }
    }

    private boolean isRestored(DeltaCommittable committable) {
        return restoredCheckpoint.isPresent() && committable.checkpointId() <= restoredCheckpoint.getAsLong();
    }

    private static boolean isIn(Snapshot table, DeltaCommittable committable) {
        OptionalLong seen = table.transactionVersion(committable.applicationId());
        return seen.isPresent() && seen.getAsLong() >= committable.checkpointId();
    }

    /** Not before the first commit: of all subtasks of the committer only one has anything to do. */
    private void open() {
        if (table == null) {
            table = SinkTable.open(spec);
            snapshot = table.createIfMissing();
        }
    }

    private void commit(CommitRequest<DeltaCommittable> request) {
        DeltaCommittable committable = request.getCommittable();
        long start = System.nanoTime();
        if (isRestored(committable) && !isIn(snapshot, committable)) {
            new RestoredFiles(spec, table.storage().data()).require(committable);
        }
        CommitResult result = commit(committable);
        snapshot = result.snapshot();
        if (result instanceof Committed committed) {
            long millis = (System.nanoTime() - start) / 1_000_000;
            metrics.committed(committable, committed.version(), millis);
            LOG.debug(
                    "{} is version {} of {}, after {} ms", committable, committed.version(), spec.tablePath(), millis);
        } else if (result instanceof AlreadyCommitted already) {
            requireOurs(committable, already);
            LOG.info("{} was committed to {} before", committable, spec.tablePath());
            request.signalAlreadyCommitted();
        }
    }

    private CommitResult commit(DeltaCommittable committable) {
        for (int foreignChanges = 0; ; foreignChanges++) {
            try {
                return attempt(committable);
            } catch (CommitConflictException e) {
                if (foreignChanges == MAX_FOREIGN_CHANGES) {
                    throw e;
                }
                LOG.info(
                        "Another writer changed {} in a way that our files may not fit; checking", spec.tablePath(), e);
                snapshot = table.check(table.log().refresh(snapshot));
            }
        }
    }

    /** The rules of the table, computed anew only when its metadata changes. */
    private Set<String> rules() {
        if (!snapshot.metadata().equals(ruledBy)) {
            rules = table.rules(snapshot).fulfilled();
            ruledBy = snapshot.metadata();
        }
        return rules;
    }

    private Set<String> missingRules(DeltaCommittable committable) {
        Set<String> missing = new TreeSet<>(rules());
        missing.removeAll(committable.fulfilledRules());
        return missing;
    }

    /** Rows that were written before the table got a rule may break it; nobody looked. */
    private void requireFulfilled(DeltaCommittable committable) {
        Set<String> missing = missingRules(committable);
        if (!missing.isEmpty()) {
            // The rule may be gone meanwhile, or the rows be in the table.
            snapshot = table.check(table.log().refresh(snapshot));
            missing = missingRules(committable);
        }
        if (!missing.isEmpty() && !isIn(snapshot, committable)) {
            throw new InvalidRequestException(
                    "The table got rules that were not there when rows were written which are to be committed now.",
                    spec.context()
                            .with("version", snapshot.version())
                            .with("rules", missing)
                            .with("committable", committable),
                    "Drop the constraint until the job has committed, stop the job with a savepoint, add the constraint"
                            + " again and restore the job.");
        }
    }

    private CommitResult attempt(DeltaCommittable committable) {
        requireFulfilled(committable);
        return table.log()
                .newTransaction(snapshot, Operation.STREAMING_UPDATE)
                .txn(committable.applicationId(), committable.checkpointId())
                .addAll(committable.files())
                .operationParameter("outputMode", "Append")
                .operationParameter("queryId", committable.applicationId())
                .operationParameter("epochId", Long.toString(committable.checkpointId()))
                .operationParameter("statsOnLoad", "false")
                .operationMetric("numAddedFiles", committable.files().size())
                .operationMetric("numRemovedFiles", 0)
                .operationMetric("numOutputRows", committable.rows())
                .operationMetric("numOutputBytes", committable.bytes())
                .commitInfoField(COMMITTABLE_ID, TextNode.valueOf(committable.id()))
                .blindAppend(true)
                .commit();
    }
}
