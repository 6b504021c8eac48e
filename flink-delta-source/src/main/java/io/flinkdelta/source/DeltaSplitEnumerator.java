/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.source.plan.Budget;
import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.plan.Planned;
import io.flinkdelta.source.plan.Planned.Next;
import io.flinkdelta.source.plan.TablePlanner;
import io.flinkdelta.source.read.LimitReached;
import io.flinkdelta.source.read.SplitWanted;
import io.flinkdelta.source.read.SplitsFinished;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.ReadOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SupportsHandleExecutionAttemptSourceEvent;
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out the splits of a table (FLIP-27). In the life of a job:
 *
 * <ol>
 *   <li>The table is looked at in another thread, in intervals and whenever splits run low while more are known to be
 *       there; never more than a bounded number of splits waits here.
 *   <li>A reader that has none asks for a split; one that has, lets know that it could do with the next, so that it need
 *       not wait between small ones. It gets that one when there are enough for all.
 *   <li>Splits that a reader got after its last checkpoint come back when it fails. Those that it had in the checkpoint it
 *       reports when it registers, and they are handed out anew, to whoever is there now: after a restart with another
 *       parallelism, each to the reader whose turn it is.
 *   <li>What comes before a version that cannot be read is read first; the job fails when a checkpoint has that.
 * </ol>
 *
 * One thread, except for what is said above.
 */
