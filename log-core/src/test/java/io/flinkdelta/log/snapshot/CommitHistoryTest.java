/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class CommitHistoryTest {
    private static final long START = 1_700_000_000_000L;

    /** Hands out the times of the test. */
    private static final class TestClock extends Clock {
        private long millis = START;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis);
        }
    }

    private final TestClock clock = new TestClock();
    private final InMemoryLogStore store = new InMemoryLogStore("memory:/t", clock);
    private final TestTable table = TestTable.create(store);
    private final DeltaLog log = new DeltaLog(new TableStorage("/data/table", store, new InMemoryDataStore()), clock);

    private void append(long atMillis) {
        clock.millis = START + atMillis;
        table.append("f" + store.names().size());
    }

    @Test
    void timesBeyondMillisecondsInALongAreTaken() {
        append(1000);
        assertThat(log.versionAt(Instant.MAX)).isEqualTo(1);
        assertThatThrownBy(() -> log.versionAt(Instant.MIN))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("no version as old as", "latestVersion=1");
    }

    @Test
    void theNewestVersionNotAfterATimeIsTaken() {
        append(1000);
        append(2000);
        append(3000);
        assertThat(at(0)).isZero();
        assertThat(at(999)).isZero();
        assertThat(at(1000)).isEqualTo(1);
        assertThat(at(2999)).isEqualTo(2);
        assertThat(at(3000)).isEqualTo(3);
        assertThat(at(999_999)).isEqualTo(3);
        assertThat(log.snapshotAt(2).timestamp()).isEqualTo(START + 2000);
    }

    @Test
    void aTimeBeforeTheTableIsRefusedWithTheRange() {
        append(1000);
        assertThatThrownBy(() -> at(-1))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("earliest is of 2023-11-14T22:13:20Z, the latest of 2023-11-14T22:13:21Z")
                .hasMessageContaining("earliestVersion=0")
                .hasMessageContaining("latestVersion=1");
    }

    @Test
    void clocksThatGoBackAreCorrected() {
        append(5000);
        append(1000);
        append(1000);
        append(6000);
        assertThat(log.history(OptionalInt.empty()))
                .extracting(entry -> entry.timestamp() - START)
                .containsExactly(6000L, 5002L, 5001L, 5000L, 0L);
        for (int limit = 1; limit <= 5; limit++) {
            assertThat(log.history(OptionalInt.of(limit)))
                    .isEqualTo(log.history(OptionalInt.empty()).subList(0, limit));
        }
        assertThat(at(1000)).isZero();
        assertThat(at(5000)).isEqualTo(1);
        assertThat(at(5001)).isEqualTo(2);
        assertThat(at(5999)).isEqualTo(3);
    }

    @Test
    void cleanedUpVersionsAreNoAnswer() {
        append(1000);
        append(2000);
        append(3000);
        log.checkpoint(log.snapshotAt(2));
        store.delete(LogFile.commit(0).fileName());
        store.delete(LogFile.commit(1).fileName());
        assertThat(at(2500)).isEqualTo(2);
        assertThatThrownBy(() -> at(1500))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("earliestVersion=2");
        assertThat(log.history(OptionalInt.empty()))
                .extracting(HistoryEntry::version)
                .containsExactly(3L, 2L);
    }

    @Test
    void historyIsNewestFirstAndLimited() {
        append(1000);
        append(2000);
        assertThat(log.history(OptionalInt.of(2)))
                .extracting(HistoryEntry::version)
                .containsExactly(2L, 1L);
        assertThat(log.history(OptionalInt.of(100))).hasSize(3);
        assertThat(log.history(OptionalInt.of(1))
                        .get(0)
                        .commitInfo()
                        .orElseThrow()
                        .operation())
                .contains("WRITE");
    }

    @Test
    void aCommitFileIsTheOneOfItsVersionOrTheNewest() {
        append(1000);
        append(2000);
        store.delete(LogFile.commit(0).fileName());
        assertThat(log.commitFile(OptionalLong.of(1)).version()).isEqualTo(1);
        assertThat(log.commitFile(OptionalLong.empty()).version()).isEqualTo(2);
        assertThatThrownBy(() -> log.commitFile(OptionalLong.of(0)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("no commit of version 0")
                .hasMessageContaining("earliestCommit=1")
                .hasMessageContaining("latestCommit=2");
        DeltaLog nothing = TestTable.in(new InMemoryLogStore()).log();
        assertThatThrownBy(() -> nothing.commitFile(OptionalLong.empty()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("not a Delta table");
    }

    @Test
    void historyOfNoTableIsAnError() {
        DeltaLog nothing = TestTable.in(new InMemoryLogStore()).log();
        assertThatThrownBy(() -> nothing.history(OptionalInt.empty()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("not a Delta table");
        assertThatThrownBy(nothing::earliestVersion).isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void inCommitTimestampsCountWhereTheTableHasThem() {
        for (String name : List.of("ict", "ict-late")) {
            DeltaLog spark = DeltaLog.forTable(SharedTables.find().spark(name).toString(), new Configuration(false));
            List<HistoryEntry> history = spark.history(OptionalInt.empty());
            for (HistoryEntry entry : history) {
                boolean has =
                        entry.commitInfo().orElseThrow().inCommitTimestamp().isPresent();
                if (has) {
                    assertThat(spark.snapshotAt(Instant.ofEpochMilli(entry.timestamp()))
                                    .version())
                            .isEqualTo(entry.version());
                    assertThat(spark.snapshotAt(entry.version()).timestamp()).isEqualTo(entry.timestamp());
                }
            }
            assertThat(spark.latestSnapshot().timestamp())
                    .isEqualTo(history.get(0)
                            .commitInfo()
                            .orElseThrow()
                            .inCommitTimestamp()
                            .orElseThrow());
        }
    }

    private long at(long millis) {
        return log.snapshotAt(Instant.ofEpochMilli(START + millis)).version();
    }

    @Test
    void inCommitTimestampsAreSearchedNotRead() throws IOException {
        int versions = 64;
        InMemoryLogStore late = new InMemoryLogStore("memory:/late", clock);
        for (int version = 0; version < versions; version++) {
            clock.millis = START + version;
            boolean on = version >= 16;
            StringBuilder lines = new StringBuilder("{\"commitInfo\":{\"operation\":\"WRITE\"")
                    .append(on ? ",\"inCommitTimestamp\":" + (START + 1000L * version) : "")
                    .append("}}\n");
            if (version == 0) {
                lines.append(ActionJson.write(Protocol.features(Set.of(), Set.of("inCommitTimestamp"))))
                        .append('\n');
            }
            if (version == 0 || version == 16) {
                Map<String, String> properties = on
                        ? Map.of(
                                "delta.enableInCommitTimestamps", "true",
                                "delta.inCommitTimestampEnablementVersion", "16",
                                "delta.inCommitTimestampEnablementTimestamp", "" + (START + 16_000))
                        : Map.of();
                lines.append(ActionJson.write(TestTable.metadata(properties))).append('\n');
            }
            late.putIfAbsent(
                    LogFile.commit(version).fileName(),
                    LogContent.of(lines.toString().getBytes(StandardCharsets.UTF_8)));
        }
        CountingLogStore counting = new CountingLogStore(late);
        CommitHistory history = new CommitHistory(new TableStorage("/late", counting, new InMemoryDataStore()));
        Metadata metadata = TestTable.in(late).log().latestSnapshot().metadata();
        for (int version = 0; version < versions; version++) {
            counting.reset();
            long time = version < 16 ? START + version : START + 1000L * version + 999;
            assertThat(history.versionAt(Instant.ofEpochMilli(time), metadata)).isEqualTo(version);
            assertThat(counting.count(LogOperation.READ)).isLessThanOrEqualTo(version < 16 ? 0 : 6);
        }
        assertThat(history.versionAt(Instant.ofEpochMilli(START + 15_999), metadata))
                .isEqualTo(15);
    }
}
