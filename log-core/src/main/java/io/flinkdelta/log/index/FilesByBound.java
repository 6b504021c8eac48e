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
 * All bounds are looked up at the first file. One thread.
 */
final class FilesByBound implements Iterator<PlacedFile> {
    private final FileKeys keys;
    private final LowerBound bound;
    private final Optional<FilePlace> after;
    private final Scratch scratch = new Scratch();
    private final List<Entry> entries = new ArrayList<>();
    /** Of one bound and one hash, in order. */
    private final Deque<PlacedFile> next = new ArrayDeque<>();

    private boolean sorted;
    private int entry;

    /** A file of a block, whose name is not made yet. */
    private record Entry(long bound, int hash, FileBlock block, int file) implements Comparable<Entry> {
        private static final Comparator<Entry> ORDER =
                Comparator.comparingLong(Entry::bound).thenComparingInt(Entry::hash);

        @Override
        public int compareTo(Entry other) {
            return ORDER.compare(this, other);
        }
    }

    /** @param after where to go on, exclusive */
    FilesByBound(FileKeys keys, LowerBound bound, Optional<FilePlace> after) {
        this.keys = keys;
        this.bound = bound;
        this.after = after;
    }

    /** Adds the files of a block that are {@code wanted}. */
    void add(FileBlock block, IntPredicate wanted) {
        IndexedStats stats = new IndexedStats(bound.statsColumns(), new Scratch());
        stats.block(block);
        for (int rank = 0; rank < block.size(); rank++) {
            int file = block.fileAt(rank);
            if (wanted.test(file)) {
                long least = bound.of(block.partition(block.partitionOf(file)), stats.file(file))
                        .orElse(Long.MIN_VALUE);
                entries.add(new Entry(least, block.hashAt(rank), block, file));
            }
        }
    }

    @Override
    public boolean hasNext() {
        if (!sorted) {
            sorted = true;
            Collections.sort(entries);
            after.ifPresent(this::skipTo);
        }
        if (next.isEmpty() && entry < entries.size()) {
            readGroup();
        }
        return !next.isEmpty();
    }

    /** Behind a file that was given before, by whoever went through the same files. */
    private void skipTo(FilePlace place) {
        for (entry = 0; entry < entries.size(); ) {
            if (entries.get(entry).hash() != place.hash()) {
                entry++;
                continue;
            }
            readGroup();
            if (next.stream().anyMatch(file -> file.place().equals(place))) {
                next.removeIf(file -> file.place().compareTo(place) <= 0);
                return;
            }
            next.clear();
        }
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
