/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static io.flinkdelta.source.testing.ChangingTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.read.ScanRun.Change;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.testing.ChangingTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the ways of reading make of kinds of commits; those of appended rows are those of Spark's streaming reads. */
class CommitReadingTest {
    private static final PartitionValues A = PartitionValues.of(Map.of("p", "a"));
    private static final PartitionValues B = PartitionValues.of(Map.of("p", "b"));

    @TempDir
    private Path folder;

    private ChangingTable table;

    @BeforeEach
    void create() {
        StructType schema = StructType.of(
                new StructField("id", PrimitiveType.LONG, true, FieldMetadata.empty()),
                new StructField("p", PrimitiveType.STRING, true, FieldMetadata.empty()));
        table = ChangingTable.create(folder.resolve("t"), schema, Map.of("delta.enableDeletionVectors", "true"), "p");
    }

    @AfterEach
    void close() {
        table.close();
    }

    private AddFile write(PartitionValues partition, long... ids) {
        List<RowData> rows = new ArrayList<>();
        for (long id : ids) {
            rows.add(row(id, partition.get("p")));
        }
        return table.write(partition, rows);
    }

    /** What the last version gives: kinds and ids. */
    private List<String> read(CommitReading reading, List<String> primaryKey, Pattern exclude, String filter)
            throws IOException {
        long version = table.newest().version();
        PlanSettings settings = new PlanSettings(
                new StartingPoint.ChangesOf(version),
                new EndingPoint.Version(version),
                reading,
                true,
                primaryKey,
                exclude,
                1 << 20,
                1 << 10,
                false);
        TableScan scan = ScanRun.scan(table.folder(), table.newest(), Optional.empty(), Optional.ofNullable(filter));
        return new ScanRun(scan, settings, new SplittableRandom(1))
                .from(Optional.of(new InChanges(version, 0))).all().stream()
                        .map(CommitReadingTest::text)
                        .toList();
    }

    private static String text(Change change) {
        return change.kind().shortString() + change.line().replaceAll("\\{\"id\":(\\d+),\"p\":\"(.)\"}", "$1$2");
    }

    private List<String> read(CommitReading reading) throws IOException {
        return read(reading, List.of(), null, null);
    }

