/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.parquet.io.api.Binary;

/** The row of {@link AddColumns} that is being read, in one row group. */
final class AddColumnsRow implements AddRow {
    private final FlatColumn path;
    private final MapColumn partitionValues;
    private final FlatColumn size;
    private final FlatColumn modificationTime;
    private final FlatColumn dataChange;
    private final FlatColumn stats;
    /** Where statistics are there as structs only. */
    private final Optional<ParsedStatsColumns> parsedStats;

    private final MapColumn tags;
    private final FlatColumn vectorType;
    private final FlatColumn vectorPath;
    private final FlatColumn vectorOffset;
    private final FlatColumn vectorSize;
    private final FlatColumn vectorCardinality;
    private final FlatColumn baseRowId;
    private final FlatColumn commitVersion;
    private final FlatColumn clusteringProvider;
    private final PartitionValuesPool pool;
    private final ErrorContext where;
    private long row = -1;
    /** Of the row; null until they are asked for. */
    private PartitionValues partition;

    private Map<String, String> tagsOfRow;

    AddColumnsRow(LeafColumns leaves, PartitionValuesPool pool, ErrorContext where) {
        this.path = leaves.flat("path");
        this.partitionValues = leaves.map("partitionValues");
        this.size = leaves.flat("size");
        this.modificationTime = leaves.flat("modificationTime");
        this.dataChange = leaves.flat("dataChange");
        this.stats = leaves.flat(CheckpointSchema.STATS);
        this.parsedStats =
                leaves.struct(CheckpointSchema.STATS_PARSED).map(struct -> ParsedStatsColumns.of(leaves, struct));
        this.tags = leaves.map("tags");
        this.vectorType = leaves.flat("deletionVector", "storageType");
        this.vectorPath = leaves.flat("deletionVector", "pathOrInlineDv");
        this.vectorOffset = leaves.flat("deletionVector", "offset");
        this.vectorSize = leaves.flat("deletionVector", "sizeInBytes");
        this.vectorCardinality = leaves.flat("deletionVector", "cardinality");
        this.baseRowId = leaves.flat("baseRowId");
        this.commitVersion = leaves.flat("defaultRowCommitVersion");
        this.clusteringProvider = leaves.flat("clusteringProvider");
        this.pool = pool;
        this.where = where;
    }

    /** Turns to the next row; false when it is about something else than a live file. */
    boolean advance() {
        row++;
        partition = null;
        tagsOfRow = null;
        return path.isPresent(row);
    }

    @Override
    public ByteBuffer path() {
        return present(path, "path").bytes();
    }

    @Override
    public PartitionValues partitionValues() {
        if (partition == null) {
            partition = pool.read(partitionValues, row);
        }
        return partition;
    }

    @Override
    public long size() {
        return present(size, "size").number();
    }

    @Override
    public long modificationTime() {
        return modificationTime.isPresent(row) ? modificationTime.number() : 0;
    }

    @Override
    public boolean dataChange() {
        return dataChange.isPresent(row) && dataChange.bool();
    }

    @Override
    public ByteBuffer stats() {
        if (parsedStats.isPresent()) {
            return statsText().map(StandardCharsets.UTF_8::encode).orElse(null);
        }
        return stats.isPresent(row) ? stats.bytes() : null;
    }

    private Optional<String> statsText() {
        if (parsedStats.isPresent()) {
            return Optional.ofNullable(parsedStats.get().json(row)).map(JsonNode::toString);
        }
        return stats.isPresent(row) ? Optional.of(stats.string()) : Optional.empty();
    }

    @Override
    public Map<String, String> tags() {
        if (tagsOfRow == null) {
            Map<String, String> read = new LinkedHashMap<>();
            int entries = tags.entries(row);
            for (int i = 0; i < entries; i++) {
                Binary value = tags.value(i);
                if (value != null) {
                    read.put(tags.key(i).toStringUsingUTF8(), value.toStringUsingUTF8());
                }
            }
            tagsOfRow = read.isEmpty() ? Map.of() : read;
        }
        return tagsOfRow;
    }

    @Override
    public Optional<DeletionVectorDescriptor> deletionVector() {
        if (!vectorType.isPresent(row)) {
            return Optional.empty();
        }
        return Optional.of(new DeletionVectorDescriptor(
                vectorType.string(),
                present(vectorPath, "deletionVector.pathOrInlineDv").string(),
                vectorOffset.isPresent(row) ? OptionalInt.of((int) vectorOffset.number()) : OptionalInt.empty(),
                (int) present(vectorSize, "deletionVector.sizeInBytes").number(),
                present(vectorCardinality, "deletionVector.cardinality").number()));
    }

    @Override
    public OptionalLong baseRowId() {
        return number(baseRowId);
    }

    @Override
    public OptionalLong defaultRowCommitVersion() {
        return number(commitVersion);
    }

    @Override
    public Optional<String> clusteringProvider() {
        return clusteringProvider.isPresent(row) ? Optional.of(clusteringProvider.string()) : Optional.empty();
    }

    @Override
    public AddFile toAddFile() {
        return new AddFile(
                present(path, "path").string(),
                partitionValues(),
                size(),
                modificationTime(),
                dataChange(),
                statsText(),
                tags(),
                deletionVector(),
                baseRowId(),
                defaultRowCommitVersion(),
                clusteringProvider());
    }

    private OptionalLong number(FlatColumn column) {
        return column.isPresent(row) ? OptionalLong.of(column.number()) : OptionalLong.empty();
    }

    private FlatColumn present(FlatColumn column, String name) {
        if (!column.isPresent(row)) {
            throw CheckpointReader.failure(
                    new IllegalArgumentException(CheckpointSchema.ADD + "." + name + " is missing"), where);
        }
        return column;
    }
}
