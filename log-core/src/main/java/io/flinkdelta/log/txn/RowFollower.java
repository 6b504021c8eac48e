/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorReader;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import io.flinkdelta.log.txn.Verdict.Conflict;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Follows the rows that a transaction deletes through the commits that overtook it:
 *
 * <ol>
 *   <li>Another commit hides other rows of a file: both are hidden, in a vector of their union.
 *   <li>It hides a row that we hide, too: gone is gone, if both do nothing but delete. If the transaction adds rows, or
 *       tells a change feed of the deleted ones, what it writes was computed from a row that is no more; if the other
 *       commit adds rows, ours may be among them in a newer state (UPDATE, MERGE): a conflict.
 *   <li>It rewrites a file without a change of data: the rows are looked for in the new files, by their row ids, else
 *       by what the committer gave. Found must be each row, once; otherwise it is a conflict.
 *   <li>Anything else that happens to a file is a conflict.
 *   <li>Once all of our rows of a file were deleted by others, a commit that adds files and is no blind append is one,
 *       too: it may be a RESTORE, which brings the rows back in a file that they were in before ours.
 * </ol>
 *
 * <p>Reads deletion vectors and columns of row ids, and only of files that were touched by both. One thread.
 */
final class RowFollower {
    private final RowDeletion deletion;
    private final boolean deletesOnly;
    private final DataStore store;
    private final DeletionVectorReader vectors;
    private final FileKeys keys;
    /** By canonical path. */
    private final Map<String, Target> targets = new LinkedHashMap<>();
    /** Rows in files where they are no more, since others have deleted or moved them, by canonical path. */
    private final Map<String, HiddenRows> gone = new HashMap<>();
    /** Whether others have deleted rows of ours, so that nothing tells any more where a RESTORE would put them. */
    private boolean deletedByOthers;

    /**
     * Rows as they are to be hidden in the newest version that was followed.
     *
     * @param change empty when it is still to be made
     */
    record Target(HiddenRows hidden, Optional<FileChange> change) {}

    RowFollower(Transaction transaction, DataStore store, FileKeys keys) {
        this.deletion = transaction.rowDeletion();
        long vectorsOnly = deletion.changes().stream()
                .filter(change -> change.add().isPresent())
                .count();
        this.deletesOnly = transaction.adds().size() == vectorsOnly
                && transaction.changeFiles().isEmpty();
        this.store = store;
        this.vectors = new DeletionVectorReader(store);
        this.keys = keys;
        for (FileChange change : deletion.changes()) {
            targets.put(keys.canonical(change.remove().path()), new Target(change.hidden(), Optional.of(change)));
        }
    }

    /** The canonical paths of the files whose rows are followed. */
    Set<String> paths() {
        return targets.keySet();
    }

    /** The rows by file. */
    Map<String, Target> targets() {
        return targets;
    }

    /**
     * Goes through one more commit.
     *
     * @param before the table before {@code winner}
     * @return a conflict, after which this is of no use any more
     */
    Optional<Conflict> follow(WinningCommit winner, LogSnapshot before) {
        Optional<Conflict> back = broughtBack(winner);
        if (back.isPresent()) {
            return back;
        }
        for (String path : List.copyOf(targets.keySet())) {
            AddFile again = winner.added().get(path);
            Optional<Conflict> conflict = Optional.empty();
            if (again != null) {
                conflict = followVector(path, again, winner);
            } else if (winner.removed().containsKey(path)) {
                conflict = followRemoval(path, winner, before);
            }
            if (conflict.isPresent()) {
                return conflict;
            }
        }
        return Optional.empty();
    }

    /** Gone is gone only as long as nobody restores it. */
    private Optional<Conflict> broughtBack(WinningCommit winner) {
        return broughtBackInPlace(winner).or(() -> broughtBackElsewhere(winner));
    }

    private Optional<Conflict> broughtBackElsewhere(WinningCommit winner) {
        return winner.added().entrySet().stream()
                .filter(added -> deletedByOthers && !winner.isBlindAppend())
                .filter(added -> added.getValue().dataChange())
                .filter(added -> !gone.containsKey(added.getKey()) && !targets.containsKey(added.getKey()))
                .findFirst()
                .map(added -> rowConflict(
                        added.getValue().path(),
                        "added files that may hold rows again which this commit deletes and others had deleted"));
    }

    private Optional<Conflict> broughtBackInPlace(WinningCommit winner) {
        return gone.entrySet().stream()
                .filter(entry -> winner.added().containsKey(entry.getKey()))
                .filter(entry -> !entry.getValue()
                        .rows()
                        .minus(vector(winner.added().get(entry.getKey())))
                        .isEmpty())
                .findFirst()
                .map(entry -> rowConflict(entry.getValue().file().path(), "brought rows of the file back"));
    }

