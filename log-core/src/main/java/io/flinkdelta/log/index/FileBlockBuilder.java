/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.index.FileBlock.Flag;
import io.flinkdelta.log.index.FileBlock.RareFields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Gathers the files of one {@link FileBlock}. One thread. */
final class FileBlockBuilder {
    /** Of a block; more files share more, fewer are quicker to go through for one of them. */
    static final int MAX_FILES = 8192;

    /** Of paths and statistics in a block, so that one of large statistics has fewer files. */
    static final long MAX_BYTES = 64L << 20;

    private static final int MAX_STATS_SHAPES = 64;
    private static final int MAX_NAME_SHAPES = 32;
    private static final byte[] NOTHING = {};

    final LongList flags = new LongList();
    final TextList folders = new TextList();
    final ShapedTexts.Builder names = new ShapedTexts.Builder(DigitShapes::scan, MAX_NAME_SHAPES);
    final List<PartitionValues> partitions = new ArrayList<>();
    final LongList partitionOf = new LongList();
    final LongList sizes = new LongList();
    final LongList modificationTimes = new LongList();
    final ShapedTexts.Builder stats = new ShapedTexts.Builder(JsonShapes::scan, MAX_STATS_SHAPES);
    final LongList hashes = new LongList();
    /** Null until a file has any. */
    Rare rare;

    private final Map<PartitionValues, Integer> partitionNumbers = new HashMap<>();
    private long bytes;

    int size() {
        return flags.size();
    }

    boolean isFull() {
        return size() >= MAX_FILES || bytes >= MAX_BYTES;
    }

    /**
     * Adds a file.
     *
     * @param hash {@link FileKeyHash} of its key
     */
    void add(AddRow row, int hash) {
        addPath(row.path());
        PartitionValues partition = row.partitionValues();
        partitionOf.add(partitionNumbers.computeIfAbsent(partition, this::addPartition));
        sizes.add(row.size());
        modificationTimes.add(row.modificationTime());
        ByteBuffer statistics = row.stats();
        if (statistics == null) {
            stats.add(NOTHING, 0, 0);
        } else {
            bytes += statistics.remaining();
            stats.add(statistics.array(), statistics.arrayOffset() + statistics.position(), statistics.remaining());
        }
        hashes.add(hash);
        flags.add((row.dataChange() ? Flag.DATA_CHANGE.bit() : 0)
                | (statistics == null ? 0 : Flag.STATS.bit())
                | addRare(row));
    }

    private int addPartition(PartitionValues partition) {
        partitions.add(partition);
        return partitions.size() - 1;
    }

    private void addPath(ByteBuffer path) {
        byte[] bytes = path.array();
        int first = path.arrayOffset() + path.position();
        int end = first + path.remaining();
        int name = end;
        while (name > first && bytes[name - 1] != '/') {
            name--;
        }
        folders.add(bytes, first, name - first);
        names.add(bytes, name, end - name);
        this.bytes += path.remaining();
    }

    private long addRare(AddRow row) {
        boolean any = !row.tags().isEmpty()
                || row.deletionVector().isPresent()
                || row.baseRowId().isPresent()
                || row.defaultRowCommitVersion().isPresent()
                || row.clusteringProvider().isPresent();
        if (any && rare == null) {
            rare = new Rare();
            for (int i = 0; i < flags.size(); i++) {
                rare.addNothing();
            }
        }
        if (rare == null) {
            return 0;
        }
        if (!any) {
            rare.addNothing();
            return 0;
        }
        return rare.add(row);
    }

    FileBlock build() {
        return new FileBlock(this);
    }

    /** Gathers {@link RareFields}. */
    static final class Rare {
        private final TextList tags = new TextList();
        private final TextList vectorTypes = new TextList();
        private final TextList vectorPaths = new TextList();
        private final LongList vectorOffsets = new LongList();
        private final LongList vectorSizes = new LongList();
        private final LongList cardinalities = new LongList();
        private final LongList baseRowIds = new LongList();
        private final LongList commitVersions = new LongList();
        private final TextList clusteringProviders = new TextList();

        private void addNothing() {
            tags.add(NOTHING, 0, 0);
            addVector(Optional.empty());
            baseRowIds.add(0);
            commitVersions.add(0);
            clusteringProviders.add(NOTHING, 0, 0);
        }

        private long add(AddRow row) {
            boolean tagged = !row.tags().isEmpty();
            addBytes(tags, tagged ? TagsText.write(row.tags()) : NOTHING);
            baseRowIds.add(row.baseRowId().orElse(0));
            commitVersions.add(row.defaultRowCommitVersion().orElse(0));
            addText(clusteringProviders, row.clusteringProvider().orElse(""));
            return addVector(row.deletionVector())
                    | (tagged ? Flag.TAGS.bit() : 0)
                    | bit(Flag.BASE_ROW_ID, row.baseRowId())
                    | bit(Flag.COMMIT_VERSION, row.defaultRowCommitVersion())
                    | (row.clusteringProvider().isPresent() ? Flag.CLUSTERING_PROVIDER.bit() : 0);
        }

        private long addVector(Optional<DeletionVectorDescriptor> vector) {
            addText(
                    vectorTypes,
                    vector.map(DeletionVectorDescriptor::storageType).orElse(""));
            addText(
                    vectorPaths,
                    vector.map(DeletionVectorDescriptor::pathOrInlineDv).orElse(""));
            vectorOffsets.add(vector.isPresent() ? vector.get().offset().orElse(0) : 0);
            vectorSizes.add(vector.map(DeletionVectorDescriptor::sizeInBytes).orElse(0));
            cardinalities.add(vector.map(DeletionVectorDescriptor::cardinality).orElse(0L));
            if (vector.isEmpty()) {
                return 0;
            }
            boolean offset = vector.get().offset().isPresent();
            return Flag.DELETION_VECTOR.bit() | (offset ? Flag.DELETION_VECTOR_OFFSET.bit() : 0);
        }

        private static long bit(Flag flag, OptionalLong value) {
            return value.isPresent() ? flag.bit() : 0;
        }

        private static void addText(TextList texts, String text) {
            addBytes(texts, text.getBytes(StandardCharsets.UTF_8));
        }

        private static void addBytes(TextList texts, byte[] bytes) {
            texts.add(bytes, 0, bytes.length);
        }

        RareFields build() {
            return new RareFields(
                    tags.pack(),
                    vectorTypes.pack(),
                    vectorPaths.pack(),
                    vectorOffsets.pack(),
                    vectorSizes.pack(),
                    cardinalities.pack(),
                    baseRowIds.pack(),
                    commitVersions.pack(),
                    clusteringProviders.pack());
        }
    }
}
