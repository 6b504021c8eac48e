/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For each version as the cut: the checkpoint up to it and the commits after it give what a replay of
 * all commits gives, and so does a checkpoint of a checkpoint.
 */
class CutPointTest {
    private static final int VERSIONS = 16;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void everyCutGivesTheWhole(long seed) throws IOException {
        List<List<Action>> commits = commits(new Random(seed));
        Image expected = new Image();
        for (int cut = 0; cut < VERSIONS; cut++) {
            expected.replay(commits.get(cut));
            InMemoryLogStore store = new InMemoryLogStore();
            for (int version = 0; version <= cut; version++) {
                put(store, version, commits.get(version));
            }
            LogSnapshot uncut = latest(store);
            assertThat(Image.of(uncut)).as("seed %s, version %s", seed, cut).isEqualTo(expected);

            assertThat(TestTable.in(store).log().checkpoint(uncut)).isTrue();
            for (int version = 0; version <= cut; version++) {
                store.delete(LogFile.commit(version).fileName());
            }
            Image later = expected.copy();
            assertThat(Image.of(latest(store)))
                    .as("seed %s, cut %s alone", seed, cut)
                    .isEqualTo(later);
            for (int version = cut + 1; version < VERSIONS; version++) {
                put(store, version, commits.get(version));
                later.replay(commits.get(version));
                LogSnapshot snapshot = latest(store);
                assertThat(Image.of(snapshot))
                        .as("seed %s, cut %s, version %s", seed, cut, version)
                        .isEqualTo(later);
            }
            TestTable.in(store).log().checkpoint(latest(store));
            assertThat(Image.of(latest(store)))
                    .as("seed %s, twice from %s", seed, cut)
                    .isEqualTo(later);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3})
    void refreshingFromEveryVersionGivesTheWhole(long seed) throws IOException {
        List<List<Action>> commits = commits(new Random(seed));
        InMemoryLogStore store = new InMemoryLogStore();
        DeltaLog log = TestTable.in(store).log();
        List<LogSnapshot> known = new ArrayList<>();
        Image expected = new Image();
        for (int version = 0; version < VERSIONS; version++) {
            put(store, version, commits.get(version));
            expected.replay(commits.get(version));
            known.add(latest(store));
            if (version % 5 == 4) {
                log.checkpoint(known.get(version));
            }
            for (LogSnapshot older : known) {
                LogSnapshot refreshed = LogSnapshot.cast(log.refresh(older));
                assertThat(refreshed.version()).isEqualTo(version);
                assertThat(Image.of(refreshed)).isEqualTo(expected);
            }
        }
    }

    private static LogSnapshot latest(InMemoryLogStore store) {
        return LogSnapshot.cast(TestTable.in(store).log().latestSnapshot());
    }

    private static void put(InMemoryLogStore store, long version, List<Action> actions) throws IOException {
        StringBuilder lines = new StringBuilder();
        actions.forEach(action -> lines.append(ActionJson.write(action)).append('\n'));
        store.putIfAbsent(
                LogFile.commit(version).fileName(),
                LogContent.of(lines.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** Valid commits: a file is added when it is not live and removed when it is. */
    private static List<List<Action>> commits(Random random) {
        List<List<Action>> commits = new ArrayList<>();
        Map<String, Boolean> live = new HashMap<>();
        for (int version = 0; version < VERSIONS; version++) {
            List<Action> actions = new ArrayList<>();
            if (version == 0) {
                actions.add(Protocol.features(Set.of(), Set.of("domainMetadata")));
                actions.add(TestTable.metadata(Map.of()));
            }
            Set<String> touched = new java.util.HashSet<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                String path = "f" + random.nextInt(12);
                if (touched.add(path)) {
                    boolean isLive = live.getOrDefault(path, false);
                    actions.add(isLive ? remove(path) : add(path, version));
                    live.put(path, !isLive);
                }
            }
            switch (random.nextInt(6)) {
                case 0 -> actions.add(TestTable.metadata(Map.of("k", "" + version)));
                case 1, 2 -> actions.add(new SetTransaction("app" + version % 3, version, OptionalLong.of(version)));
                case 3 -> actions.add(new DomainMetadata("d" + version % 2, "" + version, false));
                case 4 -> actions.add(new DomainMetadata("d" + version % 2, "", true));
                default -> {}
            }
            commits.add(actions);
        }
        return commits;
    }

    private static AddFile add(String path, int version) {
        return AddFile.ofNewFile(
                path, PartitionValues.none(), version, version, Optional.of("{\"v\":" + version + "}"));
    }

    private static RemoveFile remove(String path) {
        return TestTable.tombstone(path, System.currentTimeMillis());
    }

    /** A table by the book: the straightforward reconciliation, oldest first. */
    private static final class Image {
        private final TreeMap<String, String> files = new TreeMap<>();
        private final TreeMap<String, String> tombstones = new TreeMap<>();
        private final TreeMap<String, Action> others = new TreeMap<>();

        static Image of(LogSnapshot snapshot) {
            Image image = new Image();
            image.others.put("protocol", snapshot.protocol());
            image.others.put("metadata", snapshot.metadata());
            snapshot.state().transactions().forEach((id, txn) -> image.others.put("txn:" + id, txn));
            snapshot.domainMetadata().forEach(domain -> image.others.put("domain:" + domain.domain(), domain));
            try (ActionIterator actions = snapshot.filesAndTombstones()) {
                while (actions.hasNext()) {
                    image.replay(actions.next());
                }
            }
            TreeMap<String, String> live = new TreeMap<>();
            try (var files = snapshot.files()) {
                files.forEach(file ->
                        assertThat(live.put(file.path(), describe(file))).isNull());
            }
            assertThat(live).isEqualTo(image.files);
            return image;
        }

        void replay(List<Action> commit) {
            commit.forEach(this::replay);
        }

        private void replay(Action action) {
            if (action instanceof AddFile add) {
                files.put(add.path(), describe(add));
                tombstones.remove(add.path());
            } else if (action instanceof RemoveFile remove) {
                files.remove(remove.path());
                tombstones.put(remove.path(), "" + remove.deletionTimestamp());
            } else if (action instanceof Protocol) {
                others.put("protocol", action);
            } else if (action instanceof Metadata) {
                others.put("metadata", action);
            } else if (action instanceof SetTransaction transaction) {
                others.put("txn:" + transaction.appId(), transaction);
            } else if (action instanceof DomainMetadata domain) {
                others.remove("domain:" + domain.domain());
                if (!domain.removed()) {
                    others.put("domain:" + domain.domain(), domain);
                }
            }
        }

        /** Without dataChange, which a checkpoint does not keep. */
        private static String describe(AddFile add) {
            return add.path() + add.size() + add.modificationTime() + add.stats();
        }

        Image copy() {
            Image copy = new Image();
            copy.files.putAll(files);
            copy.tombstones.putAll(tombstones);
            copy.others.putAll(others);
            return copy;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Image that
                    && files.equals(that.files)
                    && tombstones.equals(that.tombstones)
                    && others.equals(that.others);
        }

        @Override
        public int hashCode() {
            return files.hashCode();
        }

        @Override
        public String toString() {
            return files + " " + tombstones + " " + others;
        }
    }
}
