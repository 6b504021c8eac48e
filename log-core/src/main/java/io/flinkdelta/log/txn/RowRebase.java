/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.dv.DeletionVectorFile;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import io.flinkdelta.log.txn.RowFollower.Target;
import io.flinkdelta.log.txn.Verdict.Conflict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the deletion vectors of a transaction those of the version that its next attempt goes on top of. For each
 * attempt whose rows were touched by others there is one more file of vectors; those that no vector of the transaction
 * lies in any more are deleted, since an attempt that lost its race can not land later. One thread.
 */
final class RowRebase {
    private static final Logger LOG = LoggerFactory.getLogger(RowRebase.class);

    private final Transaction original;
    private final RowFollower follower;
    private final DataStore store;
    private final FileKeys keys;
    private final Clock clock;
    private final RandomGenerator random;
    /** Files of vectors that are the transaction's own and still there. */
    private final Set<String> written = new HashSet<>();

    RowRebase(Transaction transaction, DataStore store, FileKeys keys, Clock clock, RandomGenerator random) {
        this.original = transaction;
        this.follower = new RowFollower(transaction, store, keys);
        this.store = store;
        this.keys = keys;
        this.clock = clock;
        this.random = random;
        written.addAll(vectorFiles(transaction.rowDeletion().changes().stream()
                .flatMap(change -> change.add().stream())
                .toList()));
    }

    /** Whether the transaction deletes rows that it does not find in the same places on top of each version. */
    boolean follows() {
        return !original.rowDeletion().changes().isEmpty();
    }

    /** The canonical paths of the files whose rows are followed. */
    Set<String> paths() {
        return follower.paths();
    }

    /** See {@link RowFollower#follow}. */
    Optional<Conflict> follow(WinningCommit winner, LogSnapshot before) {
        return follower.follow(winner, before);
    }

    /**
     * The transaction as it goes on top of {@code base}, which is the newest version that was followed.
     *
     * @param last as it went on top of the version before
     * @throws io.flinkdelta.log.error.StorageUnavailableException when a file of vectors cannot be written
     */
    Transaction on(LogSnapshot base, Transaction last) {
        Set<String> before = last.rowDeletion().changes().stream()
                .map(change -> keys.canonical(change.remove().path()))
                .collect(Collectors.toSet());
        boolean touched = !before.equals(paths())
                || follower.targets().values().stream()
                        .anyMatch(target -> target.change().isEmpty());
        if (!touched) {
            return last;
        }
        writeVectors(base);
        Transaction next = withRows(last, before);
        Set<String> needed = vectorFiles(next.adds());
        written.stream().filter(path -> !needed.contains(path)).toList().forEach(this::delete);
        return next;
    }

    private void writeVectors(LogSnapshot base) {
        // Another name in each run of one transaction: the file of a run whose outcome is unknown has to stay.
        String name = original.txnId() + "-" + random.nextLong();
        UUID id = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        RowDeletes deletes = RowDeletes.on(base, store, id, clock);
        try {
            for (Map.Entry<String, Target> entry : follower.targets().entrySet()) {
                Target target = entry.getValue();
                if (target.change().isEmpty()) {
                    FileChange change = deletes.delete(
                                    target.hidden().file(), target.hidden().rows())
                            .orElseThrow();
                    entry.setValue(new Target(target.hidden(), Optional.of(change)));
                }
            }
            deletes.close();
        } catch (RuntimeException e) {
            deletes.abort();
            throw e;
        }
    }

    private Transaction withRows(Transaction last, Set<String> before) {
        List<FileChange> changes = follower.targets().values().stream()
                .map(target -> target.change().orElseThrow())
                .toList();
        List<RemoveFile> removes = new ArrayList<>(last.removes());
        removes.removeIf(remove -> before.contains(keys.canonical(remove.path())));
        List<AddFile> adds = new ArrayList<>(last.adds());
        adds.removeIf(add -> before.contains(keys.canonical(add.path())));
        for (FileChange change : changes) {
            removes.add(change.remove());
            change.add().ifPresent(adds::add);
        }
        written.addAll(vectorFiles(
                changes.stream().flatMap(change -> change.add().stream()).toList()));
        return last.withRows(new RowDeletion(changes, last.rowDeletion().relocation()), removes, adds);
    }

    /** Deletes what this wrote for a transaction that did not and will not land; not what the committer wrote. */
    void abandon() {
        Set<String> theirs = vectorFiles(original.adds());
        written.stream().filter(path -> !theirs.contains(path)).toList().forEach(this::delete);
    }

    private static Set<String> vectorFiles(List<AddFile> adds) {
        return adds.stream()
                .flatMap(add -> add.deletionVector().stream())
                .flatMap(descriptor -> DeletionVectorFile.pathOf(descriptor).stream())
                .collect(Collectors.toSet());
    }

    private void delete(String path) {
        written.remove(path);
        try {
            store.delete(path);
        } catch (IOException e) {
            LOG.warn("The abandoned file {} of {} cannot be deleted", path, store.location(), e);
        }
    }
}
