/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorFile;
import io.flinkdelta.log.simulation.DataFiles.LiveRow;
import io.flinkdelta.log.simulation.DataFiles.Row;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.HiddenRows;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Changes of rows: rows that come, rows that are hidden by deletion vectors, and both at once. */
final class RowChanges {
    private static final int MOST_ROWS = 5;

    private RowChanges() {}

    static Optional<Change.Staged> append(SimulatedProcess process, Snapshot table, Random random) throws IOException {
        List<AddFile> files = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(2); i++) {
            files.add(write(process, process.table().files().newRows(1 + random.nextInt(MOST_ROWS))));
        }
        return Optional.of(append(process, table, files));
    }

    /** Of files that were written so long ago that a vacuum may have taken them. */
    static Optional<Change.Staged> appendLate(SimulatedProcess process, Snapshot table, Random random)
            throws IOException {
        AddFile file = write(process, process.table().files().newRows(1 + random.nextInt(MOST_ROWS)));
        Duration retention = process.table().setup().fileRetention();
        long pause = retention.plus(SimulatedProcess.LONGEST_SKEW).toMillis() + random.nextInt(3_600_000);
        process.table().oldFiles().expect(process.table().scheduler().now() + pause);
        process.sleep(pause);
        return process.table().oldFiles().take(List.of(file.path()))
                ? Optional.of(append(process, process.log().latestSnapshot(), List.of(file)))
                : Optional.empty();
    }

    /** Of files that were written before, by a process that is no more, perhaps. */
    static Change.Staged append(SimulatedProcess process, Snapshot table, List<AddFile> files) {
        TransactionBuilder transaction = process.transaction(
                table, Operation.STREAMING_UPDATE, new Effect(Set.of(), keys(process, files), true, Optional.empty()));
        return new Change.Staged(transaction.addAll(files), paths(files));
    }

    static Optional<Change.Staged> delete(SimulatedProcess process, Snapshot table, Random random) throws IOException {
        List<LiveRow> rows = some(LiveRows.of(process, table), random);
        return rows.isEmpty() ? Optional.empty() : Optional.of(hide(process, table, rows, List.of()));
    }

    static Optional<Change.Staged> upsert(SimulatedProcess process, Snapshot table, Random random) throws IOException {
        List<LiveRow> rows = some(LiveRows.of(process, table), random);
        AddFile added = write(process, process.table().files().newRows(Math.max(1, rows.size())));
        return Optional.of(hide(process, table, rows, List.of(added)));
    }

    /** Rows of few files, or of all. */
    private static List<LiveRow> some(List<LiveRow> all, Random random) {
        List<LiveRow> rows = new ArrayList<>(all);
        if (random.nextInt(4) > 0) {
            Collections.shuffle(rows, random);
        }
        return rows.subList(0, Math.min(rows.size(), 1 + random.nextInt(MOST_ROWS)));
    }

    private static Change.Staged hide(SimulatedProcess process, Snapshot table, List<LiveRow> rows, List<AddFile> added)
            throws IOException {
        boolean feed = process.table().setup().changeFeed();
        List<String> files = new ArrayList<>(paths(added));
        Effect effect = new Effect(
                rows.stream().map(LiveRow::key).collect(Collectors.toSet()),
                keys(process, added),
                feed || !added.isEmpty(),
                Optional.empty());
        List<FileChange> changes = vectors(process, table, rows);
        TransactionBuilder transaction = process.transaction(table, Operation.DELETE, effect)
                .deleteRows(changes)
                .addAll(added);
        changes.stream()
                .flatMap(change -> change.add().stream())
                .flatMap(add -> DeletionVectorFile.pathOf(add.deletionVector().orElseThrow()).stream())
                .distinct()
                .forEach(files::add);
        if (!process.table().setup().tracked()) {
            transaction.relocateRows((hidden, rewritten) -> locate(process, hidden, rewritten));
        }
        if (feed) {
            String change = "_change_data/" + process.uuid();
            process.table().files().write(process.storage().data(), change, rowsOf(rows));
            transaction.changeFiles(List.of(new AddCDCFile(change, PartitionValues.none(), 100, Map.of())));
            files.add(change);
        }
        return new Change.Staged(transaction, files);
    }

    private static List<Row> rowsOf(List<LiveRow> rows) {
        return rows.stream().map(row -> new Row(row.key(), null)).toList();
    }

    private static List<FileChange> vectors(SimulatedProcess process, Snapshot table, List<LiveRow> rows) {
        Map<AddFile, List<Long>> positions = new LinkedHashMap<>();
        rows.forEach(row -> positions
                .computeIfAbsent(row.file(), unused -> new ArrayList<>())
                .add(row.position()));
        List<FileChange> changes = new ArrayList<>();
        try (RowDeletes deletes = RowDeletes.on(table, process.storage().data(), process.uuid(), process.clock())) {
            positions.forEach((file, hidden) -> deletes.delete(
                            file,
                            DeletionVector.of(hidden.stream()
                                    .mapToLong(Long::longValue)
                                    .sorted()
                                    .toArray()))
                    .ifPresent(changes::add));
        }
        return changes;
    }

    /** By their keys, which a committer knows. */
    private static List<HiddenRows> locate(SimulatedProcess process, HiddenRows hidden, List<AddFile> rewritten) {
        DataFiles files = process.table().files();
        Set<Long> wanted = new HashSet<>();
        List<Row> old = files.rows(hidden.file().path());
        for (int position = 0; position < old.size(); position++) {
            if (hidden.rows().contains(position)) {
                wanted.add(old.get(position).key());
            }
        }
        List<HiddenRows> places = new ArrayList<>();
        for (AddFile file : rewritten) {
            long[] positions = files.liveRows(file, DeletionVector.empty()).stream()
                    .filter(row -> wanted.contains(row.key()))
                    .mapToLong(LiveRow::position)
                    .toArray();
            if (positions.length > 0) {
                places.add(new HiddenRows(file, DeletionVector.of(positions)));
            }
        }
        return places;
    }

    static AddFile write(SimulatedProcess process, List<Row> rows) throws IOException {
        String path = process.uuid() + ".parquet";
        process.table().files().write(process.storage().data(), path, rows);
        return TestTable.file(path, rows.size());
    }

    private static Set<Long> keys(SimulatedProcess process, List<AddFile> files) {
        return files.stream()
                .flatMap(file -> process.table().files().rows(file.path()).stream())
                .map(Row::key)
                .collect(Collectors.toSet());
    }

    private static List<String> paths(List<AddFile> files) {
        return files.stream().map(AddFile::path).toList();
    }
}
