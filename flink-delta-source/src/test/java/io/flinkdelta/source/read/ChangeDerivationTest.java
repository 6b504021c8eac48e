/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import io.flinkdelta.log.txn.TransactionBuilder;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.read.ScanRun.Change;
import io.flinkdelta.source.testing.ChangingTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random commits that rewrite files, hide rows, move rows from file to file and add some; what is derived from each, with
 * restarts and in as many rounds as it takes, is the difference of the rows before and after it.
 * {@code -Dchanges.seeds=N} for more seeds, {@code -Dchanges.from=S} for others.
 */
class ChangeDerivationTest {
    private static final StructType SCHEMA = StructType.of(
            field("id", PrimitiveType.LONG),
            field("d", PrimitiveType.DOUBLE),
            field("f", PrimitiveType.FLOAT),
            field("s", StructType.of(field("a", PrimitiveType.INTEGER), field("b", PrimitiveType.BINARY))),
            field("l", new ArrayType(PrimitiveType.STRING, true)),
            field("m", new MapType(PrimitiveType.STRING, PrimitiveType.DOUBLE, true)));
    private static final List<Double> NUMBERS = List.of(0.0, -0.0, Double.NaN, 1.5, Double.NEGATIVE_INFINITY);
    private static final int COMMITS = 8;

    @TempDir
    private Path folder;

    private final ExactRowEncoder encoder = ExactRowEncoder.of(SCHEMA);

    private static StructField field(String name, DataType type) {
        return new StructField(name, type, true, FieldMetadata.empty());
    }

    /** A live file and all of its rows, hidden ones null. */
    private record LiveFile(AddFile file, List<RowData> rows) {
        List<RowData> live() {
            return rows.stream().filter(row -> row != null).toList();
        }
    }

