/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.split;

import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.file.DataPath;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A data file, or a part of one, as a reader needs it. Immutable.
 *
 * @param path decoded, relative to the table or absolute
 * @param size of the file in bytes; 0 when the log does not say
 * @param deletionVector the rows that are no rows of the table
 * @param start of the bytes whose row groups are read
 * @param end of these bytes, exclusive; {@link Long#MAX_VALUE} to the end of the file
 * @param baseRowId of the file's first row, where rows are tracked
 * @param rowCommitVersion of rows that do not say by themselves, where rows are tracked
 * @param earliestMillis the time that no row is before, milliseconds since the epoch, where watermarks are given
 */
public record SplitFile(
        String path,
        PartitionValues partitionValues,
        long size,
        Optional<DeletionVectorDescriptor> deletionVector,
        long start,
        long end,
        OptionalLong baseRowId,
        OptionalLong rowCommitVersion,
        OptionalLong earliestMillis) {
    public SplitFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(partitionValues, "partitionValues");
    }

    /** All of a file. */
    public static SplitFile of(AddFile file) {
        return new SplitFile(
                DataPath.decode(file.path()),
                file.partitionValues(),
                file.size(),
                file.deletionVector(),
                0,
                Long.MAX_VALUE,
                file.baseRowId(),
                file.defaultRowCommitVersion(),
                OptionalLong.empty());
    }

    /**
     * All of a file that is removed.
     *
     * @param partitionValues of the file, which not every removal tells
     */
    public static SplitFile of(RemoveFile file, PartitionValues partitionValues) {
        return new SplitFile(
                DataPath.decode(file.path()),
                partitionValues,
                file.size().orElse(0),
                file.deletionVector(),
                0,
                Long.MAX_VALUE,
                file.baseRowId(),
                file.defaultRowCommitVersion(),
                OptionalLong.empty());
    }

    /** All of a change data file. */
    public static SplitFile of(AddCDCFile file) {
        return new SplitFile(
                DataPath.decode(file.path()),
                file.partitionValues(),
                file.size(),
                Optional.empty(),
                0,
                Long.MAX_VALUE,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    /** The row groups of this file whose middle lies in some of its bytes. */
    public SplitFile part(long newStart, long newEnd) {
        return new SplitFile(
                path,
                partitionValues,
                size,
                deletionVector,
                newStart,
                newEnd,
                baseRowId,
                rowCommitVersion,
                earliestMillis);
    }

    /** This file, none of whose rows is before a time. */
    public SplitFile since(OptionalLong millis) {
        return new SplitFile(
                path, partitionValues, size, deletionVector, start, end, baseRowId, rowCommitVersion, millis);
    }

    /** The time that no row of any of the files is before; empty when it is not known of one. */
    static OptionalLong earliest(List<SplitFile> files) {
        return files.stream().allMatch(file -> file.earliestMillis.isPresent())
                ? files.stream()
                        .mapToLong(file -> file.earliestMillis.getAsLong())
                        .min()
                : OptionalLong.empty();
    }

    /** How many bytes are read, at most. */
    public long length() {
        return Math.max(0, Math.min(end, size) - start);
    }
}
