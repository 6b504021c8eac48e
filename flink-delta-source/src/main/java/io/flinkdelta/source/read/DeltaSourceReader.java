/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitPosition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.data.RowData;

/** Reads splits as the enumerator hands them out (FLIP-27); its state is their positions. */
// Flink's own close may throw anything.
@SuppressWarnings("try")
public final class DeltaSourceReader
        extends SingleThreadMultiplexSourceReaderBase<DeltaRecord, RowData, DeltaSplit, DeltaSourceReader.SplitState> {

    /**
     * @param primaryKey by which rows that are gone and come are told to be updates
     * @param rowsInMemory how many different rows are known at a time where changes are derived
     * @param failOnDataLoss whether files that are not there any more are errors, else they are passed over and counted
     */
    public DeltaSourceReader(
            TableScan scan,
            List<String> primaryKey,
            int rowsInMemory,
            boolean failOnDataLoss,
            SourceReaderContext context) {
        super(
                () -> new DeltaSplitReader(
                        scan, scan.openStorage(), primaryKey, rowsInMemory, lostFiles(failOnDataLoss, context)),
                (record, output, state) -> {
                    output.collect(record.row());
                    state.passed(record);
                },
                new Configuration(context.getConfiguration()),
                context);
    }

    private static Optional<Counter> lostFiles(boolean failOnDataLoss, SourceReaderContext context) {
        return failOnDataLoss
                ? Optional.empty()
                : Optional.of(context.metricGroup().counter("lostFiles"));
    }

    @Override
    public void start() {
        if (getNumberOfCurrentlyAssignedSplits() == 0) {
            context.sendSplitRequest();
        }
    }

    @Override
    protected void onSplitFinished(Map<String, SplitState> finished) {
        context.sendSourceEventToCoordinator(new SplitsFinished(finished.keySet()));
        context.sendSplitRequest();
    }

    @Override
    protected SplitState initializedState(DeltaSplit split) {
        return new SplitState(split);
    }

    @Override
    protected DeltaSplit toSplitType(String splitId, SplitState state) {
        return state.toSplit();
    }

    /** How far a split has been emitted. One thread. */
    static final class SplitState {
        private final DeltaSplit split;
        private int step;
        private long row;

        SplitState(DeltaSplit split) {
            this.split = split;
            this.step = split.position().step();
            this.row = split.position().row();
        }

        void passed(DeltaRecord record) {
            step = record.step();
            row = record.position() + 1;
        }

        DeltaSplit toSplit() {
            return split.at(new SplitPosition(step, row));
        }
    }
}
