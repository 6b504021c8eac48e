/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.table.data.RowData;

/**
 * The outputs of splits. Flink has one for each split that a reader has, takes its watermark now and then, and lets the
 * slowest one count: a split that waits for its turn would hold back the others, and what a small one tells would be gone
 * before anybody has asked. So a split has an output, a lane, from its first row on, and when it is through the next one
 * goes on there. Only splits that are read side by side, since one was paused, have lanes of their own. One thread.
 */
final class LaneOutputs implements ReaderOutput<RowData> {
    private final List<String> added = new ArrayList<>();
    private final Map<String, String> lanesOfSplits = new HashMap<>();
    private Optional<String> freeLane = Optional.empty();
    private long lanesMade;
    private ReaderOutput<RowData> output;

    /** Flink has made outputs for these. */
    void added(String splitId) {
        added.add(splitId);
    }

    /** @param newOutput always the same */
    LaneOutputs on(ReaderOutput<RowData> newOutput) {
        output = newOutput;
        if (!added.isEmpty()) {
            added.forEach(output::releaseOutputForSplit);
            added.clear();
        }
        return this;
    }

    /** The splits that these lanes have. */
    List<String> splitsOf(Collection<String> lanes) {
        return lanesOfSplits.entrySet().stream()
                .filter(entry -> lanes.contains(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public SourceOutput<RowData> createOutputForSplit(String splitId) {
        String lane = lanesOfSplits.computeIfAbsent(splitId, id -> takeLane());
        return output.createOutputForSplit(lane);
    }

    private String takeLane() {
        String lane = freeLane.orElseGet(() -> "lane-" + lanesMade++);
        freeLane = Optional.empty();
        return lane;
    }

    @Override
    public void releaseOutputForSplit(String splitId) {
        String lane = lanesOfSplits.remove(splitId);
        if (lane != null && lanesOfSplits.isEmpty()) {
            freeLane = Optional.of(lane);
        } else if (lane != null) {
            output.releaseOutputForSplit(lane);
        }
    }

    /** Whether there is a watermark that Flink may not have taken yet. */
    boolean isUsed() {
        return freeLane.isPresent() || !lanesOfSplits.isEmpty();
    }

    /** While no split is read. Lanes and the output for all are to agree; a lane that is gone does not change its mind. */
    @Override
    public void markIdle() {
        String lane = takeLane();
        output.createOutputForSplit(lane).markIdle();
        output.releaseOutputForSplit(lane);
        output.markIdle();
    }

    @Override
    public void markActive() {
        output.markActive();
    }

    @Override
    public void collect(RowData row) {
        output.collect(row);
    }

    @Override
    public void collect(RowData row, long timestamp) {
        output.collect(row, timestamp);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        output.emitWatermark(watermark);
    }
}
