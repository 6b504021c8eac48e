/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static io.flinkdelta.log.maintenance.AgedTable.LONG_AGO;
import static io.flinkdelta.log.maintenance.AgedTable.WEEK;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VacuumTest {
    private static final VacuumRequest VACUUM = VacuumRequest.ofTable();

    @TempDir
    private Path temporary;

    @Test
    void whatTheLogNeedsAndWhatIsYoungStays() throws IOException {
        AgedTable table = create(Map.of("delta.enableChangeDataFeed", "true"));
        table.commit(builder -> builder.addAll(List.of(
                table.old("live"),
                table.old("removed lately"),
                table.old("removed at the limit"),
                table.old("removed long ago"))));
        table.commit(builder -> builder.removeAll(List.of(
                AgedTable.removed(table.old("removed lately"), Duration.ofDays(1)),
                AgedTable.removed(table.old("removed at the limit"), WEEK),
                AgedTable.removed(table.old("removed long ago"), LONG_AGO))));
        table.write("staged lately", WEEK);
        table.write("staged long ago", LONG_AGO);
        table.write("_change_data/cdc-lately", WEEK);
        table.write("_change_data/p=1/cdc-long-ago", LONG_AGO);

        List<String> expected = List.of("removed long ago", "staged long ago", "_change_data/p=1/cdc-long-ago");
        VacuumedTable named = table.log().vacuum(VACUUM.asDryRun());
        assertThat(named.files()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(named.bytes()).isEqualTo(3 * 4);
        assertThat(named.version()).isEqualTo(2);
        assertThat(table.log().latestSnapshot().version()).isEqualTo(2);
        assertThat(table.everything()).containsAll(expected);

        assertThat(table.log().vacuum(VACUUM).files()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(table.everything())
                .containsExactlyInAnyOrder(
                        "live", "removed lately", "removed at the limit", "staged lately", "_change_data/cdc-lately");
        assertThat(table.log().vacuum(VACUUM).files()).isEmpty();
    }

    @Test
    void whatAConsumerNeedsStaysUnlessForced() throws IOException {
        AgedTable table = create(Map.of());
        table.commit(builder -> builder.addAll(List.of(table.old("needed"), table.old("read"))));
        table.commit(builder -> builder.removeAll(List.of(
                AgedTable.removed(table.old("needed"), Duration.ofDays(20)),
                AgedTable.removed(table.old("read"), Duration.ofDays(30)))));
        table.write("needed", Duration.ofDays(40));
        table.write("read", Duration.ofDays(40));
        Instant time = Instant.ofEpochMilli(AgedTable.ago(Duration.ofDays(25)));
        table.log().consumers().publish(new Consumer("job", 1, time, Duration.ofDays(10)));

        assertThat(table.log().vacuum(VACUUM).files()).containsExactly("read");
        assertThat(table.log().vacuum(VACUUM.retaining(WEEK).force()).files()).containsExactly("needed");
    }

    @Test
    void aFileOfDeletionVectorsStaysWhileOneOfThemIsNeeded() throws IOException {
        AgedTable table = create(Map.of("delta.enableDeletionVectors", "true"));
        List<DeletionVectorDescriptor> shared = table.vectors("", 2);
        List<DeletionVectorDescriptor> young = table.vectors("p%q", 1);
        List<DeletionVectorDescriptor> gone = table.vectors("xy", 2);
        table.commit(builder -> builder.addAll(List.of(table.old("a"), table.old("b"), table.old("c"))));
        replace(table, "a", List.of(), shared.subList(0, 1), Duration.ofDays(30));
        replace(table, "a", shared.subList(0, 1), gone.subList(0, 1), Duration.ofDays(20));
        replace(table, "b", List.of(), shared.subList(1, 2), Duration.ofDays(20));
        replace(table, "c", List.of(), young, Duration.ofDays(20));
        AddFile a = AgedTable.hiding(TestTable.file("a"), gone.stream().findFirst());
        table.commit(builder -> builder.remove(AgedTable.removed(a, Duration.ofDays(15))));
        AddFile c = AgedTable.hiding(TestTable.file("c"), young.stream().findFirst());
        table.commit(builder -> builder.remove(AgedTable.removed(c, Duration.ofDays(2))));

        assertThat(table.log().vacuum(VACUUM).files()).containsExactlyInAnyOrder("a", AgedTable.fileOf(gone));
        assertThat(table.everything())
                .containsExactlyInAnyOrder("b", "c", AgedTable.fileOf(shared), AgedTable.fileOf(young));
    }

    @Test
    void namesAreThoseOfTheStorageNotOfTheLog() throws IOException {
        AgedTable table = create(Map.of());
        String odd = "p=%3A b/a%20b #?\u00e9+;.parquet";
        table.commit(builder -> builder.addAll(List.of(table.old(odd))));
        table.write("p=%3A b/a b #?\u00e9+;.parquet", LONG_AGO);
        table.write("p=%253A b/x", LONG_AGO);

        assertThat(table.log().vacuum(VACUUM).files())
                .containsExactlyInAnyOrder("p=%3A b/a b #?\u00e9+;.parquet", "p=%253A b/x");
        assertThat(table.everything()).containsExactly(odd);
    }

    @Test
    void hiddenNamesTablesInsideAndLinksAreLeftAlone() throws IOException {
        AgedTable table = create(Map.of(), "_day");
        List<String> left =
                List.of("_hidden/x", ".hidden", "p=1/_hidden", "inner/_delta_log/0.json", "inner/x", "inner/p=1/y");
        List<String> unwanted = List.of("_day=1/x", "p=1/_day=2/y", "_delta_index/z", "metadata/m", "q=1/deep/in/it");
        for (String path : Stream.concat(left.stream(), unwanted.stream()).toList()) {
            table.write(path, LONG_AGO);
        }
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.setLastModifiedTime(
                Files.writeString(elsewhere.resolve("x"), "text"), FileTime.fromMillis(AgedTable.ago(LONG_AGO)));
        Files.createSymbolicLink(table.folder().resolve("link"), elsewhere);
        Files.createSymbolicLink(table.folder().resolve("p=1/link"), elsewhere.resolve("x"));

        assertThat(table.log().vacuum(VACUUM).files()).containsExactlyInAnyOrderElementsOf(unwanted);
        assertThat(table.everything()).containsAll(left).contains("link", "p=1/link");
        assertThat(elsewhere.resolve("x")).exists();
    }

    @Test
    void theMetadataOfIcebergIsHiddenWhereTheTableHasIt() {
        assertThat(new HiddenNames(List.of(), false).hide("metadata")).isFalse();
        HiddenNames names =
                HiddenNames.of(TestTable.metadata(Map.of("delta.universalFormat.enabledFormats", "hudi, Iceberg")));
        assertThat(names.hide("metadata")).isTrue();
        assertThat(names.hide("metadata2")).isFalse();
    }

    @Test
    void absolutePathsIntoTheTableStayAndThoseOutOfItAreNeverTouched() throws IOException {
        AgedTable table = create(Map.of());
        Path clone = Files.createDirectory(temporary.resolve("source"));
        Files.setLastModifiedTime(
                Files.writeString(clone.resolve("cloned"), "text"), FileTime.fromMillis(AgedTable.ago(LONG_AGO)));
        List<String> inside = List.of("a b", "p=1/c", "d", "e");
        for (String path : inside) {
            table.write(path, LONG_AGO);
        }
        table.commit(builder -> builder.addAll(Stream.of(
                        DataPath.encode(table.folder() + "/a b"),
                        "file:" + table.folder() + "/p=1/c",
                        "file://" + table.folder() + "//./d",
                        "./e",
                        "file:" + clone + "/cloned")
                .map(TestTable::file)
                .toList()));
        table.commit(builder ->
                builder.remove(RemoveFile.of(TestTable.file("file:" + clone + "/cloned"), AgedTable.ago(LONG_AGO))));

        assertThat(table.log().vacuum(VACUUM).files()).isEmpty();
        assertThat(table.everything()).containsExactlyInAnyOrderElementsOf(inside);
        assertThat(clone.resolve("cloned")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p=1/"})
    void filesThatTheLogNamesOverAnotherWayToTheTableStay(String folder) throws IOException {
        AgedTable table = create(Map.of());
        Path link = Files.createSymbolicLink(temporary.resolve("link"), table.folder());
        table.write(folder + "live", LONG_AGO);
        table.write(folder + "unwanted", LONG_AGO);
        table.commit(builder -> builder.add(TestTable.file("file:" + link + "/" + folder + "live")));

        assertThat(table.log().vacuum(VACUUM).files()).containsExactly(folder + "unwanted");
        assertThat(table.everything()).containsExactly(folder + "live");
    }

    @Test
    void aFolderWhoseNameLooksLikeASchemeIsOneOfTheTable() throws IOException {
        AgedTable table = create(Map.of());
        table.commit(builder -> builder.add(table.old("live")));
        String copy = "file:" + table.folder() + "/live";
        table.write(copy, LONG_AGO);
        Files.createDirectories(table.folder().resolve("file:/none/empty"));

        VacuumedTable done = table.log().vacuum(VACUUM);
        assertThat(done.files()).containsExactly(copy);
        assertThat(done.folders()).containsExactly("file:/none/empty", "file:/none");
        assertThat(table.everything()).containsExactly("live");
    }

    @Test
    void emptyFoldersGoTheInnerOnesFirst() throws IOException {
        AgedTable table = create(Map.of());
        Files.createDirectories(table.folder().resolve("a/b/c"));
        Files.createDirectories(table.folder().resolve("a/d"));
        Files.createDirectories(table.folder().resolve("young/e"));
        Files.createDirectories(table.folder().resolve("_f/g"));
        table.write("young/x", Duration.ZERO);
        table.write("old/x", LONG_AGO);
        table.write("h/.hidden", LONG_AGO);

        VacuumedTable done = table.log().vacuum(VACUUM);
        assertThat(done.files()).containsExactly("old/x");
        assertThat(done.folders()).containsExactlyInAnyOrder("a/b/c", "a/b", "a/d", "a", "young/e");
        assertThat(done.foldersSeen()).isEqualTo(1 + 8);
        assertThat(table.folder().resolve("a")).doesNotExist();
        assertThat(table.folder().resolve("_f/g")).exists();
        // The one that this vacuum has emptied goes with the next one, as in Spark.
        assertThat(table.log().vacuum(VACUUM).folders()).containsExactly("old");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void manyFilesInManyFolders(int checkpointAt) throws IOException {
        AgedTable table = create(Map.of());
        List<String> wanted = IntStream.range(0, 500)
                .mapToObj(i -> "p=" + i % 50 + "/live-" + i)
                .toList();
        List<String> unwanted = IntStream.range(0, 2500)
                .mapToObj(i -> "p=" + i % 70 + "/q=" + i % 3 + "/gone-" + i)
                .toList();
        for (List<String> paths : List.of(wanted, unwanted)) {
            table.commit(
                    builder -> builder.addAll(paths.stream().map(table::old).toList()));
        }
        table.commit(builder -> builder.removeAll(unwanted.stream()
                .map(path -> AgedTable.removed(table.old(path), LONG_AGO))
                .toList()));
        if (checkpointAt > 0) {
            table.log().checkpoint(table.log().snapshotAt(checkpointAt));
        }
        VacuumedTable done = table.log().vacuum(VACUUM);
        assertThat(done.files()).containsExactlyInAnyOrderElementsOf(unwanted);
        assertThat(done.foldersSeen()).isEqualTo(1 + 70 + 210);
        assertThat(table.everything()).containsExactlyInAnyOrderElementsOf(wanted);
    }

    /** Exchanges the deletion vector of a file. */
    private static void replace(
            AgedTable table,
            String path,
            List<DeletionVectorDescriptor> before,
            List<DeletionVectorDescriptor> after,
            Duration age) {
        AddFile file = TestTable.file(path);
        table.commit(builder -> builder.remove(
                        AgedTable.removed(AgedTable.hiding(file, before.stream().findFirst()), age))
                .add(AgedTable.hiding(file, after.stream().findFirst())));
    }

    private AgedTable create(Map<String, String> properties, String... partitionColumns) {
        return new AgedTable(temporary.resolve("a table"), properties, partitionColumns);
    }
}
