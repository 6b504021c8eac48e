/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.replay.FileKey;
import io.flinkdelta.log.replay.FileKeys;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntConsumer;

/**
 * Some thousand files, held column by column; a file is read back as the {@link AddFile} that was put in.
 * Made by {@link FileBlockBuilder}. Immutable, any thread.
 */
final class FileBlock {
    private final PackedLongs flags;
    private final TextColumn folders;
    private final TextColumn names;
    private final PartitionValues[] partitions;
    private final PackedLongs partitionOf;
    private final PackedLongs sizes;
    private final PackedLongs modificationTimes;
    private final ShapedTexts stats;
    private final RareFields rare;
    /** Of the files' keys, ascending. */
    private final int[] hashes;
    /** Of each of {@link #hashes} the file. */
    private final PackedLongs fileOfHash;

    FileBlock(FileBlockBuilder built) {
        flags = built.flags.pack();
        folders = built.folders.pack();
        names = built.names.build();
        partitions = built.partitions.toArray(PartitionValues[]::new);
        partitionOf = built.partitionOf.pack();
        sizes = built.sizes.pack();
        modificationTimes = built.modificationTimes.pack();
        stats = built.stats.build();
        rare = built.rare == null ? null : built.rare.build();
        long[] sorted = new long[built.hashes.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = (built.hashes.get(i) << Integer.SIZE) | i;
        }
        Arrays.sort(sorted);
        hashes = new int[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            hashes[i] = (int) (sorted[i] >> Integer.SIZE);
            sorted[i] &= 0xFFFF_FFFFL;
        }
        fileOfHash = PackedLongs.of(sorted, sorted.length);
    }

    int size() {
        return hashes.length;
    }

    /** The number of different partitions. */
    int partitions() {
        return partitions.length;
    }

    PartitionValues partition(int number) {
        return partitions[number];
    }

    /** The number of the file's partition. */
    int partitionOf(int file) {
        return (int) partitionOf.get(file);
    }

    /** Bytes. */
    long sizeOf(int file) {
        return sizes.get(file);
    }

    /** Those of files without statistics are empty. */
    ShapedTexts stats() {
        return stats;
    }

    AddFile file(int file, Scratch scratch) {
        long flag = flags.get(file);
        scratch.text().clear();
        folders.append(file, scratch);
        names.append(file, scratch);
        return new AddFile(
                scratch.toText(),
                partitions[partitionOf(file)],
                sizes.get(file),
                modificationTimes.get(file),
                Flag.DATA_CHANGE.isIn(flag),
                Flag.STATS.isIn(flag) ? Optional.of(stats.get(file, scratch)) : Optional.empty(),
                rare == null ? Map.of() : rare.tags(file, flag, scratch),
                rare == null ? Optional.empty() : rare.deletionVector(file, flag, scratch),
                rare == null ? OptionalLong.empty() : rare.baseRowId(file, flag),
                rare == null ? OptionalLong.empty() : rare.commitVersion(file, flag),
                rare == null ? Optional.empty() : rare.clusteringProvider(file, flag, scratch));
    }

    /** The hash of the file that is number {@code rank} when they are sorted by hash. */
    int hashAt(int rank) {
        return hashes[rank];
    }

    /** The file that is number {@code rank} when they are sorted by hash. */
    int fileAt(int rank) {
        return (int) fileOfHash.get(rank);
    }

    /** The rank of the first file of this or a greater hash; the number of files when all are below. */
    int firstWithHash(int hash) {
        int place = Arrays.binarySearch(hashes, hash);
        if (place < 0) {
            return -place - 1;
        }
        while (place > 0 && hashes[place - 1] == hash) {
            place--;
        }
        return place;
    }

    /** Gives the files of this key. */
    void find(FileKey key, FileKeys keys, Scratch scratch, IntConsumer found) {
        int hash = FileKeyHash.of(key);
        for (int place = firstWithHash(hash); place < hashes.length && hashes[place] == hash; place++) {
            int file = (int) fileOfHash.get(place);
            if (keys.of(file(file, scratch)).equals(key)) {
                found.accept(file);
            }
        }
    }

    /** Bytes of heap, by what objects take on a 64-bit JVM with compressed references; without shared partitions. */
    long heapBytes() {
        return 64
                + flags.heapBytes()
                + folders.heapBytes()
                + names.heapBytes()
                + 16
                + 4L * partitions.length
                + partitionOf.heapBytes()
                + sizes.heapBytes()
                + modificationTimes.heapBytes()
                + stats.heapBytes()
                + (rare == null ? 0 : rare.heapBytes())
                + 16
                + 4L * hashes.length
                + fileOfHash.heapBytes();
    }

    /** What a file has, as bits. */
    enum Flag {
        DATA_CHANGE(1),
        STATS(2),
        TAGS(4),
        DELETION_VECTOR(8),
        DELETION_VECTOR_OFFSET(16),
        BASE_ROW_ID(32),
        COMMIT_VERSION(64),
        CLUSTERING_PROVIDER(128);

        private final long bit;

        Flag(long bit) {
            this.bit = bit;
        }

        boolean isIn(long flags) {
            return (flags & bit) != 0;
        }

        /** In memory only, so that the order of the flags may change. */
        @SuppressWarnings("EnumOrdinal")
        long bit() {
            return bit;
        }
    }

    /** The fields that most tables do not use; of files without one, the column has zero or an empty text. */
    record RareFields(
            TextColumn tags,
            TextColumn vectorTypes,
            TextColumn vectorPaths,
            PackedLongs vectorOffsets,
            PackedLongs vectorSizes,
            PackedLongs cardinalities,
            PackedLongs baseRowIds,
            PackedLongs commitVersions,
            TextColumn clusteringProviders) {

        private Map<String, String> tags(int file, long flags, Scratch scratch) {
            return Flag.TAGS.isIn(flags) ? TagsText.read(tags.get(file, scratch)) : Map.of();
        }

        private Optional<DeletionVectorDescriptor> deletionVector(int file, long flags, Scratch scratch) {
            if (!Flag.DELETION_VECTOR.isIn(flags)) {
                return Optional.empty();
            }
            return Optional.of(new DeletionVectorDescriptor(
                    vectorTypes.get(file, scratch),
                    vectorPaths.get(file, scratch),
                    Flag.DELETION_VECTOR_OFFSET.isIn(flags)
                            ? OptionalInt.of((int) vectorOffsets.get(file))
                            : OptionalInt.empty(),
                    (int) vectorSizes.get(file),
                    cardinalities.get(file)));
        }

        private OptionalLong baseRowId(int file, long flags) {
            return Flag.BASE_ROW_ID.isIn(flags) ? OptionalLong.of(baseRowIds.get(file)) : OptionalLong.empty();
        }

        private OptionalLong commitVersion(int file, long flags) {
            return Flag.COMMIT_VERSION.isIn(flags) ? OptionalLong.of(commitVersions.get(file)) : OptionalLong.empty();
        }

        private Optional<String> clusteringProvider(int file, long flags, Scratch scratch) {
            return Flag.CLUSTERING_PROVIDER.isIn(flags)
                    ? Optional.of(clusteringProviders.get(file, scratch))
                    : Optional.empty();
        }

        private long heapBytes() {
            return 56
                    + tags.heapBytes()
                    + vectorTypes.heapBytes()
                    + vectorPaths.heapBytes()
                    + vectorOffsets.heapBytes()
                    + vectorSizes.heapBytes()
                    + cardinalities.heapBytes()
                    + baseRowIds.heapBytes()
                    + commitVersions.heapBytes()
                    + clusteringProviders.heapBytes();
        }
    }
}
