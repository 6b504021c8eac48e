/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.RemoveFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How many live files a version has, and what they come to; or by how much a commit changes that, so that
 * the next version's are known without reading the table.
 *
 * @param files how many
 * @param bytes the sum of their sizes
 * @param deletionVectors how many of them have one; empty when that is not known
 * @param deletedRows how many rows the deletion vectors hide; empty when that is not known
 */
public record FileTotals(long files, long bytes, OptionalLong deletionVectors, OptionalLong deletedRows) {

    /** No files. */
    public static FileTotals none() {
        return new FileTotals(0, 0, OptionalLong.of(0), OptionalLong.of(0));
    }

    /** As a checksum has them. */
    public static FileTotals of(VersionChecksum checksum) {
        return new FileTotals(
                checksum.numFiles(),
                checksum.tableSizeBytes(),
                checksum.numDeletionVectors(),
                checksum.numDeletedRecords());
    }

    /** What a commit changes; empty when it removes a file without saying its size. */
    public static Optional<FileTotals> change(List<AddFile> adds, List<RemoveFile> removes) {
        FileTotals change = none();
        for (AddFile add : adds) {
            change = change.with(add);
        }
        for (RemoveFile remove : removes) {
            if (remove.size().isEmpty()) {
                return Optional.empty();
            }
            change = change.plus(-1, -remove.size().getAsLong(), remove.deletionVector(), -1);
        }
        return Optional.of(change);
    }

    /** And one more live file. */
    public FileTotals with(AddFile add) {
        return plus(1, add.size(), add.deletionVector(), 1);
    }

    /** And a change. */
    public FileTotals plus(FileTotals change) {
        return new FileTotals(
                files + change.files,
                bytes + change.bytes,
                sum(deletionVectors, change.deletionVectors),
                sum(deletedRows, change.deletedRows));
    }

    private FileTotals plus(long count, long size, Optional<DeletionVectorDescriptor> vector, long sign) {
        long rows = vector.map(DeletionVectorDescriptor::cardinality).orElse(0L);
        return plus(new FileTotals(
                count, size, OptionalLong.of(vector.isPresent() ? sign : 0), OptionalLong.of(sign * rows)));
    }

    private static OptionalLong sum(OptionalLong left, OptionalLong right) {
        return left.isPresent() && right.isPresent()
                ? OptionalLong.of(left.getAsLong() + right.getAsLong())
                : OptionalLong.empty();
    }
}
