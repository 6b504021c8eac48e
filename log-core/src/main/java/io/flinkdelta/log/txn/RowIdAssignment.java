/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.RowIdHighWaterMark;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.stats.FileStatistics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Gives row ids and commit versions to the files of one attempt to commit (PROTOCOL.md, "Writer
 * Requirements for Row Tracking"). A new file gets the ids above the table's high-water mark, in the order
 * of the files; a file that was in the table before keeps what it has. Since every attempt starts from the
 * table that it goes on top of, a lost race needs nothing else to keep the ids apart. Pure. One thread.
 */
final class RowIdAssignment {
    private final RowTracking tracking;
    private final long version;
    private final FileKeys keys;
    private final ErrorContext table;
    /** What files of the table have, by canonical path. */
    private final Map<String, RowIds> known;

    private final long firstHighWaterMark;
    private long highWaterMark;

    /**
     * For one attempt.
     *
     * @param before the mark of the table below the attempt
     * @param version that the attempt is to become
     * @param recommitted what commits that the transaction has not seen gave to files, by canonical path
     */
    RowIdAssignment(
            RowTracking tracking,
            RowIdHighWaterMark before,
            long version,
            Map<String, RowIds> recommitted,
            FileKeys keys,
            ErrorContext table) {
        this.tracking = tracking;
        this.firstHighWaterMark = before.rowId();
        this.highWaterMark = before.rowId();
        this.version = version;
        this.known = new HashMap<>(recommitted);
        this.keys = keys;
        this.table = table;
    }

    /** The removals, as they are to be written. To be called before {@link #adds}. */
    List<RemoveFile> removes(List<RemoveFile> removes) {
        if (!tracking.assignsRowIds()) {
            return removes;
        }
        List<RemoveFile> result = new ArrayList<>(removes.size());
        for (RemoveFile remove : removes) {
            String path = keys.canonical(remove.path());
            RowIds ids = RowIds.of(remove).orElse(known.getOrDefault(path, RowIds.NONE));
            known.put(path, ids);
            result.add(ids.on(remove));
        }
        return result;
    }

    /**
     * The files, as they are to be written.
     *
     * @throws InvalidRequestException when a file says of itself neither its ids nor its number of records
     */
    List<AddFile> adds(List<AddFile> adds) {
        if (tracking == RowTracking.UNSUPPORTED) {
            return adds;
        }
        if (tracking == RowTracking.SUSPENDED) {
            return adds.stream().map(RowIds.NONE::on).toList();
        }
        List<AddFile> result = new ArrayList<>(adds.size());
        for (AddFile add : adds) {
            RowIds ids = RowIds.of(add).orElse(known.getOrDefault(keys.canonical(add.path()), RowIds.NONE));
            requireGivenOut(add, ids);
            OptionalLong baseRowId = ids.baseRowId().isPresent() ? ids.baseRowId() : OptionalLong.of(next(add));
            OptionalLong commitVersion = ids.defaultRowCommitVersion().isPresent()
                    ? ids.defaultRowCommitVersion()
                    : OptionalLong.of(version);
            result.add(new RowIds(baseRowId, commitVersion).on(add));
        }
        return result;
    }

    /** The table's new mark, if ids were given out. */
    Optional<DomainMetadata> newHighWaterMark() {
        return highWaterMark == firstHighWaterMark
                ? Optional.empty()
                : Optional.of(new RowIdHighWaterMark(highWaterMark).toDomainMetadata());
    }

    private long next(AddFile add) {
        long records = records(add)
                .orElseThrow(() -> refused(
                        "A table that tracks its rows takes no file without its number of records.",
                        add,
                        "Give the file statistics with numRecords."));
        long base = highWaterMark + 1;
        if (records < 0 || records > Long.MAX_VALUE - base) {
            throw refused("The table has not enough row ids left for a file.", add, "Check the file's numRecords.");
        }
        highWaterMark += records;
        return base;
    }

    private void requireGivenOut(AddFile add, RowIds ids) {
        if (ids.baseRowId().isEmpty()) {
            return;
        }
        long records = Math.max(0, records(add).orElse(0));
        if (ids.baseRowId().getAsLong() > firstHighWaterMark + 1 - records) {
            throw refused(
                    "A file comes with row ids that the table has not given out.",
                    add,
                    "Leave baseRowId out for a new file; take it from the table for a file that is in it.");
        }
    }

    private static OptionalLong records(AddFile add) {
        return add.stats().map(FileStatistics::numRecords).orElse(OptionalLong.empty());
    }

    private InvalidRequestException refused(String problem, AddFile add, String remedy) {
        return new InvalidRequestException(
                problem,
                table.with("file", add.path())
                        .with("feature", RowTracking.FEATURE)
                        .with("rowIdHighWaterMark", highWaterMark),
                remedy);
    }
}
