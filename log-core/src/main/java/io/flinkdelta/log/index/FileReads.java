/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.checkpoint.AddRows;
import io.flinkdelta.log.checkpoint.CheckpointSource;
import io.flinkdelta.log.checkpoint.ParallelReads;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.replay.CheckpointManifests;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.replay.SegmentChoice;
import io.flinkdelta.log.replay.TailFiles;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.log.store.LogStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the live files of one table's log: into a {@link FileIndex}, or one after the other. Any thread. */
public final class FileReads {
    private final LogStore log;
    private final ErrorContext table;
    private final FileKeys keys;
    private final ReadParallelism parallelism;

    public FileReads(LogStore log, ErrorContext table, FileKeys keys, ReadParallelism parallelism) {
        this.log = log;
        this.table = table;
        this.keys = keys;
        this.parallelism = parallelism;
    }

    /**
     * The index of the segment's version: reads the commits, then the files of the checkpoint at once. A
     * checkpoint that cannot be read is passed over where the log holds what it stands for, and so is what a clean-up
     * has deleted since where a newer checkpoint does.
     */
    public FileIndex index(LogSegment segment) {
        SegmentChoice choice = new SegmentChoice(log, table, segment);
        while (true) {
            FileChanges changes = changes(choice);
            try {
                return index(choice.segment(), changes);
            } catch (CorruptLogException | StorageUnavailableException e) {
                choice.passOverCheckpoint(e, segment.version());
            }
        }
    }

    private FileIndex index(LogSegment segment, FileChanges changes) {
        List<FileBlock> blocks = new ArrayList<>(changes.added());
        VoidKeys touched = new VoidKeys(changes.touched(), keys);
        List<Supplier<ParallelReads.Source<FileBlock>>> sources = new ArrayList<>();
        for (Supplier<AddRows> rows : checkpoint(segment)) {
            sources.add(() -> new BlockSource(rows.get(), touched, keys));
        }
        try (ParallelReads<FileBlock> reads = new ParallelReads<>(sources, parallelism)) {
            for (FileBlock block = reads.next(); block != null; block = reads.next()) {
                blocks.add(block);
            }
        }
        return FileIndex.of(keys, blocks);
    }

    /** The index of version {@code last}, from that of the version before {@code first}: reads the commits between. */
    public FileIndex index(FileIndex before, long first, long last) {
        return before.with(changes(first, last));
    }

    /** The index after one more commit. */
    public FileIndex index(FileIndex before, CommitFile commit) {
        FileChanges.Builder changes = new FileChanges.Builder(keys);
        changes.addOlder(commit);
        return before.with(changes.build());
    }

    /**
     * The live files of the segment's version, read as they are asked for: commits from the newest to the
     * oldest, then the files of the checkpoint at once. In memory are the keys of the commits' files, one
     * commit, and for each thread a row group's wanted columns and some hundred files.
     *
     * @param filter without it all files; with it those that it does not prune
     */
    public FileScan scan(LogSegment segment, Optional<ScanFilter> filter) {
        return new FileScan(this, segment, filter, false);
    }

    /** As {@link #scan}, all live files and all tombstones. */
    public FileScan scanWithTombstones(LogSegment segment) {
        return new FileScan(this, segment, Optional.empty(), true);
    }

    private FileChanges changes(long first, long last) {
        FileChanges.Builder changes = new FileChanges.Builder(keys);
        for (long version = last; version >= first; version--) {
            changes.addOlder(CommitFile.read(log, version, table));
        }
        return changes.build();
    }

    /** Leaves in {@code choice} the segment to whose checkpoint the changes are. */
    private FileChanges changes(SegmentChoice choice) {
        FileChanges.Builder changes = new FileChanges.Builder(keys);
        TailFiles tail = tail(choice.segment());
        while (tail.hasNext()) {
            try {
                changes.addOlder(tail.next());
            } catch (CorruptLogException | StorageUnavailableException e) {
                if (!tail.passOver(e)) {
                    choice.turnToNewerCheckpoint(e, tail.unread());
                    return changes.build();
                }
            }
        }
        return changes.build();
    }

    TailFiles tail(LogSegment segment) {
        return new TailFiles(log, table, segment);
    }

    SegmentChoice choice(LogSegment segment) {
        return new SegmentChoice(log, table, segment);
    }

    ReadParallelism parallelism() {
        return parallelism;
    }

    FileKeys keys() {
        return keys;
    }

    /** What opens the segment's checkpoint, if it has one, always in the same order. */
    List<Supplier<AddRows>> checkpoint(LogSegment segment) {
        List<CheckpointSource> files = segment.checkpoint()
                .map(new CheckpointManifests(log, table, parallelism)::fileActions)
                .orElse(List.of());
        int stripes = files.isEmpty() ? 1 : (parallelism.threads() + files.size() - 1) / files.size();
        List<Supplier<AddRows>> rows = new ArrayList<>();
        for (CheckpointSource file : files) {
            rows.addAll(AddRows.stripes(file, stripes));
        }
        return rows;
    }

    /** Makes blocks of the rows of a checkpoint file. */
    private static final class BlockSource implements ParallelReads.Source<FileBlock> {
        private final AddRows rows;
        private final VoidKeys touched;
        private final FileKeyHash hash;

        BlockSource(AddRows rows, VoidKeys touched, FileKeys keys) {
            this.rows = rows;
            this.touched = touched;
            this.hash = new FileKeyHash(keys);
        }

        @Override
        public FileBlock next() {
            FileBlockBuilder block = new FileBlockBuilder();
            for (AddRow row = rows.next(); row != null; row = rows.next()) {
                try {
                    int key = hash.of(row);
                    if (!touched.contains(row, key)) {
                        block.add(row, key);
                    }
                } catch (RuntimeException e) {
                    throw rows.failure(e);
                }
                if (block.isFull()) {
                    break;
                }
            }
            return block.size() == 0 ? null : block.build();
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
