/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.replay.FileKeys;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;

/** Merges the blocks of an index, each of which knows its files by ascending hash. One thread. */
final class OrderedFiles implements Iterator<PlacedFile> {
    private final FileKeys keys;
    private final Scratch scratch = new Scratch();
    private final PriorityQueue<Cursor> cursors = new PriorityQueue<>(Comparator.comparingInt(Cursor::hash));
    private final Optional<FilePlace> after;
    /** Of one hash, in order. */
    private final Deque<PlacedFile> next = new ArrayDeque<>();

    /** @param after where to go on, exclusive */
    OrderedFiles(FileKeys keys, Optional<FilePlace> after) {
        this.keys = keys;
        this.after = after;
    }

    /** Adds the files of a block that are {@code wanted}. */
    void add(FileBlock block, IntPredicate wanted) {
        int first = after.isPresent() ? block.firstWithHash(after.get().hash()) : 0;
        Cursor cursor = new Cursor(block, wanted, first - 1);
        if (cursor.advance()) {
            cursors.add(cursor);
        }
    }

    @Override
    public boolean hasNext() {
        while (next.isEmpty() && !cursors.isEmpty()) {
            int hash = cursors.peek().hash();
            List<PlacedFile> same = new ArrayList<>();
            while (!cursors.isEmpty() && cursors.peek().hash() == hash) {
                Cursor cursor = cursors.poll();
                same.add(placed(cursor.block.file(cursor.file(), scratch)));
                if (cursor.advance()) {
                    cursors.add(cursor);
                }
            }
            same.sort(Comparator.comparing(PlacedFile::place));
            same.stream()
                    .filter(file -> after.isEmpty() || file.place().compareTo(after.get()) > 0)
                    .forEach(next::add);
        }
        return !next.isEmpty();
    }

    private PlacedFile placed(AddFile file) {
        return new PlacedFile(FilePlace.of(keys.of(file)), file);
    }

    @Override
    public PlacedFile next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return next.poll();
    }

    /** A place among the hashes of one block. */
    private static final class Cursor {
        private final FileBlock block;
        private final IntPredicate wanted;
        private int rank;

        Cursor(FileBlock block, IntPredicate wanted, int rank) {
            this.block = block;
            this.wanted = wanted;
            this.rank = rank;
        }

        boolean advance() {
            do {
                rank++;
            } while (rank < block.size() && !wanted.test(file()));
            return rank < block.size();
        }

        int hash() {
            return block.hashAt(rank);
        }

        int file() {
            return block.fileAt(rank);
        }
    }
}
