/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Adds a data file (PROTOCOL.md, "Add File and Remove File").
 *
 * @param path URI-encoded as the log stores it, relative to the table or absolute; see {@code DataPath}
 * @param size bytes
 * @param modificationTime milliseconds since the epoch
 * @param stats the statistics as a JSON string, as the log stores it
 */
public record AddFile(
        String path,
        PartitionValues partitionValues,
        long size,
        long modificationTime,
        boolean dataChange,
        Optional<String> stats,
        Map<String, String> tags,
        Optional<DeletionVectorDescriptor> deletionVector,
        OptionalLong baseRowId,
        OptionalLong defaultRowCommitVersion,
        Optional<String> clusteringProvider)
        implements Action {
    public AddFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(partitionValues, "partitionValues");
        tags = Map.copyOf(tags);
    }

    /** A new data file of a plain append. */
    public static AddFile ofNewFile(
            String path, PartitionValues partitionValues, long size, long modificationTime, Optional<String> stats) {
        return new AddFile(
                path,
                partitionValues,
                size,
                modificationTime,
                true,
                stats,
                Map.of(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    /** This file with other row ids. */
    public AddFile withRowIds(OptionalLong newBaseRowId, OptionalLong newDefaultRowCommitVersion) {
        return new AddFile(
                path,
                partitionValues,
                size,
                modificationTime,
                dataChange,
                stats,
                tags,
                deletionVector,
                newBaseRowId,
                newDefaultRowCommitVersion,
                clusteringProvider);
    }

    /** This file as it is written again without a change of rows: in a commit, or in a checkpoint. */
    public AddFile withoutDataChange() {
        return new AddFile(
                path,
                partitionValues,
                size,
                modificationTime,
                false,
                stats,
                tags,
                deletionVector,
                baseRowId,
                defaultRowCommitVersion,
                clusteringProvider);
    }

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.add(this);
    }
}
