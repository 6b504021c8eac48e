/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.checkpoint.AddRows;
import io.flinkdelta.log.replay.FileKey;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.stats.ScanFilter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The live files of a version, read from the log as they are asked for; must be closed. One thread. */
public final class FileScan extends ActionIterator {
    private static final int BATCH = 256;

    private final FileReads reads;
    private final LogSegment segment;
    private final Optional<ScanFilter> filter;
    private final Set<FileKey> touched = new HashSet<>();
    private final RowPruning pruning;
    private long nextCommit;
    private ActionIterator commit;
    private ParallelReads<List<AddFile>> checkpoint;
    private Iterator<AddFile> batch = List.<AddFile>of().iterator();

    FileScan(FileReads reads, LogSegment segment, Optional<ScanFilter> filter) {
        this.reads = reads;
        this.segment = segment;
        this.filter = filter;
        this.pruning = filter.map(RowPruning::new).orElse(null);
        this.nextCommit = segment.version();
    }

    @Override
    protected Action advance() {
        while (checkpoint == null) {
            AddFile file = advanceInCommits();
            if (file != null) {
                return file;
            }
        }
        while (!batch.hasNext()) {
            List<AddFile> next = checkpoint.next();
            if (next == null) {
                return null;
            }
            batch = next.iterator();
        }
        return batch.next();
    }

    /** Null at the end of a commit; after the last one the checkpoint is there. */
    private AddFile advanceInCommits() {
        if (commit == null && nextCommit >= segment.firstCommit()) {
            commit = reads.commit(nextCommit).lastToFirst();
            nextCommit--;
        } else if (commit == null) {
            VoidKeys keys = new VoidKeys(touched, reads.keys());
            checkpoint = reads.checkpoint(
                    segment, rows -> new BatchSource(rows, keys, reads.keys(), filter.map(RowPruning::new)));
            return null;
        }
        while (commit.hasNext()) {
            Action action = commit.next();
            if (action instanceof RemoveFile remove) {
                touched.add(reads.keys().of(remove));
            } else if (action instanceof AddFile add
                    && touched.add(reads.keys().of(add))
                    && (pruning == null || pruning.keeps(AddRow.of(add)))) {
                return add;
            }
        }
        commit.close();
        commit = null;
        return null;
    }

    @Override
    public void close() {
        if (commit != null) {
            commit.close();
        }
        if (checkpoint != null) {
            checkpoint.close();
        }
    }

    /** Makes batches of the rows of a checkpoint file. */
    private static final class BatchSource implements ParallelReads.Source<List<AddFile>> {
        private final AddRows rows;
        private final VoidKeys touched;
        private final FileKeyHash hash;
        private final Optional<RowPruning> pruning;

        BatchSource(AddRows rows, VoidKeys touched, FileKeys keys, Optional<RowPruning> pruning) {
            this.rows = rows;
            this.touched = touched;
            this.hash = new FileKeyHash(keys);
            this.pruning = pruning;
        }

        @Override
        public List<AddFile> next() {
            List<AddFile> batch = new ArrayList<>();
            for (AddRow row = rows.next(); row != null; row = rows.next()) {
                try {
                    boolean wanted = pruning.isEmpty() || pruning.get().keeps(row);
                    if (wanted && (touched.isEmpty() || !touched.contains(row, hash.of(row)))) {
                        batch.add(row.toAddFile());
                    }
                } catch (RuntimeException e) {
                    throw rows.failure(e);
                }
                if (batch.size() == BATCH) {
                    break;
                }
            }
            return batch.isEmpty() ? null : batch;
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
