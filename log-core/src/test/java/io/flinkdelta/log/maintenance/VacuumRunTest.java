/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static io.flinkdelta.log.maintenance.AgedTable.LONG_AGO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.snapshot.HistoryEntry;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a vacuum goes on, and what stops it; what it spares is {@link VacuumTest}'s. */
class VacuumRunTest {
    private static final VacuumRequest VACUUM = VacuumRequest.ofTable();

    @TempDir
    private Path temporary;

    @Test
    void aRetentionShorterThanTheTablesIsRefusedUnlessForced() throws IOException {
        AgedTable table = create(Map.of("delta.deletedFileRetentionDuration", "interval 10 days"));
        table.write("x", Duration.ofDays(9));
        VacuumRequest shorter = VACUUM.retaining(Duration.ofDays(9).minusHours(1));
        assertThatThrownBy(() -> table.log().vacuum(shorter))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("retention=215 hours, delta.deletedFileRetentionDuration=240 hours")
                .hasMessageContaining("vacuum --force");
        assertThatThrownBy(() -> table.log()
                        .vacuum(VACUUM.retaining(Duration.ofMillis(-1)).force()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("negative");
        assertThat(table.log()
                        .vacuum(VACUUM.retaining(Duration.ofSeconds(Long.MAX_VALUE)))
                        .files())
                .isEmpty();
        assertThat(table.log().vacuum(VACUUM).files()).isEmpty();
        assertThat(table.everything()).containsExactly("x");
        assertThat(table.log().vacuum(shorter.force()).files()).containsExactly("x");
    }

    @Test
    void aTableThatThisBuildMayNotWriteIsLeftAlone() throws IOException {
        AgedTable table = create(Map.of());
        table.write("x", LONG_AGO);
        Files.writeString(
                table.folder().resolve("_delta_log/00000000000000000001.json"),
                "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":7,\"writerFeatures\":[\"later\"]}}\n");
        assertThatThrownBy(() -> table.log().vacuum(VACUUM))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("later");
        assertThatThrownBy(() -> table.log().vacuum(VACUUM.asDryRun())).isInstanceOf(UnsupportedFeatureException.class);
        assertThat(table.everything()).containsExactly("x");
    }

    @Test
    void whatIsCommittedBetweenListingAndDeletionIsSpared() throws IOException {
        AgedTable table = create(Map.of("delta.enableDeletionVectors", "true"));
        List<DeletionVectorDescriptor> restored = table.vectors("", 1);
        table.write("unwanted", LONG_AGO);
        table.write("staged", LONG_AGO);
        table.commit(builder -> builder.add(table.old("restored")));
        table.commit(builder -> builder.remove(AgedTable.removed(table.old("restored"), LONG_AGO)));
        Vacuum vacuum = table.overtakenVacuum(() -> {
            table.commit(builder -> builder.add(TestTable.file("staged")));
            table.commit(builder -> builder.add(AgedTable.hiding(
                    TestTable.file("restored"), restored.stream().findFirst())));
            table.commit(builder -> builder.remove(AgedTable.removed(TestTable.file("staged"), Duration.ZERO)));
        });
        LogSnapshot read = LogSnapshot.cast(table.log().latestSnapshot());
        assertThat(vacuum.run(read, VACUUM.asDryRun()).files())
                .containsExactlyInAnyOrder("unwanted", "staged", "restored", AgedTable.fileOf(restored));
        VacuumedTable vacuumed = vacuum.run(read, VACUUM);
        assertThat(vacuumed.files()).containsExactly("unwanted");
        assertThat(vacuumed.bytes()).isEqualTo(4);
        assertThat(table.everything()).containsExactlyInAnyOrder("staged", "restored", AgedTable.fileOf(restored));
    }

    @Test
    void aRetentionThatBecomesLongerMeanwhileStopsIt() throws IOException {
        AgedTable table = create(Map.of());
        table.write("x", LONG_AGO);
        Vacuum vacuum = table.overtakenVacuum(() -> {
            Map<String, String> longer = Map.of("delta.deletedFileRetentionDuration", "interval 8 days");
            table.commit(builder -> builder.metadata(TestTable.metadata(longer)));
        });
        assertThatThrownBy(() -> vacuum.run(LogSnapshot.cast(table.log().latestSnapshot()), VACUUM))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("192 hours");
        assertThat(table.everything()).containsExactly("x");
        assertThat(operations(table.log())).startsWith("VACUUM END", "VACUUM START", "WRITE");
    }

    @Test
    void theHistoryTellsOfIt() throws IOException {
        AgedTable table = create(Map.of());
        table.write("a", LONG_AGO);
        table.write("p=1/b", LONG_AGO);
        Files.createDirectories(table.folder().resolve("empty"));
        table.log().vacuum(VACUUM.retaining(Duration.ofHours(200)).force());
        List<HistoryEntry> history = table.log().history(OptionalInt.of(2));
        assertThat(info(history.get(1)))
                .contains(
                        "\"operation\":\"VACUUM START\"",
                        "\"retentionCheckEnabled\":false",
                        "\"defaultRetentionMillis\":604800000",
                        "\"specifiedRetentionMillis\":720000000",
                        "\"operationMetrics\":{\"numFilesToDelete\":\"1\",\"sizeOfDataToDelete\":\"0\"}");
        assertThat(info(history.get(0)))
                .contains(
                        "\"operation\":\"VACUUM END\"",
                        "\"operationParameters\":{\"status\":\"COMPLETED\"}",
                        "\"operationMetrics\":{\"numDeletedFiles\":\"1\",\"numVacuumedDirectories\":\"3\"}");
        table.log().vacuum(VACUUM.withoutRecord());
        assertThat(table.everything()).isEmpty();
        assertThat(operations(table.log())).containsExactly("VACUUM END", "VACUUM START", "CREATE TABLE");
    }

    @Test
    void aFileThatCannotBeDeletedIsToldAndTheOthersGo() throws IOException {
        AgedTable table = create(Map.of());
        List.of("a", "x", "z").forEach(file -> table.write(file, LONG_AGO));
        Vacuum vacuum = table.overtakenVacuum(() -> becomeFolder(table, "x"));
        VacuumedTable done = vacuum.run(LogSnapshot.cast(table.log().latestSnapshot()), VACUUM);
        assertThat(done.files()).containsExactlyInAnyOrder("a", "z");
        assertThat(done.bytes()).isEqualTo(8);
        UndeletedFiles undeleted = done.undeleted().orElseThrow();
        assertThat(undeleted.paths()).containsExactly("x");
        assertThat(undeleted.reason())
                .hasMessageContaining(
                        "Cannot delete 1 of the 3 files and folders that the table does not need any more")
                .hasMessageContaining("path=file:" + table.folder() + "/x")
                .hasMessageContaining("x is a folder");
        assertThat(info(table.log().history(OptionalInt.of(1)).get(0)))
                .contains("\"status\":\"COMPLETED\"", "\"numDeletedFiles\":\"2\"");

        VacuumedTable next = table.log().vacuum(VACUUM);
        assertThat(next.folders()).containsExactly("x");
        assertThat(next.undeleted()).isEmpty();
    }

    @Test
    void aStorageThatIsDownEndsIt() throws IOException {
        AgedTable table = create(Map.of());
        List<String> files = IntStream.range(0, 30).mapToObj(i -> "x" + i).toList();
        files.forEach(file -> table.write(file, LONG_AGO));
        Vacuum failing = table.overtakenVacuum(() -> files.forEach(file -> becomeFolder(table, file)));
        assertThatThrownBy(() -> failing.run(LogSnapshot.cast(table.log().latestSnapshot()), VACUUM))
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("delete files that the table does not need")
                .hasMessageContaining("is a folder");
        assertThat(info(table.log().history(OptionalInt.of(1)).get(0))).contains("VACUUM END", "\"status\":\"FAILED\"");
        assertThat(table.log().vacuum(VACUUM).folders()).hasSize(30);
    }

    @Test
    void onAFullDiskItNamesTheWayOut() throws IOException {
        AgedTable table = create(Map.of());
        table.write("x", LONG_AGO);
        TableStorage storage = table.log().storage();
        FaultyLogStore full = new FaultyLogStore(storage.log());
        full.on(LogOperation.PUT)
                .always()
                .failBefore(() -> new FileSystemException("t", null, "No space left on device"));
        Clock clock = Clock.fixed(Instant.ofEpochMilli(AgedTable.ago(Duration.ZERO)), ZoneOffset.UTC);
        try (DeltaLog log = new DeltaLog(new TableStorage(storage.tablePath(), full, storage.data()), clock)) {
            assertThatThrownBy(() -> log.vacuum(VACUUM))
                    .isInstanceOf(StorageUnavailableException.class)
                    .hasMessageContaining("Nothing was deleted")
                    .hasMessageContaining("no space is left")
                    .hasMessageContaining("--no-history");
            assertThat(table.everything()).containsExactly("x");
            assertThat(log.vacuum(VACUUM.withoutRecord()).files()).containsExactly("x");
        }
    }

    private static void becomeFolder(AgedTable table, String path) {
        try {
            Files.delete(table.folder().resolve(path));
            Files.createDirectory(table.folder().resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> operations(DeltaLog log) {
        return log.history(OptionalInt.empty()).stream()
                .map(entry -> entry.commitInfo().flatMap(CommitInfo::operation).orElseThrow())
                .toList();
    }

    private static String info(HistoryEntry entry) {
        return entry.commitInfo().orElseThrow().toJson().toString();
    }

    private AgedTable create(Map<String, String> properties) {
        return new AgedTable(temporary.resolve("a table"), properties);
    }
}
