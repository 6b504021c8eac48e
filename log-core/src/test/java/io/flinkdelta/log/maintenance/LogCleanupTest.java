/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogCleanupTest {
    private static final String KEEP_TEN_DAYS = "interval 10 days";

    private final Days clock = new Days();
    private final Random random = new Random(42);
    private final InMemoryLogStore honest = new InMemoryLogStore("memory:/table/_delta_log", clock);
    private final FaultyLogStore store = new FaultyLogStore(honest);
    private CheckpointSettings settings = CheckpointSettings.defaults();

    @Test
    void everyVersionOfTheRetentionStaysAfterEachSingleDeletion() throws IOException {
        commitDaily(30, Map.of(), Set.of(), 4);
        put(new LogFile.Compacted(2, 6).fileName(), "{}\n");
        put(new LogFile.Compacted(19, 22).fileName(), "{}\n");
        Map<Long, Set<String>> before = readAll();
        clock.set(29);

        for (int deletions = 0; ; deletions++) {
            store.on(LogOperation.DELETE).afterSkipping(1).failBefore();
            boolean failed = fails();
            store.heal();
            // The midnight ten days ago is that of day 19; version 18 was the newest then.
            assertReadable(before, 16);
            if (!failed) {
                // 16 commits, 3 checkpoints and a compacted file, one a run; the last run did not fail.
                assertThat(deletions).isEqualTo(16 + 3 + 1 - 1);
                break;
            }
        }
        assertThat(log().earliestVersion()).isEqualTo(16);
        assertThat(honest.names().get(0)).startsWith(LogFile.listFrom(16));
        assertThat(honest.names()).contains(new LogFile.Compacted(19, 22).fileName());
        assertThatThrownBy(() -> log().snapshotAt(15))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("earliestVersion=16");
        assertThat(log().cleanUpLog().deleted()).isEmpty();
    }

    private boolean fails() {
        try {
            log().cleanUpLog();
            return false;
        } catch (StorageUnavailableException e) {
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "v2"})
    void aDryRunNamesWhatGoes(String policy) throws IOException {
        settings = CheckpointSettings.defaults().withInlineActions(0);
        Set<String> features = policy.equals("v2") ? Set.of("v2Checkpoint") : Set.of();
        commitDaily(30, Map.of("delta.checkpointPolicy", policy), features, 4);
        honest.folder("_sidecars").putIfAbsent("stray.parquet", LogContent.of(new byte[1]));
        clock.set(42);
        List<String> before = honest.names();
        List<String> sidecars = honest.folder("_sidecars").names();
        CleanedLog named = log().expiredLog();
        assertThat(honest.names()).isEqualTo(before);
        assertThat(honest.folder("_sidecars").names()).isEqualTo(sidecars);
        assertThat(named.deleted())
                .contains("_sidecars/stray.parquet", LogFile.commit(0).fileName());
        assertThat(log().cleanUpLog()).isEqualTo(named);
        assertThat(log().expiredLog().deleted()).isEmpty();
    }

    @Test
    void whatAConsumerNeedsStaysAsLongAsItGoesOn() throws IOException {
        commitDaily(30, Map.of(), Set.of(), 4);
        clock.set(8);
        Instant eighth = clock.instant();
        clock.set(29);
        Consumers consumers = log().consumers();
        consumers.publish(new Consumer("job-a", 8, eighth, Duration.ofDays(5)));
        consumers.publish(new Consumer("job-b", 25, eighth.plus(Duration.ofDays(17)), Duration.ofDays(5)));
        log().cleanUpLog();
        assertThat(log().earliestVersion()).isEqualTo(4);
        clock.set(33);
        consumers.publish(new Consumer("job-b", 28, eighth.plus(Duration.ofDays(20)), Duration.ofDays(5)));
        log().cleanUpLog();
        assertThat(log().earliestVersion()).isEqualTo(4);
        clock.set(34);
        assertThat(consumers.current()).extracting(Consumer::id).containsExactly("job-b");
        clock.set(39);
        consumers.publish(new Consumer("job-b", 28, eighth.plus(Duration.ofDays(20)), Duration.ofDays(5)));
        log().cleanUpLog();
        assertThat(log().earliestVersion()).isEqualTo(24);
    }

    @Test
    void nothingGoesWithoutACheckpointOldEnough() throws IOException {
        commitDaily(9, Map.of(), Set.of(), 100);
        log().checkpoint(log().snapshotAt(8));
        List<String> all = honest.names();
        clock.set(15);
        assertThat(log().cleanUpLog()).isEqualTo(new CleanedLog(OptionalLong.empty(), List.of(), 0));
        assertThat(honest.names()).isEqualTo(all);
        clock.set(18);
        assertThat(log().cleanUpLog().deleted()).isEmpty();
        clock.set(19);
        assertThat(log().cleanUpLog().deleted()).hasSize(8);
    }

    @Test
    void aCheckpointThatCannotBeReadKeepsWhatIsBelowIt() throws IOException {
        commitDaily(30, Map.of(), Set.of(), 8);
        honest.overwrite(
                LogFile.checkpoint(16).fileName(), LogContent.of("no Parquet".getBytes(StandardCharsets.UTF_8)));
        Map<Long, Set<String>> before = readAll();
        List<String> all = honest.names();
        clock.set(29);
        assertThatThrownBy(() -> log().cleanUpLog())
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("version=16")
                .hasMessageContaining("Nothing was deleted");
        assertThat(honest.names()).isEqualTo(all);
        assertReadable(before, 0);
    }

    @Test
    void aCheckpointIsNotCalledBrokenWhenTheStorageFails() throws IOException {
        commitDaily(30, Map.of(), Set.of(), 8);
        clock.set(29);
        for (int failures = 1; failures <= 2; failures++) {
            List<String> all = honest.names();
            store.on(LogOperation.OPEN, LogFile.checkpoint(16).fileName())
                    .times(failures)
                    .failBefore();
            assertThatThrownBy(() -> log().cleanUpLog()).isInstanceOf(StorageUnavailableException.class);
            assertThat(honest.names()).isEqualTo(all);
        }
        store.heal();
        assertThat(log().cleanUpLog().keptFrom()).hasValue(16);
    }

    @Test
    void aSidecarThatIsMissingKeepsWhatIsBelowItsCheckpoint() throws IOException {
        settings = CheckpointSettings.defaults().withInlineActions(0);
        commitDaily(30, Map.of("delta.checkpointPolicy", "v2"), Set.of("v2Checkpoint"), 16);
        Map<Long, Set<String>> before = readAll();
        assertThat(honest.folder("_sidecars").names()).hasSize(1);
        honest.folder("_sidecars").names().forEach(honest.folder("_sidecars")::delete);
        List<String> all = honest.names();
        clock.set(29);
        assertThatThrownBy(() -> log().cleanUpLog())
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("version=16");
        assertThat(honest.names()).isEqualTo(all);
        assertReadable(before, 0);
    }

    @Test
    void clocksThatWentBackDoNotMakeAVersionOlder() throws IOException {
        clock.set(20);
        put(LogFile.commit(0).fileName(), state(Map.of(), Set.of()));
        clock.set(2);
        for (int version = 1; version <= 10; version++) {
            put(LogFile.commit(version).fileName(), add(version));
        }
        log().checkpoint(log().latestSnapshot());
        clock.set(29);
        assertThat(log().cleanUpLog().deleted()).isEmpty();
        clock.set(31);
        assertThat(log().cleanUpLog().deleted()).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sidecarsGoWithTheLastCheckpointThatNamesThem(boolean inline) throws IOException {
        settings = CheckpointSettings.defaults().withInlineActions(inline ? 1000 : 0);
        commitDaily(30, Map.of("delta.checkpointPolicy", "v2"), Set.of("v2Checkpoint"), 4);
        honest.folder("_sidecars").putIfAbsent("young.parquet", LogContent.of(new byte[1]));
        Map<Long, Set<String>> before = readAll();
        assertThat(honest.folder("_sidecars").names()).hasSize(inline ? 1 : 8);
        clock.set(29);

        for (int deletions = 0; ; deletions++) {
            store.on(LogOperation.DELETE).afterSkipping(1).failBefore();
            boolean failed = fails();
            store.heal();
            assertReadable(before, 16);
            if (!failed) {
                assertThat(deletions).isEqualTo(16 + 3 + (inline ? 0 : 3) - 1);
                break;
            }
        }
        assertThat(honest.folder("_sidecars").names()).hasSize(inline ? 1 : 5);
        // So that a client that knows no V2 checkpoints finds the protocol.
        assertThat(honest.names()).contains(LogFile.checkpoint(16).fileName());
        honest.names().stream()
                .filter(name -> name.matches("[0-9]+.checkpoint.[0-9a-f-]{36}.json"))
                .forEach(honest::delete);
        assertThat(TestTable.paths(log().latestSnapshot())).isEqualTo(before.get(29L));
    }

    @Test
    void anUnreadableManifestKeepsAllSidecars() throws IOException {
        settings = CheckpointSettings.defaults().withInlineActions(0);
        commitDaily(30, Map.of("delta.checkpointPolicy", "v2"), Set.of("v2Checkpoint"), 4);
        put(
                new LogFile.V2Checkpoint(29, "00000000-0000-4000-8000-000000000000", LogFile.V2Checkpoint.Encoding.JSON)
                        .fileName(),
                "broken");
        clock.set(29);
        assertThat(log().cleanUpLog().deleted()).isNotEmpty().noneMatch(name -> name.startsWith("_sidecars"));
        assertThat(honest.folder("_sidecars").names()).hasSize(7);
    }

    @Test
    void aProtectedHistoryGoesInOneGoOrNotAtAll() throws IOException {
        Map<String, String> protectedUpTo =
                Map.of("delta.requireCheckpointProtectionBeforeVersion", "20", "delta.checkpointInterval", "4");
        commitDaily(30, protectedUpTo, Set.of("checkpointProtection"), 4);
        List<String> all = honest.names();
        clock.set(28);
        assertThat(log().cleanUpLog().deleted()).isEmpty();
        assertThat(honest.names()).isEqualTo(all);
        clock.set(34);
        List<String> deleted = log().cleanUpLog().deleted();
        assertThat(log().earliestVersion()).isEqualTo(20);
        assertThat(deleted.subList(0, 20)).allMatch(name -> name.endsWith(".json"));
        assertThat(deleted.subList(20, 24)).allMatch(name -> name.endsWith(".checkpoint.parquet"));
    }

    @Test
    void aTableThatThisBuildMayNotWriteIsLeftAlone() throws IOException {
        commitDaily(30, Map.of(), Set.of(), 4);
        put(
                LogFile.commit(30).fileName(),
                "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":7,\"writerFeatures\":[\"futureFeature\"]}}\n");
        List<String> all = honest.names();
        clock.set(40);
        assertThatThrownBy(() -> log().cleanUpLog())
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("futureFeature");
        assertThat(honest.names()).isEqualTo(all);
    }

    @Test
    void commitsCleanUpAfterACheckpointIfTheTableWants() throws IOException {
        commitDaily(30, Map.of("delta.checkpointInterval", "2"), Set.of(), 4);
        clock.set(29);
        commitOne(30);
        assertThat(log().earliestVersion()).isEqualTo(16);
    }

    @Test
    void commitsLeaveTheLogAloneIfTheTableWants() throws IOException {
        commitDaily(30, Map.of("delta.checkpointInterval", "2", "delta.enableExpiredLogCleanup", "false"), Set.of(), 4);
        clock.set(29);
        commitOne(30);
        assertThat(log().earliestVersion()).isZero();
        assertThat(log().cleanUpLog().deleted()).hasSize(19);
    }

    @Test
    void aFailedCleanUpIsCountedAndTriedAgain() throws IOException {
        commitDaily(30, Map.of("delta.checkpointInterval", "2"), Set.of(), 4);
        clock.set(29);
        DeltaLog log = log();
        store.on(LogOperation.DELETE).failBefore();
        Snapshot snapshot = log.latestSnapshot();
        for (int i = 30; i <= 32; i++) {
            snapshot = log.newTransaction(snapshot, Operation.WRITE)
                    .add(TestTable.file("f" + i))
                    .commit()
                    .snapshot();
        }
        assertThat(log.backgroundCheckpoints().failures()).isEqualTo(1);
        assertThat(log.earliestVersion()).isEqualTo(16);
    }

    private DeltaLog log() {
        TestTable table = TestTable.in(store);
        return new DeltaLog(
                table.storage(),
                table.components().withClock(clock).withRandom(random).withCheckpointSettings(settings));
    }

    private void commitOne(long version) {
        DeltaLog log = log();
        assertThat(log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                        .add(TestTable.file("f" + version))
                        .commit()
                        .snapshot()
                        .version())
                .isEqualTo(version);
    }

    /** Version n on day n at noon, each with one more file; a checkpoint at every multiple of {@code interval}. */
    private void commitDaily(int versions, Map<String, String> configuration, Set<String> features, int interval)
            throws IOException {
        for (int version = 0; version < versions; version++) {
            clock.set(version);
            put(LogFile.commit(version).fileName(), version == 0 ? state(configuration, features) : add(version));
            if (version > 0 && version % interval == 0) {
                log().checkpoint(log().snapshotAt(version));
            }
        }
    }

    private static String add(long version) {
        return "{\"commitInfo\":{\"operation\":\"WRITE\"}}\n" + ActionJson.write(TestTable.file("f" + version)) + "\n";
    }

    private static String state(Map<String, String> more, Set<String> features) {
        Map<String, String> configuration = new HashMap<>(Map.of("delta.logRetentionDuration", KEEP_TEN_DAYS));
        configuration.putAll(more);
        Protocol protocol = features.isEmpty()
                ? Protocol.legacy(1, 2)
                : new Protocol(
                        features.contains("v2Checkpoint") ? 3 : 1,
                        7,
                        features.contains("v2Checkpoint") ? Optional.of(new TreeSet<>(features)) : Optional.empty(),
                        Optional.of(new TreeSet<>(features)));
        return ActionJson.write(protocol) + "\n" + ActionJson.write(TestTable.metadata(configuration)) + "\n";
    }

    private void put(String name, String content) throws IOException {
        honest.putIfAbsent(name, LogContent.of(content.getBytes(StandardCharsets.UTF_8)));
    }

    private Map<Long, Set<String>> readAll() {
        Map<Long, Set<String>> versions = new TreeMap<>();
        long newest = log().latestSnapshot().version();
        for (long version = 0; version <= newest; version++) {
            versions.put(version, TestTable.paths(log().snapshotAt(version)));
        }
        return versions;
    }

    private void assertReadable(Map<Long, Set<String>> expected, long first) {
        List<Long> wrong = new ArrayList<>();
        expected.forEach((version, paths) -> {
            if (version >= first && !TestTable.paths(log().snapshotAt(version)).equals(paths)) {
                wrong.add(version);
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(log().latestSnapshot().version()).isEqualTo(expected.size() - 1);
        assertThat(log().earliestVersion()).isLessThanOrEqualTo(first);
    }
}