    private Optional<Conflict> followVector(String path, AddFile again, WinningCommit winner) {
        Target target = targets.get(path);
        HiddenRows ours = target.hidden;
        if (vectorId(again).equals(vectorId(ours.file()))) {
            targets.put(path, new Target(new HiddenRows(again, ours.rows()), target.change));
            return Optional.empty();
        }
        DeletionVector theirs = vector(again);
        if (!vector(ours.file()).minus(theirs).isEmpty()) {
            return Optional.of(rowConflict(again.path(), "brought rows of the file back"));
        }
        DeletionVector left = ours.rows().minus(theirs);
        if (left.cardinality() < ours.rows().cardinality() && !(deletesOnly && addsNoFile(winner))) {
            return Optional.of(rowConflict(
                    again.path(),
                    "deleted or updated rows that this commit " + (deletesOnly ? "deletes" : "replaces")));
        }
        targets.remove(path);
        if (left.isEmpty()) {
            gone.put(path, ours);
            deletedByOthers = true;
        } else {
            targets.put(path, new Target(new HiddenRows(again, left), Optional.empty()));
        }
        return Optional.empty();
    }

    private Optional<Conflict> followRemoval(String path, WinningCommit winner, LogSnapshot before) {
        HiddenRows ours = targets.get(path).hidden;
        if (winner.rearranges()) {
            return relocate(path, winner, before);
        }
        if (!addsNoFile(winner)) {
            return Optional.of(Conflict.of(
                    ConflictRule.CONCURRENT_DELETE_DELETE,
                    ours.file().path(),
                    "changed rows of a file and wrote it anew, of which this commit deletes rows"));
        }
        if (!deletesOnly) {
            return Optional.of(
                    rowConflict(ours.file().path(), "deleted all rows of a file of which this commit replaces some"));
        }
        targets.remove(path);
        gone.put(path, ours);
        deletedByOthers = true;
        return Optional.empty();
    }

    /** Whether a row that the commit took away is nowhere else, changed. */
    private static boolean addsNoFile(WinningCommit winner) {
        return winner.removed().keySet().containsAll(winner.added().keySet());
    }

    private Optional<Conflict> relocate(String path, WinningCommit winner, LogSnapshot before) {
        HiddenRows ours = targets.get(path).hidden;
        Optional<RowRelocation> relocation = byRowIds(winner, before).or(deletion::relocation);
        if (relocation.isEmpty()) {
            return Optional.of(new Conflict(
                    ConflictRule.CONCURRENT_DELETE_DELETE,
                    Optional.of(ours.file().path()),
                    "rewrote a file of which this commit deletes rows, and the rows have no ids to be found by",
                    Conflict.RECOMPUTE + " With the table property " + RowTracking.ENABLE
                            + " = true rows are found again."));
        }
        List<HiddenRows> places =
                locate(relocation.get(), ours, List.copyOf(winner.added().values()));
        long found = places.stream()
                .filter(place -> place.file()
                        .equals(winner.added().get(keys.canonical(place.file().path()))))
                .mapToLong(place -> place.rows().minus(vector(place.file())).cardinality())
                .sum();
        if (found != ours.rows().cardinality()) {
            return Optional.of(rowConflict(
                    ours.file().path(),
                    "rewrote a file of which this commit deletes " + ours.rows().cardinality() + " rows, and " + found
                            + " of them were found in the new files"));
        }
        targets.remove(path);
        gone.put(path, ours);
        places.forEach(place -> targets.merge(
                keys.canonical(place.file().path()),
                new Target(place, Optional.empty()),
                (one, other) -> new Target(one.hidden.and(other.hidden), Optional.empty())));
        return Optional.empty();
    }

    /** Nothing is found when one of the files is gone from the storage already. */
    private List<HiddenRows> locate(RowRelocation relocation, HiddenRows rows, List<AddFile> rewritten) {
        try {
            return relocation.locate(rows, rewritten);
        } catch (FileNotFoundException e) {
            return List.of();
        } catch (IOException e) {
            String path = DataPath.decode(rows.file().path());
            throw StorageErrors.of(
                    e, ErrorContext.table(store.location()), path, "look for the rows of a rewritten file");
        }
    }

    /** Only where the table had ids for all rows, and the other commit says that it kept them. */
    private Optional<RowRelocation> byRowIds(WinningCommit winner, LogSnapshot before) {
        boolean tracked = RowTracking.of(before.protocol(), before.metadata()) == RowTracking.ENABLED;
        return tracked && winner.preservesRowIds()
                ? Optional.ofNullable(before.metadata().configuration().get(RowTracking.ROW_ID_COLUMN))
                        .map(column -> new RowIdRelocation(new RowIdColumn(store, column)))
                : Optional.empty();
    }

    private DeletionVector vector(AddFile file) {
        return file.deletionVector()
                .map(descriptor -> vectors.read(DataPath.decode(file.path()), descriptor))
                .orElse(DeletionVector.empty());
    }

    private static String vectorId(AddFile file) {
        return file.deletionVector().map(DeletionVectorDescriptor::uniqueId).orElse("");
    }

    private static Conflict rowConflict(String file, String reason) {
        return Conflict.of(ConflictRule.CONCURRENT_ROW_CHANGE, file, reason);
    }
}
