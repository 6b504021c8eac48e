/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import io.flinkdelta.log.txn.TransactionBuilder;
import io.flinkdelta.source.read.ScanRun.Change;
import io.flinkdelta.source.testing.ChangingTable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.types.RowKind;

/** A table that grows by random commits, and what a source of it has to give. */
final class RandomHistory implements AutoCloseable {
    private static final StructType SCHEMA = StructType.of(
            new StructField("id", PrimitiveType.LONG, true, FieldMetadata.empty()),
            new StructField("part", PrimitiveType.STRING, true, FieldMetadata.empty()),
            new StructField("v", PrimitiveType.STRING, true, FieldMetadata.empty()));
    private static final int MOST_ROWS = 200;

    private final RandomGenerator random;
    private final ChangingTable table;
    private final int partitions;
    private final List<Version> versions = new ArrayList<>();
    private List<LiveFile> files = new ArrayList<>();
    private long ids;

    /** A row, of which there is no other. */
    record Row(long id, String part, String v) {
        Change change(long version, RowKind kind) {
            return new Change(version, kind, "{\"id\":%d,\"part\":\"%s\",\"v\":\"%s\"}".formatted(id, part, v));
        }
    }

    /** A live file and the rows in it, null where they are hidden. */
    private record LiveFile(AddFile file, String part, List<Row> rows) {
        Stream<Row> live() {
            return rows.stream().filter(row -> row != null);
        }
    }

    /** The rows of a version, those that it took away and those that it brought. */
    private record Version(List<Row> rows, List<Row> gone, List<Row> come, boolean removes) {}

    /** What a commit is made of. */
    private final class Commit {
        private final List<LiveFile> after = new ArrayList<>();
        private final List<RemoveFile> removed = new ArrayList<>();
        private final List<AddFile> added = new ArrayList<>();
        private final List<FileChange> hidden = new ArrayList<>();
        private final List<Row> gone = new ArrayList<>();
        private final List<Row> come = new ArrayList<>();

        void remove(LiveFile file) {
            removed.add(RemoveFile.of(file.file(), System.currentTimeMillis()));
        }

        void write(String part, List<Row> rows) {
            for (int from = 0, to; from < rows.size(); from = to) {
                to = Math.min(rows.size(), from + 1 + random.nextInt(MOST_ROWS));
                List<Row> some = List.copyOf(rows.subList(from, to));
                AddFile file = table.write(
                        PartitionValues.of(Map.of("part", part)),
                        some.stream()
                                .map(row -> ChangingTable.row(row.id(), row.part(), row.v()))
                                .toList(),
                        DataFileFormat.defaults().withRowGroupBytes(random.nextInt(100, 5000)));
                added.add(file);
                after.add(new LiveFile(file, part, some));
            }
        }

        void append() {
            for (int count = random.nextInt(1, 4); count > 0; count--) {
                String part = "p" + random.nextInt(partitions);
                List<Row> rows = newRows(part, random.nextInt(MOST_ROWS));
                come.addAll(rows);
                write(part, rows);
            }
        }

        /** Of some files of a partition the rows go to others, and some are changed on the way. */
        void rewrite() {
            String part = "p" + random.nextInt(partitions);
            List<Row> rows = new ArrayList<>();
            for (LiveFile file : files) {
                if (!file.part().equals(part) || random.nextInt(3) == 0) {
                    after.add(file);
                    continue;
                }
                remove(file);
                file.live().forEach(row -> {
                    int fate = random.nextInt(10);
                    if (fate < 2) {
                        gone.add(row);
                    }
                    if (fate == 0) {
                        come.add(new Row(row.id(), part, value()));
                        rows.add(come.get(come.size() - 1));
                    } else if (fate > 1) {
                        rows.add(row);
                    }
                });
            }
            List<Row> more = newRows(part, random.nextInt(5));
            come.addAll(more);
            rows.addAll(more);
            write(part, rows);
        }

        void hideRows() {
            try (RowDeletes deletes =
                    RowDeletes.on(table.newest(), table.log().storage().data(), UUID.randomUUID(), Clock.systemUTC())) {
                for (LiveFile file : files) {
                    long[] positions = IntStream.range(0, file.rows().size())
                            .filter(i -> file.rows().get(i) != null && random.nextInt(8) == 0)
                            .mapToLong(i -> i)
                            .toArray();
                    if (positions.length == 0 || random.nextBoolean()) {
                        after.add(file);
                        continue;
                    }
                    List<Row> left = new ArrayList<>(file.rows());
                    LongStream.of(positions).forEach(i -> gone.add(left.set((int) i, null)));
                    FileChange change = deletes.delete(file.file(), DeletionVector.of(positions))
                            .orElseThrow();
                    hidden.add(change);
                    change.add().ifPresent(again -> after.add(new LiveFile(again, file.part(), left)));
                }
            }
        }

