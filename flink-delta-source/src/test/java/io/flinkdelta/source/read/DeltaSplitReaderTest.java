/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.source.SourceTable;
import io.flinkdelta.source.plan.Budget;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.plan.TablePlanner;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.ReadOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Splits are named by their partitions and versions. */
class DeltaSplitReaderTest {
    @TempDir
    private Path folder;

    private SourceTable table;
    private TableScan scan;

    @BeforeEach
    void create() {
        table = SourceTable.create(folder.resolve("t"));
        scan = ScanRun.scan(table.path(), table.log().latestSnapshot());
        for (int version = 1; version <= 2; version++) {
            table.append(List.of(SourceTable.row(version, "a"), SourceTable.row(version, "b")));
        }
    }

    @AfterEach
    void close() {
        table.close();
    }

    /** a1, b1, a2, b2, or with the partitions of a version the other way round, as the commits have them. */
    private List<DeltaSplit> splits() {
        PlanSettings settings = new PlanSettings(
                new StartingPoint.ChangesOf(1),
                new EndingPoint.AtOnce(),
                CommitReading.APPENDS,
                true,
                List.of(),
                null,
                1 << 20,
                1 << 20,
                true);
        try (DeltaLog log = ScanRun.log(table.path())) {
            return new TablePlanner(log, scan, settings, 1, Optional.empty(), OptionalLong.empty())
                    .plan(Budget.ofSplits(Long.MAX_VALUE))
                    .splits();
        }
    }

    private DeltaSplitReader reader(ReadOrder order, List<DeltaSplit> splits) {
        ReadSettings settings = new ReadSettings(List.of(), 1, true, order);
        DeltaSplitReader reader = new DeltaSplitReader(
                scan,
                scan.openStorage(),
                settings,
                Optional.empty(),
                new RowLimit(Long.MAX_VALUE),
                fetched -> {},
                emitted -> {});
        reader.handleSplitsChanges(new SplitsAddition<>(splits));
        return reader;
    }

    /** The splits that come to their ends, up to when there is nothing more to be read. */
    private static List<String> finished(DeltaSplitReader reader) {
        List<String> finished = new ArrayList<>();
        while (true) {
            RecordsWithSplitIds<DeltaRecord> records = reader.fetch();
            if (records.finishedSplits().isEmpty() && records.nextSplit() == null) {
                return finished;
            }
            finished.addAll(records.finishedSplits());
        }
    }

    private static List<String> ids(Stream<DeltaSplit> splits) {
        return splits.map(DeltaSplit::splitId).toList();
    }

    @ParameterizedTest
    @EnumSource(ReadOrder.class)
    void whatIsNotPausedIsReadUnlessItComesAfterWhatIs(ReadOrder order) {
        List<DeltaSplit> splits = splits();
        assertThat(splits).hasSize(4);
        DeltaSplit ahead = splits.get(0);
        DeltaSplitReader reader = reader(order, splits);
        try {
            reader.pauseOrResumeSplits(List.of(ahead), List.of());
            Object key = order.keyOf(ahead);
            List<String> others =
                    ids(splits.stream().filter(split -> !order.keyOf(split).equals(key)));
            assertThat(finished(reader))
                    .isEqualTo(others)
                    .hasSize(
                            switch (order) {
                                case ANY -> 3;
                                case BY_PARTITION -> 2;
                                case BY_TIME, BY_TABLE -> 0;
                            });
            reader.pauseOrResumeSplits(List.of(), List.of(ahead));
            assertThat(finished(reader))
                    .isEqualTo(ids(
                            splits.stream().filter(split -> order.keyOf(split).equals(key))));
        } finally {
            reader.close();
        }
    }

    @Test
    void aReaderWhoseOnlySplitIsPausedReadsTheNextThatComes() {
        List<DeltaSplit> splits = splits();
        DeltaSplitReader reader = reader(ReadOrder.ANY, splits.subList(0, 1));
        try {
            reader.pauseOrResumeSplits(splits.subList(0, 1), List.of());
            assertThat(finished(reader)).isEmpty();
            reader.handleSplitsChanges(new SplitsAddition<>(splits.subList(1, 2)));
            assertThat(finished(reader)).isEqualTo(ids(splits.subList(1, 2).stream()));
        } finally {
            reader.close();
        }
    }
}
