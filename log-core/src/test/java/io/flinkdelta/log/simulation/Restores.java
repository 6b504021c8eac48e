/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.simulation.Change.Staged;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/** RESTORE: makes the table what it was in an earlier version. */
final class Restores {
    private Restores() {}

    /** Of a version whose files are there for certain. */
    static Optional<Staged> young(SimulatedProcess process, Snapshot table, Random random) throws IOException {
        SimulatedTable shared = process.table();
        long since = shared.scheduler().now() - shared.setup().fileRetention().toMillis() / 2;
        long oldest = Math.max(process.log().earliestVersion(), shared.history().newestSince(since));
        if (oldest >= table.version()) {
            return Optional.empty();
        }
        long version = oldest + random.nextLong(table.version() - oldest);
        return restore(process, table, process.log().snapshotAt(version), files -> true);
    }

    /** Of the oldest version that can be read for certain, if its files are still there. */
    static Optional<Staged> old(SimulatedProcess process, Snapshot table, Random random) throws IOException {
        SimulatedTable shared = process.table();
        long since = shared.scheduler().now() - shared.setup().logRetention().toMillis() / 2;
        long version = shared.history().newestSince(since);
        return version >= table.version()
                ? Optional.empty()
                : restore(process, table, process.log().snapshotAt(version), shared.oldFiles()::take);
    }

    /** @param wanted told the files that come back; false when they cannot */
    private static Optional<Staged> restore(
            SimulatedProcess process, Snapshot table, Snapshot target, Predicate<List<String>> wanted)
            throws IOException {
        Map<String, AddFile> now = byKey(table);
        Map<String, AddFile> then = byKey(target);
        List<RemoveFile> removes = new ArrayList<>();
        now.forEach((key, file) -> {
            if (!then.containsKey(key)) {
                removes.add(RemoveFile.of(file, process.clock().millis()));
            }
        });
        List<AddFile> adds = new ArrayList<>();
        then.forEach((key, file) -> {
            if (!now.containsKey(key)) {
                adds.add(withDataChange(file));
            }
        });
        if ((removes.isEmpty() && adds.isEmpty()) || !wanted.test(paths(adds))) {
            return Optional.empty();
        }
        History history = process.table().history();
        Effect effect = difference(
                history.at(table.version()).rows(), history.at(target.version()).rows());
        TransactionBuilder transaction = process.transaction(table, Operation.WRITE, effect)
                .readWholeTable()
                .removeAll(removes)
                .addAll(adds);
        List<String> files = new ArrayList<>();
        if (process.table().setup().changeFeed()) {
            String change = "_change_data/" + process.uuid();
            DataFiles data = process.table().files();
            data.write(process.storage().data(), change, data.newRows(1));
            transaction.changeFiles(List.of(new AddCDCFile(change, PartitionValues.none(), 100, Map.of())));
            files.add(change);
        }
        return Optional.of(new Staged(transaction, files));
    }

    private static List<String> paths(List<AddFile> files) {
        return files.stream().flatMap(FilesStay::named).toList();
    }

    private static Effect difference(Set<Long> now, Set<Long> then) {
        Set<Long> removed = new HashSet<>(now);
        removed.removeAll(then);
        Set<Long> added = new HashSet<>(then);
        added.removeAll(now);
        return new Effect(removed, added, true, Optional.empty());
    }

    private static Map<String, AddFile> byKey(Snapshot table) {
        Map<String, AddFile> files = new HashMap<>();
        LiveRows.files(table)
                .forEach(file -> files.put(
                        file.path()
                                + file.deletionVector()
                                        .map(vector -> vector.uniqueId())
                                        .orElse(""),
                        file));
        return files;
    }

    /** A file from a checkpoint comes without. */
    private static AddFile withDataChange(AddFile file) {
        return new AddFile(
                file.path(),
                file.partitionValues(),
                file.size(),
                file.modificationTime(),
                true,
                file.stats(),
                file.tags(),
                file.deletionVector(),
                file.baseRowId(),
                file.defaultRowCommitVersion(),
                file.clusteringProvider());
    }
}
