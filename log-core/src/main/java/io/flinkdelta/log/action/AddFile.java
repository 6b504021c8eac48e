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

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.add(this);
    }
}
