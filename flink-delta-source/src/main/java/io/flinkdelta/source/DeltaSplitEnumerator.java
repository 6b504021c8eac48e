/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.source.plan.Budget;
import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.plan.Planned;
import io.flinkdelta.source.plan.Planned.Next;
import io.flinkdelta.source.plan.TablePlanner;
import io.flinkdelta.source.read.SplitWanted;
import io.flinkdelta.source.read.SplitsFinished;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
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
    private final WaitingReaders readers;
    private final EnumeratorMetrics metrics;
    private final Optional<ProgressPublisher> progress;
    private final int maxPending;

    private Optional<PlanPosition> position;
    private OptionalLong last;
    private Next next = Next.MORE;
    private boolean planning;
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
        this.metrics = new EnumeratorMetrics(context.metricGroup(), assigner);
        // A split that another reader had comes before those that are pending.
        boolean awaitAll = settings.order() != ReadOrder.ANY && state.position().isPresent();
        this.readers = new WaitingReaders(context, assigner, this::given, awaitAll);
        assigner.add(state.pending());
    }

    /** Two jobs that were started at once do not look at their tables at the same moments. */
    @Override
    public void start() {
        planSoon();
        settings.interval().ifPresent(interval -> {
            long millis = Math.max(1, interval.toMillis());
            long firstAfter = millis / 2 + random.nextLong(millis / 2 + 1);
            context.callAsync(() -> 0, (nothing, failure) -> discover(), firstAfter, millis);
        });
    }

    private void discover() {
        allowance = settings.allowance(maxPending);
        planSoon();
    }

    private void planSoon() {
        int room = maxPending - assigner.size().splits();
        if (planning || next == Next.END || room <= 0 || allowance.files() <= 0 || allowance.bytes() <= 0) {
            return;
        }
        planning = true;
        Budget budget = new Budget(room, allowance.files(), allowance.bytes());
        context.callAsync(() -> planner.plan(budget), (planned, failure) -> planned(planned, budget, failure));
    }

    private void planned(Planned planned, Budget budget, Throwable failure) {
        planning = false;
        if (failure != null) {
            throw TableFailures.unchecked(
                    failure instanceof RuntimeException unchecked ? unchecked : new FlinkRuntimeException(failure),
                    log.storage().context());
        }
        allowance = budget;
        position = Optional.of(planned.position());
        last = planned.last();
        next = planned.next();
        metrics.planned(planned);
        progress.ifPresent(publisher -> publisher.planned(planned));
        assigner.add(planned.splits());
        handOut();
    }

    private void handOut() {
        readers.serve(next == Next.END);
        if (next == Next.MORE) {
            planSoon();
        }
        if (!planning && next != Next.END) {
            readers.tellIdle();
        }
    }

    private void given(DeltaSplit split, int subtask) {
        restored.assigned(split, subtask);
        progress.ifPresent(publisher -> publisher.assigned(split));
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
            progress.ifPresent(publisher -> publisher.finished(finished.splitIds()));
        }
    }

    @Override
    public void handleSourceEvent(int subtask, int attempt, SourceEvent event) {
        handleSourceEvent(subtask, event);
    }

    @Override
    public void addSplitsBack(List<DeltaSplit> splits, int subtask) {
        LOG.debug("Splits of subtask {} come back: {}", subtask, splits);
        progress.ifPresent(publisher -> publisher.returned(splits));
        readers.forget(subtask);
        restored.returned(splits);
        assigner.add(splits);
        handOut();
    }

    @Override
    public void addReader(int subtask) {
        ReaderInfo reader = context.registeredReaders().get(subtask);
        if (reader != null) {
            List<DeltaSplit> reported = reader.getReportedSplitsOnRegistration();
            assigner.add(reported.stream()
                    .filter(split -> restored.accept(split, subtask))
                    .toList());
        }
        readers.registered(subtask);
        handOut();
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        restored.checkpointCompleted(checkpointId);
        progress.ifPresent(publisher -> publisher
                .completed(checkpointId)
                .ifPresent(needed -> context.callAsync(() -> publisher.publish(needed), (published, failure) -> {})));
    }

    @Override
    public EnumeratorState snapshotState(long checkpointId) {
        progress.ifPresent(publisher -> publisher.checkpoint(checkpointId, assigner.all()));
        restored.checkpointBegun(checkpointId);
        return new EnumeratorState(position, last, assigner.all());
    }

    @Override
    public void close() {
        log.close();
    }
}
