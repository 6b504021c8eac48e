/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.source.split.DeltaSplit;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;

/** Rows of one split, or the news that it has no more. Handed from the thread that reads to the one that emits. */
final class DeltaRecords implements RecordsWithSplitIds<DeltaRecord> {
    private final String splitId;
    private final Optional<SplitBatch> batch;
    private final RecordMaker maker;
    private final Consumer<DeltaSplit> emitted;
    private final DeltaRecord record = new DeltaRecord();
    private boolean splitGiven;
    private int next;

    /**
     * @param batch empty when the split has been read to its end
     * @param emitted told of the split when its rows are through
     */
    DeltaRecords(String splitId, Optional<SplitBatch> batch, RecordMaker maker, Consumer<DeltaSplit> emitted) {
        this.splitId = splitId;
        this.batch = batch;
        this.maker = maker;
        this.emitted = emitted;
    }

    @Override
    public String nextSplit() {
        if (splitGiven || batch.isEmpty()) {
            return null;
        }
        splitGiven = true;
        return splitId;
    }

    @Override
    public DeltaRecord nextRecordFromSplit() {
        SplitBatch rows = batch.orElseThrow();
        if (next == rows.count()) {
            return null;
        }
        int place = rows.place(next++);
        record.set(
                maker.make(rows, place),
                maker.timestamp(rows, place),
                rows.step(),
                rows.rows().position(place));
        return record;
    }

    @Override
    public Set<String> finishedSplits() {
        return batch.isEmpty() ? Set.of(splitId) : Set.of();
    }

    @Override
    public void recycle() {
        batch.ifPresent(rows -> {
            emitted.accept(rows.split());
            rows.recycle();
        });
    }
}