final class DeltaSplitEnumerator
        implements SplitEnumerator<DeltaSplit, EnumeratorState>, SupportsHandleExecutionAttemptSourceEvent {
    private static final Logger LOG = LoggerFactory.getLogger(DeltaSplitEnumerator.class);
    private static final int PENDING_PER_READER = 4;
    private static final int MIN_PENDING = 16;

    private final SplitEnumeratorContext<DeltaSplit> context;
    private final DeltaLog log;
    private final TablePlanner planner;
    private final DiscoverySettings settings;
    private final RandomGenerator random;
    private final SplitAssigner assigner;
    private final RestoredSplits restored = new RestoredSplits();
    private final RestoredOrder restoredOrder;
    private final SplitsInFlight inFlight = new SplitsInFlight();
    private final HeldFailure failure;
    private final WaitingReaders readers;
    private final EnumeratorMetrics metrics;
    private final Optional<ProgressPublisher> progress;
    private final int maxPending;
    private final boolean givesWatermarks;

    private Optional<PlanPosition> position;
    private OptionalLong last;
    private Next next = Next.MORE;
    private boolean planning;
    /** Whether readers have given as many rows as are wanted. */
    private boolean enough;

    /** Whether readers have splits, or had some in the checkpoint that this goes on from. */
    private boolean readersHadSplits;
    /** What may be planned until the next interval. */
    private Budget allowance;

    DeltaSplitEnumerator(
            SplitEnumeratorContext<DeltaSplit> context,
            DeltaLog log,
            TablePlanner planner,
            DiscoverySettings settings,
            RandomGenerator random,
            EnumeratorState state) {
        this.context = context;
        this.log = log;
        this.planner = planner;
        this.settings = settings;
        this.random = random;
        this.progress = settings.consumer().map(id -> new ProgressPublisher(log, id, settings.consumerExpiry()));
        this.assigner = SplitAssigner.of(settings.order(), context.currentParallelism());
        this.maxPending = Math.max(MIN_PENDING, PENDING_PER_READER * context.currentParallelism());
        this.position = state.position();
        this.last = state.last();
        this.allowance = settings.allowance(maxPending);
        this.givesWatermarks = !planner.order().timeColumn().isEmpty();
        this.readersHadSplits = state.position().isPresent();
        this.failure = new HeldFailure(state.position().isPresent());
        this.metrics = new EnumeratorMetrics(context.metricGroup(), assigner);
        // A split that another reader had comes before those that are pending.
        boolean awaitAll = settings.order() != ReadOrder.ANY && readersHadSplits;
        this.readers = new WaitingReaders(context, assigner, this::given, awaitAll);
        this.restoredOrder = new RestoredOrder(
                state.order(), planner.order(), settings.order(), log.storage().context());
        restoredOrder.requirePending(state.pending());
        assigner.add(state.pending());
    }

    /** Two jobs that were started at once do not look at their tables at the same moments. */
    @Override
    public void start() {
        position = beginning().or(() -> position);
        planSoon();
        settings.interval().ifPresent(interval -> {
            long millis = Math.max(1, interval.toMillis());
            long firstAfter = millis / 2 + random.nextLong(millis / 2 + 1);
            context.callAsync(() -> metrics.newestVersion(log), this::discover, firstAfter, millis);
        });
    }

    private Optional<PlanPosition> beginning() {
        try {
            return planner.beginNow();
        } catch (RuntimeException e) {
            throw TableFailures.unchecked(e, log.storage().context());
        }
    }

    private void looked(Long newest, Throwable problem) {
        // Planning comes to the same problem, or does without.
        if (problem == null) {
            metrics.seen(newest);
        }
    }

    private void discover(Long newest, Throwable problem) {
        looked(newest, problem);
        allowance = settings.allowance(maxPending);
        planSoon();
    }

    private void planSoon() {
        int room = maxPending - assigner.size().splits();
        if (planning
                || failure.isHeld()
                || next == Next.END
                || room <= 0
                || allowance.files() <= 0
                || allowance.bytes() <= 0) {
            return;
        }
        planning = true;
        Budget budget = new Budget(room, allowance.files(), allowance.bytes());
        context.callAsync(() -> planner.plan(budget), (planned, problem) -> planned(planned, budget, problem));
    }

    private void planned(Planned planned, Budget budget, Throwable problem) {
        planning = false;
        if (problem != null) {
            notPlanned(problem instanceof RuntimeException unchecked ? unchecked : new FlinkRuntimeException(problem));
            return;
        }
        boolean first = !metrics.isSeen();
        allowance = budget;
        position = Optional.of(planned.position());
        last = planned.last();
        next = enough ? Next.END : planned.next();
        metrics.planned(planned);
        if (first) {
            context.callAsync(() -> metrics.newestVersion(log), this::looked);
        }
        progress.ifPresent(publisher -> publisher.planned(planned));
        if (!enough) {
            assigner.add(planned.splits());
        }
        handOut();
    }

    private void notPlanned(RuntimeException problem) {
        RuntimeException thrown = TableFailures.unchecked(problem, log.storage().context());
        if (!TableFailures.isOfTable(problem)) {
            throw thrown;
        }
        failure.hold(thrown);
        failIfAllRead();
        long patience = HeldFailure.patience(last.isPresent()).toMillis();
        context.callAsync(
                () -> 0,
                (nothing, none) -> {
                    failure.patiencePassed();
                    failIfAllRead();
                },
                patience,
                patience);
        handOut();
    }

    private void failIfAllRead() {
        // Without checkpoints none comes back with splits, and of a batch job some may wait for others to make room.
        boolean allThere = isAllThere() || !failure.awaitsCheckpoints();
        boolean nothingGoing = !readersHadSplits || (allThere && inFlight.isEmpty());
        if (nothingGoing && assigner.size().splits() == 0) {
            failure.allRead(inFlight.isCovered());
        }
    }

    /** A reader that is away may come back with splits. */
    private boolean isAllThere() {
        return context.registeredReaders().size() >= context.currentParallelism();
    }

    private void handOut() {
        readers.serve(next == Next.END);
        if (next == Next.MORE) {
            planSoon();
        }
        if (!planning && next != Next.END) {
            readers.tellIdle();
        }
        countOpen();
    }

    private void countOpen() {
        metrics.open(Stream.concat(assigner.first().stream(), inFlight.reading().stream())
                .mapToLong(DeltaSplit::version)
                .min()
                .orElse(Long.MAX_VALUE));
    }

    private DeltaSplit given(DeltaSplit split, int subtask) {
        readersHadSplits = true;
        restored.assigned(split, subtask);
        inFlight.assigned(split, subtask);
        return givesWatermarks
                ? split.limited(Math.min(inFlight.earliestOfOthers(subtask), assigner.earliestMillis()))
                : split;
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
        readers.ask(subtask);
        handOut();
    }

    @Override
    public void handleSourceEvent(int subtask, SourceEvent event) {
        if (event instanceof SplitWanted) {
            readers.askAhead(subtask);
            handOut();
        } else if (event instanceof SplitsFinished finished) {
            inFlight.finished(finished.splitIds());
            countOpen();
            failIfAllRead();
        } else if (event instanceof LimitReached) {
            // Those that come back from a reader that fails are read again.
            enough = true;
            next = Next.END;
            assigner.clear();
            handOut();
        }
    }

    @Override
    public void handleSourceEvent(int subtask, int attempt, SourceEvent event) {
        handleSourceEvent(subtask, event);
    }

    @Override
    public void addSplitsBack(List<DeltaSplit> splits, int subtask) {
        LOG.debug("Splits of subtask {} come back: {}", subtask, splits);
        inFlight.returned(splits);
        readers.forget(subtask);
        restored.returned(splits);
        assigner.addBack(splits, subtask);
        handOut();
    }

    @Override
    public void addReader(int subtask) {
        ReaderInfo reader = context.registeredReaders().get(subtask);
        if (reader != null) {
            List<DeltaSplit> had = reader.getReportedSplitsOnRegistration();
            restoredOrder.requireReported(subtask, had);
            List<DeltaSplit> reported = had.stream()
                    .filter(split -> restored.accept(split, subtask))
                    .toList();
            inFlight.returned(reported);
            if (readers.awaitsAll()) {
                assigner.add(reported);
            } else {
                assigner.addBack(reported, subtask);
            }
        }
        readers.registered(subtask);
        handOut();
        failIfAllRead();
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        restored.checkpointCompleted(checkpointId);
        inFlight.checkpointCompleted(checkpointId);
        progress.ifPresent(publisher -> publisher
                .completed(checkpointId)
                .ifPresent(needed -> context.callAsync(() -> publisher.publish(needed), (published, none) -> {})));
        failIfAllRead();
    }

    @Override
    public EnumeratorState snapshotState(long checkpointId) {
        List<DeltaSplit> pending = assigner.all();
        progress.ifPresent(publisher -> publisher.checkpoint(
                checkpointId,
                Stream.concat(pending.stream(), inFlight.reading().stream()).toList()));
        restored.checkpointBegun(checkpointId);
        inFlight.checkpointBegun(checkpointId, isAllThere() && pending.isEmpty());
        failure.checkpointBegun();
        return new EnumeratorState(position, Optional.of(planner.order()), last, pending);
    }

    @Override
    public void close() {
        log.close();
    }
}
