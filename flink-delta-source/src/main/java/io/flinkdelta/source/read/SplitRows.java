/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.check.RowFilter;
import io.flinkdelta.common.read.DataFileBatches;
import io.flinkdelta.common.read.RowBatch;
import io.flinkdelta.source.read.ReadStep.Live;
import io.flinkdelta.source.read.ReadStep.Recorded;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitContent.DerivedChanges;
import io.flinkdelta.source.split.SplitContent.LiveRows;
import io.flinkdelta.source.split.SplitContent.RecordedChanges;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Reads the rows of one split from its position on, many at a time. Batches come back from another thread. */
final class SplitRows implements AutoCloseable {
    private final ScanFiles files;
    private final DeltaSplit split;
    private final ChangeDerivation derivation;
    private final Optional<RowFilter> filter;
    private final RowLimit limit;

    /** Null before the first read. */
    private List<ReadStep> steps;

    private int step;
    private long firstPosition;
    /** Null between files. */
    private DataFileBatches open;
    /** Batches of the open file that nobody uses. */
    private Queue<RowBatch> free = new ConcurrentLinkedQueue<>();

    SplitRows(
            ScanFiles files,
            DeltaSplit split,
            ChangeDerivation derivation,
            Optional<RowFilter> filter,
            RowLimit limit) {
        this.files = files;
        this.split = split;
        this.derivation = derivation;
        this.filter = filter;
        this.limit = limit;
        this.step = split.position().step();
        this.firstPosition = split.position().row();
    }

    DeltaSplit split() {
        return split;
    }

    /** The next rows, at least one; empty at the end of the split, or of what is wanted. */
    Optional<SplitBatch> read() {
        if (limit.isReached()) {
            return Optional.empty();
        }
        if (steps == null) {
            steps = steps();
        }
        while (step < steps.size()) {
            if (open == null) {
                open = steps.get(step).open(files, firstPosition);
                free = new ConcurrentLinkedQueue<>();
            }
            RowBatch batch = freeBatch();
            if (open.read(batch)) {
                SplitBatch passed = passed(batch);
                passed.keep(limit.take(passed.count()));
                if (passed.count() > 0) {
                    return Optional.of(passed);
                }
                free.add(batch);
            } else {
                close();
                step++;
                firstPosition = 0;
            }
        }
        return Optional.empty();
    }

    /**
     * Passes over the file that could not be read, or over all of a commit's files where each is needed to tell what
     * changed; how many they are.
     */
    int passOver() {
        close();
        if (steps == null) {
            steps = List.of();
            return split.content().files().size();
        }
        step++;
        firstPosition = 0;
        return 1;
    }

    private List<ReadStep> steps() {
        if (split.content() instanceof DerivedChanges changes) {
            return derivation.steps(changes);
        } else if (split.content() instanceof RecordedChanges changes) {
            return changes.files().stream().<ReadStep>map(Recorded::new).toList();
        }
        LiveRows rows = (LiveRows) split.content();
        return rows.files().stream().<ReadStep>map(Live::new).toList();
    }

    private RowBatch freeBatch() {
        RowBatch batch = free.poll();
        return batch == null ? open.newBatch() : batch;
    }

    private SplitBatch passed(RowBatch batch) {
        SplitBatch passed = new SplitBatch(split, step, steps.get(step), batch, free, filter.isEmpty());
        for (int i = 0; filter.isPresent() && i < batch.size(); i++) {
            if (filter.get().test(batch.row(i))) {
                passed.add(i);
            }
        }
        return passed;
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
