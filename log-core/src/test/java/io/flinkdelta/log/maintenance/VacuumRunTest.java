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
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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
        assertThat(vacuum.run(read, VACUUM).files()).containsExactly("unwanted");
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
    void aFailureIsToldAndTheNextOneGoesOn() throws IOException {
        AgedTable table = create(Map.of());
        table.write("x", LONG_AGO);
        Vacuum failing = table.overtakenVacuum(() -> {
            try {
                Files.delete(table.folder().resolve("x"));
                Files.createDirectory(table.folder().resolve("x"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThatThrownBy(() -> failing.run(LogSnapshot.cast(table.log().latestSnapshot()), VACUUM))
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("delete files that the table does not need")
                .hasMessageContaining("x is a folder");
        assertThat(info(table.log().history(OptionalInt.of(1)).get(0))).contains("VACUUM END", "\"status\":\"FAILED\"");
        assertThat(table.log().vacuum(VACUUM).folders()).containsExactly("x");
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
