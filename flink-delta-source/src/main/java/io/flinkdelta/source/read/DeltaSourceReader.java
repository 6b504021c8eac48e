/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.RowData;

/**
 * Reads splits as the enumerator hands them out (FLIP-27); its state is their positions. Rows have as timestamp the value
 * of the watermark column, and before those of a file comes a watermark that none of them is behind; without such a column
 * the time of their commit, for whoever does not take another from their values.
 */
// Flink's own close may throw anything.
@SuppressWarnings("try")
public final class DeltaSourceReader
        extends SingleThreadMultiplexSourceReaderBase<DeltaRecord, RowData, DeltaSplit, SplitState> {
    private final Idleness idleness;
    private final LaneOutputs lanes = new LaneOutputs();
    private final LastingFetcher fetcher;
    private final ReaderMetrics metrics;
    private final RowLimit limit;
    /** Whether the enumerator knows that another split is wanted beside the one that there is. */
    private boolean askedAhead;

    public DeltaSourceReader(TableScan scan, ReadSettings settings, SourceReaderContext context) {
        this(
                scan,
                settings,
                context,
                new ReaderMetrics(settings.failOnDataLoss(), context, Clock.systemUTC()),
                new RowLimit(scan.limit()));
    }

    private DeltaSourceReader(
            TableScan scan, ReadSettings settings, SourceReaderContext context, ReaderMetrics metrics, RowLimit limit) {
        this(
                new LastingFetcher(
                        () -> new DeltaSplitReader(
                                scan,
                                scan.openStorage(),
                                settings,
                                metrics.lostFiles(),
                                limit,
                                metrics::fetched,
                                metrics::emitted),
                        new Configuration(context.getConfiguration())),
                context,
                metrics,
                limit);
    }

    private DeltaSourceReader(
            LastingFetcher fetcher, SourceReaderContext context, ReaderMetrics metrics, RowLimit limit) {
        super(
                fetcher,
                (record, output, state) -> {
                    state.watermarkBefore(record).ifPresent(time -> output.emitWatermark(new Watermark(time)));
                    output.collect(record.row(), record.timestampMillis());
                    state.passed(record);
                },
                new Configuration(context.getConfiguration()),
                context);
        this.fetcher = fetcher;
        this.idleness = new Idleness(fetcher.getQueue()::notifyAvailable);
        this.metrics = metrics;
        this.limit = limit;
    }

    @Override
    public void start() {
        askForMore();
    }

    /** One split more than is being read, so that small ones follow each other without a pause. */
    private void askForMore() {
        int assigned = getNumberOfCurrentlyAssignedSplits();
        if (assigned == 0) {
            context.sendSplitRequest();
        } else if (assigned == 1 && !askedAhead) {
            askedAhead = true;
            context.sendSourceEventToCoordinator(new SplitWanted());
        }
    }

    @Override
    public void addSplits(List<DeltaSplit> splits) {
        splits.forEach(split -> lanes.added(split.splitId()));
        super.addSplits(splits);
        splits.forEach(metrics::assigned);
        fetcher.getQueue().notifyAvailable();
        askedAhead = false;
        askForMore();
    }

    @Override
    protected void onSplitFinished(Map<String, SplitState> finished) {
        context.sendSourceEventToCoordinator(new SplitsFinished(finished.keySet()));
        finished.values().forEach(state -> metrics.finished(state.split()));
        if (limit.isReached()) {
            context.sendSourceEventToCoordinator(new LimitReached());
        }
        if (getNumberOfCurrentlyAssignedSplits() == 0) {
            askedAhead = false;
        }
        askForMore();
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        if (event instanceof NothingToRead) {
            idleness.nothingToRead(lanes);
        } else {
            super.handleSourceEvents(event);
        }
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
        lanes.on(output);
        idleness.update(getNumberOfCurrentlyAssignedSplits() > 0, lanes);
        return super.pollNext(lanes);
    }

    /** Flink knows lanes, not what is read in them. */
    @Override
    public void pauseOrResumeSplits(Collection<String> toPause, Collection<String> toResume) {
        super.pauseOrResumeSplits(lanes.splitsOf(toPause), lanes.splitsOf(toResume));
    }

    @Override
    public void notifyNoMoreSplits() {
        fetcher.noMoreSplits();
        super.notifyNoMoreSplits();
    }

    @Override
    protected SplitState initializedState(DeltaSplit split) {
        return new SplitState(split);
    }

    @Override
    protected DeltaSplit toSplitType(String splitId, SplitState state) {
        return state.toSplit();
    }
}
