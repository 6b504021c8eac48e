/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.simulation.DataFiles.LiveRow;
import io.flinkdelta.log.simulation.DataFiles.Row;
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

/** Changes of whole files: files that are rewritten, and files that an earlier version had. */
final class FileChanges {
    private FileChanges() {}

    /** Writes the rows of some files into one, without a change of data. */
    static Optional<Change.Staged> compact(SimulatedProcess process, Snapshot table, Random random) throws IOException {
        Map<String, List<Row>> rows = new HashMap<>();
        for (LiveRow row : LiveRows.of(process, table)) {
            rows.computeIfAbsent(row.file().path(), unused -> new ArrayList<>()).add(new Row(row.key(), null));
        }
        List<AddFile> old = some(table, random);
        List<Row> all = old.stream()
                .flatMap(file -> rows.getOrDefault(file.path(), List.of()).stream())
                .toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        AddFile rewritten = RowChanges.write(process, all);
        TransactionBuilder transaction = process.transaction(table, Operation.WRITE, Effect.NONE)
                .removeAll(old.stream()
                        .map(file -> removal(file, process.clock().millis()))
                        .toList())
                .add(rewritten.withoutDataChange());
        return Optional.of(new Change.Staged(transaction, List.of(rewritten.path())));
    }

    static List<AddFile> some(Snapshot table, Random random) {
        List<AddFile> files = LiveRows.files(table);
        return files.subList(random.nextInt(1 + files.size() / 2), files.size());
    }

    static RemoveFile removal(AddFile file, long millis) {
        return RemoveFile.of(file, millis).withoutDataChange();
    }

    /** Makes the table what it was in a version whose files are there for certain. */
    static Optional<Change.Staged> restore(SimulatedProcess process, Snapshot table, Random random) throws IOException {
        SimulatedTable shared = process.table();
        long since = shared.scheduler().now() - shared.setup().fileRetention().toMillis() / 2;
        long oldest = Math.max(process.log().earliestVersion(), shared.history().newestSince(since));
        if (oldest >= table.version()) {
            return Optional.empty();
        }
        long version = oldest + random.nextLong(table.version() - oldest);
        Snapshot target = process.log().snapshotAt(version);
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
        if (removes.isEmpty() && adds.isEmpty()) {
            return Optional.empty();
        }
        Effect effect = difference(
                shared.history().at(table.version()).rows(),
                shared.history().at(version).rows());
        TransactionBuilder transaction = process.transaction(table, Operation.WRITE, effect)
                .readWholeTable()
                .removeAll(removes)
                .addAll(adds);
        List<String> files = new ArrayList<>();
        if (shared.setup().changeFeed()) {
            String change = "_change_data/" + process.uuid();
            shared.files()
                    .write(process.storage().data(), change, shared.files().newRows(1));
            transaction.changeFiles(List.of(new AddCDCFile(change, PartitionValues.none(), 100, Map.of())));
            files.add(change);
        }
        return Optional.of(new Change.Staged(transaction, files));
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