    static Stream<Long> seeds() {
        long first = Long.getLong("changes.from", 0);
        return Stream.iterate(first, seed -> seed + 1).limit(Long.getLong("changes.seeds", 12));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void changesAreTheDifferenceOfTheRows(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        try (ChangingTable table =
                ChangingTable.create(folder.resolve("t"), SCHEMA, Map.of("delta.enableDeletionVectors", "true"))) {
            List<LiveFile> files = new ArrayList<>();
            Map<Long, List<String>> rows = new HashMap<>();
            for (long version = 1; version <= COMMITS; version++) {
                files = commit(table, files, random);
                rows.put(
                        version,
                        files.stream()
                                .flatMap(file -> file.live().stream())
                                .map(encoder::encode)
                                .toList());
            }
            for (List<String> primaryKey : List.of(List.<String>of(), List.of("id"), List.of("id", "f"))) {
                for (long version = 1; version <= COMMITS; version++) {
                    List<String> expected =
                            changes(rows.getOrDefault(version - 1, List.of()), rows.get(version), primaryKey);
                    assertThat(read(table, version, primaryKey, random))
                            .as("seed %s, version %s, key %s", seed, version, primaryKey)
                            .containsExactlyInAnyOrderElementsOf(expected);
                }
            }
        }
    }

    private List<String> read(ChangingTable table, long version, List<String> primaryKey, RandomGenerator random)
            throws IOException {
        PlanSettings settings = new PlanSettings(
                new StartingPoint.ChangesOf(version),
                new EndingPoint.Version(version),
                CommitReading.CHANGES,
                true,
                primaryKey,
                null,
                1 << 20,
                1 << 10,
                false);
        List<Change> changes = new ScanRun(ScanRun.scan(table.folder(), table.newest()), settings, random)
                .from(Optional.of(new InChanges(version, 0)))
                .all();
        return changes.stream()
                .map(change -> change.kind().shortString() + change.line())
                .toList();
    }

    private static List<String> changes(List<String> before, List<String> after, List<String> primaryKey) {
        List<String> gone = minus(before, after);
        List<String> come = minus(after, before);
        List<String> changes = new ArrayList<>();
        gone.forEach(row -> changes.add(
                (hasKeyOf(row, come, primaryKey) ? RowKind.UPDATE_BEFORE : RowKind.DELETE).shortString() + row));
        come.forEach(row -> changes.add(
                (hasKeyOf(row, gone, primaryKey) ? RowKind.UPDATE_AFTER : RowKind.INSERT).shortString() + row));
        return changes;
    }

    private static List<String> minus(List<String> rows, List<String> less) {
        Map<String, Integer> counts = new HashMap<>();
        less.forEach(row -> counts.merge(row, 1, Integer::sum));
        return rows.stream()
                .filter(row -> counts.merge(row, -1, Integer::sum) < 0)
                .toList();
    }

    private static boolean hasKeyOf(String row, List<String> others, List<String> primaryKey) {
        return !primaryKey.isEmpty()
                && others.stream().anyMatch(other -> key(other, primaryKey).equals(key(row, primaryKey)));
    }

    /** The exact text of the columns, each of which is a number. */
    private static List<String> key(String line, List<String> primaryKey) {
        return primaryKey.stream()
                .map(column -> {
                    int start = line.indexOf("\"" + column + "\":");
                    return line.substring(start, line.indexOf(",\"", start));
                })
                .toList();
    }

    private static List<LiveFile> commit(ChangingTable table, List<LiveFile> files, RandomGenerator random) {
        List<LiveFile> next = new ArrayList<>();
        List<RowData> loose = new ArrayList<>(randomRows(random, random.nextInt(60)));
        List<RemoveFile> removed = new ArrayList<>();
        List<FileChange> hidden = new ArrayList<>();
        try (RowDeletes deletes =
                RowDeletes.on(table.newest(), table.log().storage().data(), UUID.randomUUID(), Clock.systemUTC())) {
            for (LiveFile file : files) {
                switch (random.nextInt(4)) {
                    case 0 -> next.add(hide(file, deletes, hidden, random));
                    case 1 -> next.add(file);
                    default -> {
                        removed.add(RemoveFile.of(file.file(), System.currentTimeMillis()));
                        file.live().forEach(row -> loose.addAll(rewritten(row, random)));
                    }
                }
            }
        }
        shuffle(loose, random);
        List<AddFile> added = new ArrayList<>();
        for (int from = 0, to; from < loose.size(); from = to) {
            to = Math.min(loose.size(), from + 1 + random.nextInt(120));
            List<RowData> rows = List.copyOf(loose.subList(from, to));
            AddFile file = table.write(PartitionValues.none(), rows);
            added.add(file);
            next.add(new LiveFile(file, rows));
        }
        TransactionBuilder commit = table.begin().removeAll(removed).addAll(added);
        if (!hidden.isEmpty()) {
            commit.deleteRows(hidden);
        }
        commit.commit();
        next.removeIf(file -> file.file() == null);
        return next;
    }

    private static List<RowData> rewritten(RowData row, RandomGenerator random) {
        return switch (random.nextInt(12)) {
            case 0 -> List.of();
            case 1 -> List.of(row, row);
            case 2 -> List.of(ChangingTable.row(row.isNullAt(0) ? null : row.getLong(0), null, 2.5f, null, null, null));
            default -> List.of(row);
        };
    }

    private static LiveFile hide(LiveFile file, RowDeletes deletes, List<FileChange> changes, RandomGenerator random) {
        long[] positions = IntStream.range(0, file.rows().size())
                .filter(i -> file.rows().get(i) != null && random.nextInt(4) == 0)
                .mapToLong(i -> i)
                .toArray();
        Optional<FileChange> change =
                positions.length == 0 ? Optional.empty() : deletes.delete(file.file(), DeletionVector.of(positions));
        change.ifPresent(changes::add);
        if (change.isEmpty()) {
            return file;
        }
        List<RowData> left = new ArrayList<>(file.rows());
        for (long position : positions) {
            left.set((int) position, null);
        }
        return new LiveFile(change.get().add().orElse(null), left);
    }

    private static void shuffle(List<RowData> rows, RandomGenerator random) {
        for (int i = rows.size(); i > 1; i--) {
            Collections.swap(rows, i - 1, random.nextInt(i));
        }
    }

    private static List<RowData> randomRows(RandomGenerator random, int count) {
        return IntStream.range(0, count).mapToObj(i -> randomRow(random)).toList();
    }

    /** Few different values, so that there are rows that are the same. */
    private static RowData randomRow(RandomGenerator random) {
        double number = NUMBERS.get(random.nextInt(NUMBERS.size()));
        boolean plain = random.nextBoolean();
        return ChangingTable.row(
                random.nextInt(10) == 0 ? null : random.nextLong(plain ? 4 : 1000),
                random.nextInt(5) == 0 ? null : number,
                (float) number,
                plain ? null : ChangingTable.row(random.nextInt(2), random.nextBoolean() ? new byte[] {1, 2} : null),
                plain
                        ? null
                        : new GenericArrayData(new Object[] {null, StringData.fromString("x" + random.nextInt(2))}),
                plain ? null : new GenericMapData(Map.of(StringData.fromString("k"), number)));
    }
}
