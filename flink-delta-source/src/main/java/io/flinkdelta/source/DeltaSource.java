/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.common.table.TableDataset;
import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.source.lookup.DeltaLookupFunction;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.TablePlanner;
import io.flinkdelta.source.read.DeltaSourceReader;
import io.flinkdelta.source.read.ReadSettings;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.DeltaSplitSerializer;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.DynamicParallelismInference;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SupportsSplitReassignmentOnRecovery;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.lineage.LineageDataset;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.apache.flink.streaming.api.lineage.SourceLineageVertex;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/**
 * A Delta table as a source of rows (FLIP-27): the rows of a version, the rows that later commits append, or all of their
 * changes. Exactly once, with Flink's checkpoints: each row of a version is given once, each change of a commit once, in
 * the commits' order where that is asked for. Made by {@link #forRowData}.
 */
public final class DeltaSource
        implements Source<RowData, DeltaSplit, EnumeratorState>,
                DynamicParallelismInference,
                SupportsSplitReassignmentOnRecovery,
                LineageVertexProvider,
                ResultTypeQueryable<RowData> {
    private static final long serialVersionUID = 1L;

    private final TableScan scan;
    private final PlanSettings planning;
    private final DiscoverySettings discovery;
    private final int rowsInMemory;

    DeltaSource(TableScan scan, PlanSettings planning, DiscoverySettings discovery, int rowsInMemory) {
        this.scan = scan;
        this.planning = planning;
        this.discovery = discovery;
        this.rowsInMemory = rowsInMemory;
    }

    /**
     * Begins a source of the table at {@code path}, which must exist.
     *
     * @param path a local path, or a URI of any of Hadoop's file systems
     */
    public static DeltaSourceBuilder forRowData(String path) {
        return new DeltaSourceBuilder(path);
    }

    /**
     * The same rows as a dimension of a lookup join: the newest ones, whatever versions the source reads.
     *
     * @param keyColumns by which rows are looked up, in the order of the fields of the keys
     * @throws io.flinkdelta.log.error.InvalidRequestException when they are not among the columns that are read
     */
    public DeltaLookupFunction lookup(String... keyColumns) {
        return DeltaLookupFunction.of(scan, List.of(keyColumns));
    }

    /** Whether the table is looked at more than once. */
    boolean looksAgain() {
        return discovery.interval().isPresent();
    }

    /** The columns of the rows, without metadata columns. */
    StructType schema() {
        return scan.produced();
    }

    @Override
    public Boundedness getBoundedness() {
        return planning.end() instanceof EndingPoint.Never ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<RowData, DeltaSplit> createReader(SourceReaderContext context) {
        ReadSettings settings =
                new ReadSettings(planning.primaryKey(), rowsInMemory, planning.failOnDataLoss(), discovery.order());
        return new DeltaSourceReader(scan, settings, context);
    }

    @Override
    public SplitEnumerator<DeltaSplit, EnumeratorState> createEnumerator(SplitEnumeratorContext<DeltaSplit> context) {
        return restoreEnumerator(context, EnumeratorState.beginning());
    }

    @Override
    public SplitEnumerator<DeltaSplit, EnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<DeltaSplit> context, EnumeratorState state) {
        DeltaLog log = openLog();
        TablePlanner planner =
                new TablePlanner(log, scan, planning, context.currentParallelism(), state.position(), state.last());
        requireSameOrder(state, planner);
        return new DeltaSplitEnumerator(context, log, planner, discovery, new SplittableRandom(), state);
    }

    private DeltaLog openLog() {
        return new DeltaLog(scan.openStorage(), Clock.systemUTC());
    }

    /** As many readers as have something to read, of about the volume of data that is meant for each (FLIP-379). */
    @Override
    public int inferParallelism(Context context) {
        PlanSettings shares = planning.withSplitSize(Math.min(planning.splitSize(), context.getDataVolumePerTask()));
        try (DeltaLog log = openLog()) {
            TablePlanner planner = new TablePlanner(log, scan, shares, 1, Optional.empty(), OptionalLong.empty());
            return new ParallelismInference(planner, discovery.order())
                    .infer(context.getParallelismInferenceUpperBound());
        }
    }

    private void requireSameOrder(EnumeratorState state, TablePlanner planner) {
        try {
            state.requireSame(planner.order(), scan.context());
        } catch (InvalidRequestException e) {
            throw TableFailures.unchecked(e, scan.context());
        }
    }

    @Override
    public SimpleVersionedSerializer<DeltaSplit> getSplitSerializer() {
        return new DeltaSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<EnumeratorState> getEnumeratorCheckpointSerializer() {
        return new EnumeratorStateSerializer();
    }

    /** The table and the columns that are read of it (FLIP-314). */
    @Override
    public SourceLineageVertex getLineageVertex() {
        return new Lineage(getBoundedness(), List.of(TableDataset.of(scan.tablePath(), scan.rowType())));
    }

    private record Lineage(Boundedness boundedness, List<LineageDataset> datasets) implements SourceLineageVertex {}

    @Override
    public TypeInformation<RowData> getProducedType() {
        return InternalTypeInfo.of(scan.rowType());
    }
}
