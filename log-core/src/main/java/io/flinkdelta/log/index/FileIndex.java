/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.replay.FileKey;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.stats.LowerBound;
import io.flinkdelta.log.stats.ScanFilter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The live files of one version of a table in memory. It promises: a file comes out equal to the action
 * that is its last word in the log; each is there once. The index of a later version shares the blocks
 * of files and costs what has changed. Immutable, any thread.
 */
public final class FileIndex {
    /** A block of which this part is gone is made anew when it is touched. */
    private static final double MOSTLY_REMOVED = 0.5;

    private final FileKeys keys;
    private final List<Part> parts;
    private final long files;
    private final long bytes;

    private FileIndex(FileKeys keys, List<Part> parts) {
        this.keys = keys;
        this.parts = List.copyOf(parts);
        this.files = parts.stream().mapToLong(Part::files).sum();
        this.bytes = parts.stream().mapToLong(Part::bytes).sum();
    }

    /** Of files whose keys are all different. */
    static FileIndex of(FileKeys keys, List<FileBlock> blocks) {
        return new FileIndex(keys, blocks.stream().map(Part::new).toList());
    }

    /** How many files there are. */
    public long fileCount() {
        return files;
    }

    /** The sizes of the data files together, in bytes. */
    public long sizeInBytes() {
        return bytes;
    }

    /** About how many bytes of heap this takes, what it shares with other versions included. */
    public long heapBytes() {
        return parts.stream().mapToLong(Part::heapBytes).sum();
    }

    /** The files, in no order. One thread at a time may go through the stream. */
    public Stream<AddFile> files() {
        Scratch scratch = new Scratch();
        return parts.stream().flatMap(part -> part.live().mapToObj(file -> part.block.file(file, scratch)));
    }

    /** The files that {@code filter} does not prune, in no order. One thread at a time may go through the stream. */
    public Stream<AddFile> files(ScanFilter filter) {
        Scratch scratch = new Scratch();
        return parts.stream().flatMap(part -> {
            BlockPruning pruning = new BlockPruning(part.block, filter);
            return part.live().filter(pruning::keeps).mapToObj(file -> part.block.file(file, scratch));
        });
    }

    /**
     * The files that {@code filter} does not prune, in the order of their {@link FilePlace}s.
     *
     * @param after where to go on, exclusive; from the beginning without one
     */
    public Iterator<PlacedFile> inOrder(Optional<ScanFilter> filter, Optional<FilePlace> after) {
        OrderedFiles ordered = new OrderedFiles(keys, after);
        for (Part part : parts) {
            IntPredicate kept = part.kept(filter);
            ordered.add(part.block, file -> part.isLive(file) && kept.test(file));
        }
        return ordered;
    }

    /**
     * The files that {@code filter} does not prune, by ascending bound of a column, those of which none is known first; of
     * one bound in the order of their {@link FilePlace}s. Keeps some bytes for each file meanwhile.
     *
     * @param after a file of this version, where to go on, exclusive; from the beginning without one
     */
    public FilesByBound byBound(LowerBound bound, Optional<ScanFilter> filter, Optional<FilePlace> after) {
        FilesByBound ordered = new FilesByBound(keys, bound, after);
        for (Part part : parts) {
            ordered.add(part.block, part::isLive, part.kept(filter));
        }
        return ordered;
    }

    /**
     * The index after {@code changes}.
     *
     * @param changes what the commits after this version did
     */
    FileIndex with(FileChanges changes) {
        List<Part> next = new ArrayList<>(parts.size() + changes.added().size());
        for (Part part : parts) {
            Part rest = part.without(changes.touched(), keys);
            if (rest.files() > 0) {
                next.add(rest);
            }
        }
        changes.added().stream().map(Part::new).forEach(next::add);
        return new FileIndex(keys, merged(next, new FileKeyHash(keys)));
    }

    /**
     * Joins small parts at the end with their neighbours, when the one before is not much larger: each file
     * is moved a few times at most however many small commits there are.
     */
    private static List<Part> merged(List<Part> parts, FileKeyHash hash) {
        List<Part> merged = new ArrayList<>();
        for (Part part : parts) {
            merged.add(part);
            while (merged.size() > 1) {
                Part last = merged.get(merged.size() - 1);
                Part before = merged.get(merged.size() - 2);
                boolean small = before.files() + last.files() <= FileBlockBuilder.MAX_FILES
                        && before.heapBytes() + last.heapBytes() <= FileBlockBuilder.MAX_BYTES;
                if (!small || before.files() > 2L * last.files()) {
                    break;
                }
                merged.remove(merged.size() - 1);
                merged.set(merged.size() - 1, Part.joined(List.of(before, last), hash));
            }
        }
        return merged;
    }

    /** A block and which of its files are live no more. */
    private static final class Part {
        private final FileBlock block;
        /** Never changed; null when all are live. */
        private final BitSet removed;

        private final int files;
        private final long bytes;

        Part(FileBlock block) {
            this(block, null);
        }

        private Part(FileBlock block, BitSet removed) {
            this.block = block;
            this.removed = removed;
            this.files = block.size() - (removed == null ? 0 : removed.cardinality());
            this.bytes = live().mapToLong(block::sizeOf).sum();
        }

        int files() {
            return files;
        }

        long bytes() {
            return bytes;
        }

        long heapBytes() {
            return 40 + block.heapBytes() + (removed == null ? 0 : 40 + removed.size() / Byte.SIZE);
        }

        IntStream live() {
            IntStream all = IntStream.range(0, block.size());
            return removed == null ? all : all.filter(file -> !removed.get(file));
        }

        boolean isLive(int file) {
            return removed == null || !removed.get(file);
        }

        /** Those that {@code filter} does not prune. */
        IntPredicate kept(Optional<ScanFilter> filter) {
            return filter.isEmpty() ? file -> true : new BlockPruning(block, filter.get())::keeps;
        }

        Part without(Collection<FileKey> keys, FileKeys spelling) {
            Scratch scratch = new Scratch();
            BitSet gone = new BitSet(block.size());
            for (FileKey key : keys) {
                block.find(key, spelling, scratch, gone::set);
            }
            if (removed != null) {
                gone.andNot(removed);
            }
            if (gone.isEmpty()) {
                return this;
            }
            if (removed != null) {
                gone.or(removed);
            }
            Part rest = new Part(block, gone);
            boolean sparse = rest.files() > 0 && gone.cardinality() > MOSTLY_REMOVED * block.size();
            return sparse ? joined(List.of(rest), new FileKeyHash(spelling)) : rest;
        }

        static Part joined(List<Part> parts, FileKeyHash hash) {
            FileBlockBuilder builder = new FileBlockBuilder();
            Scratch scratch = new Scratch();
            for (Part part : parts) {
                part.live().forEach(file -> {
                    AddRow row = AddRow.of(part.block.file(file, scratch));
                    builder.add(row, hash.of(row));
                });
            }
            return new Part(builder.build());
        }
    }
}
