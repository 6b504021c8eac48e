/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;

class LaneOutputsTest {
    private final FlinkOutputs flink = new FlinkOutputs("main", new ArrayList<>());
    private final LaneOutputs lanes = new LaneOutputs();

    /** Tells what it is asked for. */
    private record FlinkOutputs(String name, List<String> told) implements ReaderOutput<RowData> {
        private void tell(String what) {
            told.add(name + " " + what);
        }

        @Override
        public SourceOutput<RowData> createOutputForSplit(String id) {
            return new FlinkOutputs(id, told);
        }

        @Override
        public void releaseOutputForSplit(String id) {
            tell("releases " + id);
        }

        @Override
        public void collect(RowData row) {
            tell("has a row");
        }

        @Override
        public void collect(RowData row, long timestamp) {
            tell("has a row of " + timestamp);
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            tell("has a watermark");
        }

        @Override
        public void markIdle() {
            tell("is idle");
        }

        @Override
        public void markActive() {
            tell("is active");
        }
    }

    private void read(String splitId) {
        lanes.createOutputForSplit(splitId).collect(GenericRowData.of(), 7);
    }

    @Test
    void anOutputThatFlinkMadeForASplitIsGivenBackBeforeTheSplitIsRead() {
        lanes.added("a");
        lanes.added("b");
        lanes.on(flink);
        lanes.on(flink);
        assertThat(flink.told()).containsExactly("main releases a", "main releases b");
    }

    @Test
    void splitsThatFollowEachOtherHaveOneLane() {
        lanes.on(flink);
        read("a");
        lanes.releaseOutputForSplit("a");
        read("b");
        assertThat(flink.told()).containsExactly("lane-0 has a row of 7", "lane-0 has a row of 7");
        assertThat(lanes.splitsOf(Set.of("lane-0"))).containsExactly("b");
    }

    @Test
    void splitsSideBySideHaveLanesOfTheirOwn() {
        lanes.on(flink);
        read("a");
        read("b");
        assertThat(lanes.splitsOf(Set.of("lane-1"))).containsExactly("b");
        lanes.releaseOutputForSplit("a");
        read("b");
        lanes.releaseOutputForSplit("b");
        read("c");
        assertThat(flink.told())
                .containsExactly(
                        "lane-0 has a row of 7",
                        "lane-1 has a row of 7",
                        "main releases lane-0",
                        "lane-1 has a row of 7",
                        "lane-1 has a row of 7");
    }

    @Test
    void aSplitWithoutRowsHasNoLane() {
        lanes.on(flink);
        read("a");
        lanes.releaseOutputForSplit("empty");
        read("a");
        assertThat(flink.told()).containsExactly("lane-0 has a row of 7", "lane-0 has a row of 7");
    }

    @Test
    void theLaneOfAReaderThatIsIdleIsGone() {
        lanes.on(flink);
        assertThat(lanes.isUsed()).isFalse();
        lanes.markIdle();
        assertThat(lanes.isUsed()).isFalse();
        read("a");
        lanes.releaseOutputForSplit("a");
        assertThat(lanes.isUsed()).isTrue();
        lanes.markIdle();
        lanes.markActive();
        assertThat(flink.told())
                .containsExactly(
                        "lane-0 is idle",
                        "main releases lane-0",
                        "main is idle",
                        "lane-1 has a row of 7",
                        "lane-1 is idle",
                        "main releases lane-1",
                        "main is idle",
                        "main is active");
    }
}
