/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.stats.LowerBound;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The files of an index by ascending bound of a column, those of which none is known first; of one bound by their places.
 * All bounds are looked up when blocks are added, and put in order at the first file. One thread.
 */
public final class FilesByBound implements Iterator<PlacedFile> {
    /** An odd number without a pattern. */
    private static final long MIXER = 0x9E3779B97F4A7C15L;

    private final FileKeys keys;
    private final LowerBound bound;
    /** Null from the beginning. */
    private final FilePlace after;

    private final Scratch scratch = new Scratch();
    private final List<Entry> entries = new ArrayList<>();
    /** Of one bound and one hash, in order. */
    private final Deque<PlacedFile> next = new ArrayDeque<>();

    private boolean sorted;
    private int entry;
    private long fingerprint;
    /** Of {@link #after}; null without one, or before it is found. */
    private Entry start;

    /** A file of a block, whose name is not made yet. */
    private record Entry(long bound, int hash, FileBlock block, int file) implements Comparable<Entry> {
        private static final Comparator<Entry> ORDER =
                Comparator.comparingLong(Entry::bound).thenComparingInt(Entry::hash);

        @Override
        public int compareTo(Entry other) {
            return ORDER.compare(this, other);
        }
    }

    /** @param after where to go on, exclusive; a file of one of the blocks, wanted or not */
    FilesByBound(FileKeys keys, LowerBound bound, Optional<FilePlace> after) {
        this.keys = keys;
        this.bound = bound;
        this.after = after.orElse(null);
    }

    /** Adds the files of a block that are {@code live} and {@code wanted}. */
    void add(FileBlock block, IntPredicate live, IntPredicate wanted) {
        IndexedStats stats = new IndexedStats(bound.statsColumns(), new Scratch());
        stats.block(block);
        for (int rank = 0; rank < block.size(); rank++) {
            int file = block.fileAt(rank);
            if (!live.test(file)) {
                continue;
            }
            long least = bound.of(block.partition(block.partitionOf(file)), stats.file(file))
                    .orElse(Long.MIN_VALUE);
            fingerprint += (least ^ block.hashAt(rank)) * MIXER ^ least >>> Integer.SIZE;
            boolean isStart = after != null && block.hashAt(rank) == after.hash() && isAt(block, file, after);
            if (isStart || wanted.test(file)) {
                Entry added = new Entry(least, block.hashAt(rank), block, file);
                entries.add(added);
                start = isStart ? added : start;
            }
        }
    }

    /**
     * Of the bounds of all files of the version, wanted or not: where it is another one than before, a place of before is
     * none in this order. So it is when the version is read of a checkpoint that has left statistics out.
     */
    public long fingerprint() {
        return fingerprint;
    }

    private boolean isAt(FileBlock block, int file, FilePlace place) {
        return FilePlace.of(keys.of(block.file(file, scratch))).equals(place);
    }

    @Override
    public boolean hasNext() {
        if (!sorted) {
            sorted = true;
            Collections.sort(entries);
            if (after != null) {
                skipToStart();
            }
        }
        while (next.isEmpty() && entry < entries.size()) {
            readGroup();
        }
        return !next.isEmpty();
    }

    private void skipToStart() {
        if (start == null) {
            throw new IllegalArgumentException("the version has no file " + after.path() + " to go on from");
        }
        while (entries.get(entry).compareTo(start) < 0) {
            entry++;
        }
        readGroup();
        next.removeIf(file -> file.place().compareTo(after) <= 0);
    }

    private void readGroup() {
        Entry first = entries.get(entry);
        List<PlacedFile> same = new ArrayList<>();
        while (entry < entries.size() && entries.get(entry).compareTo(first) == 0) {
            Entry one = entries.get(entry++);
            AddFile file = one.block().file(one.file(), scratch);
            same.add(new PlacedFile(FilePlace.of(keys.of(file)), file));
        }
        same.sort(Comparator.comparing(PlacedFile::place));
        next.addAll(same);
    }

    @Override
    public PlacedFile next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return next.poll();
    }
}
