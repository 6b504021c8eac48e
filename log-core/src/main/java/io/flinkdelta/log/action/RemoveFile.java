/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Removes a data file; kept as a tombstone (PROTOCOL.md, "Add File and Remove File"). Times in milliseconds. */
public record RemoveFile(
        String path,
        OptionalLong deletionTimestamp,
        boolean dataChange,
        boolean extendedFileMetadata,
        Optional<PartitionValues> partitionValues,
        OptionalLong size,
        Optional<String> stats,
        Map<String, String> tags,
        Optional<DeletionVectorDescriptor> deletionVector,
        OptionalLong baseRowId,
        OptionalLong defaultRowCommitVersion)
        implements Action {
    public RemoveFile {
        Objects.requireNonNull(path, "path");
        tags = Map.copyOf(tags);
    }

    /** The removal of a live file with its rows, which tells all that the table knows of the file. */
    public static RemoveFile of(AddFile file, long deletionTimestamp) {
        return new RemoveFile(
                file.path(),
                OptionalLong.of(deletionTimestamp),
                true,
                true,
                Optional.of(file.partitionValues()),
                OptionalLong.of(file.size()),
                file.stats(),
                file.tags(),
                file.deletionVector(),
                file.baseRowId(),
                file.defaultRowCommitVersion());
    }

    /** This removal in a commit that writes the same rows elsewhere. */
    public RemoveFile withoutDataChange() {
        return new RemoveFile(
                path,
                deletionTimestamp,
                false,
                extendedFileMetadata,
                partitionValues,
                size,
                stats,
                tags,
                deletionVector,
                baseRowId,
                defaultRowCommitVersion);
    }

    /** This removal with other row ids. */
    public RemoveFile withRowIds(OptionalLong newBaseRowId, OptionalLong newDefaultRowCommitVersion) {
        return new RemoveFile(
                path,
                deletionTimestamp,
                dataChange,
                extendedFileMetadata,
                partitionValues,
                size,
                stats,
                tags,
                deletionVector,
                newBaseRowId,
                newDefaultRowCommitVersion);
    }

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.remove(this);
    }
}
