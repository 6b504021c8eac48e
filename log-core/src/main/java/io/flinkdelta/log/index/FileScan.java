/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.checkpoint.AddRows;
import io.flinkdelta.log.checkpoint.ParallelReads;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.replay.CheckpointFiles;
import io.flinkdelta.log.replay.FileKey;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.replay.SegmentChoice;
import io.flinkdelta.log.replay.TailFiles;
import io.flinkdelta.log.stats.ScanFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The live files of a version, and its tombstones if they are wanted, read from the log as they are asked for; must be closed. One thread. */
public final class FileScan extends ActionIterator {
    private static final int BATCH = 256;

    private final FileReads reads;
    private final SegmentChoice choice;
    private final Optional<ScanFilter> filter;
    private final Set<FileKey> touched = new HashSet<>();
    private final RowPruning pruning;
    private final boolean tombstones;
    private TailFiles tail;
    private ActionIterator commit;
    private ParallelReads<Batch> checkpoint;
    /** How many batches came from each source of the checkpoint. */
    private final Map<Integer, Integer> received = new HashMap<>();

    private Iterator<Action> batch = List.<Action>of().iterator();

    FileScan(FileReads reads, LogSegment segment, Optional<ScanFilter> filter, boolean tombstones) {
        this.reads = reads;
        this.choice = reads.choice(segment);
        this.filter = filter;
        this.pruning = filter.map(RowPruning::new).orElse(null);
        this.tombstones = tombstones;
        this.tail = reads.tail(segment);
    }

    @Override
    protected Action advance() {
        while (true) {
            try {
                return tail == null ? advanceInCheckpoint() : advanceInCommits();
            } catch (CorruptLogException | StorageUnavailableException e) {
                close();
                passOver(e);
            }
        }
    }

    private Action advanceInCheckpoint() {
        while (!batch.hasNext()) {
            Batch next = checkpoint().next();
            if (next == null) {
                return null;
            }
            received.merge(next.source, 1, Integer::sum);
            batch = next.files.iterator();
        }
        return batch.next();
    }

    private ParallelReads<Batch> checkpoint() {
        if (checkpoint == null) {
            checkpoint = new ParallelReads<>(sources(), reads.parallelism());
        }
        return checkpoint;
    }

    private List<Supplier<ParallelReads.Source<Batch>>> sources() {
        VoidKeys keys = new VoidKeys(touched, reads.keys());
        List<Supplier<ParallelReads.Source<Batch>>> sources = new ArrayList<>();
        for (Supplier<AddRows> rows : reads.checkpoint(choice.segment())) {
            int source = sources.size();
            sources.add(() -> new BatchSource(source, rows.get(), keys));
        }
        return sources;
    }

    /** After the last commit the checkpoint is next. */
    private Action advanceInCommits() {
        while (true) {
            if (commit == null && !tail.hasNext()) {
                tail = null;
                return advanceInCheckpoint();
            } else if (commit == null) {
                commit = tail.next().lastToFirst();
            }
            while (commit.hasNext()) {
                Action action = commit.next();
                if (action instanceof RemoveFile remove) {
                    if (touched.add(reads.keys().of(remove)) && tombstones) {
                        return remove;
                    }
                } else if (action instanceof AddFile add
                        && touched.add(reads.keys().of(add))
                        && (pruning == null || pruning.keeps(AddRow.of(add)))) {
                    return add;
                }
            }
            commit.close();
            commit = null;
        }
    }

    /** Goes on with what a file stands for that cannot be read, without giving anything twice. */
    private void passOver(DeltaException failure) {
        if (tail != null) {
            if (!tail.passOver(failure)) {
                choice.turnToNewerCheckpoint(failure, tail.unread());
                tail = null;
            }
            return;
        }
        remember(failure);
        long version =
                choice.segment().checkpoint().map(CheckpointFiles::version).orElseThrow(() -> failure);
        try {
            choice.passOverCheckpoint(failure, version);
            tail = reads.tail(choice.segment());
        } catch (CorruptLogException | StorageUnavailableException e) {
            choice.turnToNewerCheckpoint(failure, version);
        }
    }

    /** The sources give the same batches again, so that those that were received can be told. */
    private void remember(DeltaException failure) {
        if (received.isEmpty()) {
            return;
        }
        Set<FileKey> given = new HashSet<>();
        List<Supplier<ParallelReads.Source<Batch>>> sources = sources();
        received.forEach((source, count) -> {
            try (ParallelReads.Source<Batch> again = sources.get(source).get()) {
                for (int i = 0; i < count; i++) {
                    Batch batchAgain = Optional.ofNullable(again.next()).orElseThrow(() -> failure);
                    batchAgain.files.forEach(file -> given.add(keyOf(file)));
                }
            } catch (DeltaException changed) {
                if (changed != failure) {
                    failure.addSuppressed(changed);
                }
                throw failure;
            }
        });
        touched.addAll(given);
        received.clear();
    }

    private FileKey keyOf(Action file) {
        return file instanceof RemoveFile remove
                ? reads.keys().of(remove)
                : reads.keys().of((AddFile) file);
    }

    @Override
    public void close() {
        if (commit != null) {
            commit.close();
            commit = null;
        }
        if (checkpoint != null) {
            checkpoint.close();
            checkpoint = null;
        }
    }

    /** Some files of one source. */
    private record Batch(int source, List<Action> files) {}

    /** Makes batches of the rows of a checkpoint file. */
    private final class BatchSource implements ParallelReads.Source<Batch> {
        private final int source;
        private final AddRows rows;
        private final VoidKeys touched;
        private final FileKeyHash hash;
        private final Optional<RowPruning> pruning = filter.map(RowPruning::new);

        BatchSource(int source, AddRows rows, VoidKeys touched) {
            this.source = source;
            this.rows = rows;
            this.touched = touched;
            this.hash = new FileKeyHash(reads.keys());
        }

        @Override
        public Batch next() {
            List<Action> read = new ArrayList<>();
            readFiles(read);
            if (tombstones && read.size() < BATCH) {
                readTombstones(read);
            }
            return read.isEmpty() ? null : new Batch(source, read);
        }

        private void readFiles(List<Action> into) {
            while (into.size() < BATCH) {
                AddRow row = rows.next();
                if (row == null) {
                    return;
                }
                try {
                    boolean wanted = pruning.isEmpty() || pruning.get().keeps(row);
                    if (wanted && (touched.isEmpty() || !touched.contains(row, hash.of(row)))) {
                        into.add(row.toAddFile());
                    }
                } catch (RuntimeException e) {
                    throw rows.failure(e);
                }
            }
        }

        private void readTombstones(List<Action> into) {
            while (into.size() < BATCH) {
                RemoveFile remove = rows.nextTombstone();
                if (remove == null) {
                    return;
                }
                if (!touched.contains(remove)) {
                    into.add(remove);
                }
            }
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