    /** The commits of the table below, by name. */
    private void commit(String kind) {
        AddFile file = write(A, 1, 2);
        table.begin().add(file).commit();
        switch (kind) {
            case "append" -> table.begin().add(write(A, 3)).commit();
            case "delete" -> table.replace(List.of(file), List.of());
            case "hide" -> table.hide(file, 0);
            case "rewrite" -> table.replace(List.of(file), List.of(write(A, 1, 3)));
            case "overwrite" -> table.replace(List.of(file), List.of(write(B, 4)));
            case "optimize" -> optimize(file);
            case "nothing" -> table.begin().txn("app", 1).commit();
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private void optimize(AddFile file) {
        RemoveFile removed = RemoveFile.of(file, System.currentTimeMillis());
        AddFile added = write(A, 1, 2);
        table.begin()
                .remove(new RemoveFile(
                        removed.path(),
                        removed.deletionTimestamp(),
                        false,
                        true,
                        removed.partitionValues(),
                        removed.size(),
                        removed.stats(),
                        Map.of(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty()))
                .add(added.withoutDataChange())
                .commit();
    }

    @ParameterizedTest
    @CsvSource({
        "append,    APPENDS,             +I3a",
        "append,    IGNORE_DELETES,      +I3a",
        "append,    IGNORE_CHANGES,      +I3a",
        "append,    SKIP_CHANGE_COMMITS, +I3a",
        "append,    CHANGES,             +I3a",
        "delete,    APPENDS,             error: deletes ignore-deletes",
        "delete,    IGNORE_DELETES,      ''",
        "delete,    IGNORE_CHANGES,      ''",
        "delete,    SKIP_CHANGE_COMMITS, ''",
        "delete,    CHANGES,             -D1a -D2a",
        "hide,      APPENDS,             error: changes skip-change-commits or ignore-changes",
        "hide,      IGNORE_DELETES,      error: changes skip-change-commits or ignore-changes",
        "hide,      IGNORE_CHANGES,      +I2a",
        "hide,      SKIP_CHANGE_COMMITS, ''",
        "hide,      CHANGES,             -D1a",
        "rewrite,   APPENDS,             error: changes skip-change-commits or ignore-changes",
        "rewrite,   IGNORE_DELETES,      error: changes skip-change-commits or ignore-changes",
        "rewrite,   IGNORE_CHANGES,      +I1a +I3a",
        "rewrite,   SKIP_CHANGE_COMMITS, ''",
        "rewrite,   CHANGES,             -D2a +I3a",
        "overwrite, APPENDS,             error: changes skip-change-commits or ignore-changes",
        "overwrite, IGNORE_CHANGES,      +I4b",
        "overwrite, CHANGES,             -D1a -D2a +I4b",
        "optimize,  APPENDS,             ''",
        "optimize,  IGNORE_DELETES,      ''",
        "optimize,  IGNORE_CHANGES,      ''",
        "optimize,  SKIP_CHANGE_COMMITS, ''",
        "optimize,  CHANGES,             ''",
        "nothing,   APPENDS,             ''",
        "nothing,   CHANGES,             ''",
    })
    void eachKindOfCommitInEachWay(String kind, CommitReading reading, String expected) throws IOException {
        commit(kind);
        if (expected.startsWith("error: ")) {
            String[] words = expected.substring("error: ".length()).split(" ", 2);
            assertThatThrownBy(() -> read(reading))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContainingAll(
                            "commit " + words[0] + " rows",
                            "version=2",
                            "Set scan.commit-reading to changes to read them, or to " + words[1] + ".");
        } else {
            assertThat(String.join(" ", read(reading))).isEqualTo(expected);
        }
    }

    @Test
    void aRemovalThatDoesNotTellThePartition() throws IOException {
        AddFile one = write(A, 1, 2);
        AddFile two = write(B, 1);
        table.begin().add(one).add(two).commit();
        table.begin()
                .removeAll(List.of(untold(one), untold(two)))
                .add(write(A, 2))
                .add(write(B, 2))
                .commit();
        assertThat(read(CommitReading.CHANGES)).containsExactly("-D1a", "-D1b", "+I2b");
    }

    private static RemoveFile untold(AddFile file) {
        return new RemoveFile(
                file.path(),
                OptionalLong.of(System.currentTimeMillis()),
                true,
                false,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    @Test
    void aRowThatGoesToAnotherPartitionIsAnUpdateWhereTheKeySaysSo() throws IOException {
        AddFile one = write(A, 1, 2);
        table.begin().add(one).commit();
        table.replace(List.of(one), List.of(write(A, 2), write(B, 1)));
        assertThat(read(CommitReading.CHANGES, List.of("id"), null, null)).containsExactly("-U1a", "+U1b");
        assertThat(read(CommitReading.CHANGES, List.of("id", "p"), null, null)).containsExactly("-D1a", "+I1b");
        assertThat(read(CommitReading.CHANGES)).containsExactly("-D1a", "+I1b");
    }

    @Test
    void filesThatAreExcludedAreNotRead() throws IOException {
        AddFile one = write(A, 1);
        AddFile two = write(A, 2);
        table.begin().add(one).add(two).commit();
        Pattern exclude = Pattern.compile(Pattern.quote(one.path()));
        assertThat(read(CommitReading.APPENDS, List.of(), exclude, null)).containsExactly("+I2a");
        assertThat(read(CommitReading.APPENDS, List.of(), Pattern.compile("^x"), null))
                .hasSize(2);
        table.replace(List.of(one, two), List.of());
        assertThat(read(CommitReading.CHANGES, List.of(), exclude, null)).containsExactly("-D2a");
    }

    @Test
    void aFilterIsAboutTheRowsOfAllKindsOfChanges() throws IOException {
        AddFile one = write(A, 1, 2, 3);
        AddFile two = write(B, 4);
        table.begin().add(one).add(two).commit();
        assertThat(read(CommitReading.APPENDS, List.of(), null, "p = 'b'")).containsExactly("+I4b");
        assertThat(read(CommitReading.APPENDS, List.of(), null, "id > 100")).isEmpty();
        table.replace(List.of(one, two), List.of(write(A, 1, 5)));
        assertThat(read(CommitReading.CHANGES, List.of(), null, "id >= 3"))
                .containsExactlyInAnyOrder("-D3a", "+I5a", "-D4b");
    }
}