        void deleteFiles() {
            for (LiveFile file : files) {
                if (random.nextInt(5) == 0) {
                    remove(file);
                    file.live().forEach(gone::add);
                } else {
                    after.add(file);
                }
            }
        }

        /** As OPTIMIZE does. */
        void arrangeAnew() {
            String part = "p" + random.nextInt(partitions);
            List<Row> rows = new ArrayList<>();
            for (LiveFile file : files) {
                if (file.part().equals(part)) {
                    remove(file);
                    file.live().forEach(rows::add);
                } else {
                    after.add(file);
                }
            }
            write(part, rows);
            removed.replaceAll(RemoveFile::withoutDataChange);
            added.replaceAll(AddFile::withoutDataChange);
        }

        /** Nothing, where there is nothing to do. */
        void commit() {
            if (removed.isEmpty() && added.isEmpty() && hidden.isEmpty()) {
                return;
            }
            TransactionBuilder commit = table.begin().removeAll(removed).addAll(added);
            if (!hidden.isEmpty()) {
                commit.deleteRows(hidden);
            }
            commit.commit();
            files = after;
            boolean removes = !hidden.isEmpty() || removed.stream().anyMatch(RemoveFile::dataChange);
            versions.add(new Version(after.stream().flatMap(LiveFile::live).toList(), gone, come, removes));
        }
    }

    RandomHistory(Path folder, RandomGenerator random) {
        this.random = random;
        this.partitions = random.nextInt(1, 4);
        this.table = ChangingTable.create(folder, SCHEMA, Map.of("delta.enableDeletionVectors", "true"), "part");
        versions.add(new Version(List.of(), List.of(), List.of(), false));
    }

    private String value() {
        return Long.toHexString(random.nextLong()).repeat(random.nextInt(1, 5));
    }

    private List<Row> newRows(String part, int count) {
        return Stream.generate(() -> new Row(ids++, part, value())).limit(count).toList();
    }

    ChangingTable table() {
        return table;
    }

    long newest() {
        return versions.size() - 1L;
    }

    /** One version more. */
    void grow() {
        Commit commit = new Commit();
        switch (random.nextInt(9)) {
            case 0 -> commit.deleteFiles();
            case 1, 2 -> commit.rewrite();
            case 3 -> commit.hideRows();
            case 4 -> commit.arrangeAnew();
            case 5 -> {
                table.alter(new AlterTable.SetProperties(Map.of("my.property", Long.toString(newest()))));
                versions.add(new Version(versions.get((int) newest()).rows(), List.of(), List.of(), false));
                return;
            }
            case 6 -> {
                commit.hideRows();
                commit.append();
            }
            default -> {
                commit.after.addAll(files);
                commit.append();
            }
        }
        commit.commit();
        if (random.nextInt(4) == 0) {
            table.log().checkpoint(table.newest());
        }
    }

    /** The rows of a version. */
    Stream<Change> rows(long version) {
        return versions.get((int) version).rows().stream().map(row -> row.change(version, RowKind.INSERT));
    }

    /** What commits {@code first} to {@code last} change. */
    Stream<Change> changes(long first, long last, boolean byKey) {
        return LongStream.rangeClosed(first, last).boxed().flatMap(version -> changes(version, byKey));
    }

    private Stream<Change> changes(long number, boolean byKey) {
        Version version = versions.get((int) number);
        return Stream.concat(
                version.gone().stream()
                        .map(row -> row.change(
                                number, byKey && has(version.come(), row) ? RowKind.UPDATE_BEFORE : RowKind.DELETE)),
                version.come().stream()
                        .map(row -> row.change(
                                number, byKey && has(version.gone(), row) ? RowKind.UPDATE_AFTER : RowKind.INSERT)));
    }

    private static boolean has(List<Row> rows, Row other) {
        return rows.stream().anyMatch(row -> row.id() == other.id());
    }

    /** What those of the commits append that do nothing else. */
    Stream<Change> appended(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .filter(version -> !versions.get((int) version).removes())
                .boxed()
                .flatMap(version -> changes(version, false));
    }

    @Override
    public void close() {
        table.close();
    }

    /** The id of a row that came out. */
    static long id(Change change) {
        String line = change.line();
        return Long.parseLong(line.substring(line.indexOf(':') + 1, line.indexOf(',')));
    }

    /** The partition of a row that came out. */
    static String part(Change change) {
        String line = change.line();
        int start = line.indexOf("\"part\":\"") + 8;
        return line.substring(start, line.indexOf('"', start));
    }

    /** Of nothing, where there is no such bound. */
    static Optional<String> filter(long firstId) {
        return firstId == 0 ? Optional.empty() : Optional.of("id >= " + firstId);
    }
}
