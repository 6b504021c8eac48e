/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.testing.RandomCommits;
import io.flinkdelta.log.testing.TableImage;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
        List<List<Action>> commits = RandomCommits.of(seed, VERSIONS);
        TableImage expected = new TableImage();
        for (int cut = 0; cut < VERSIONS; cut++) {
            expected.replay(commits.get(cut));
            InMemoryLogStore store = new InMemoryLogStore();
            for (int version = 0; version <= cut; version++) {
                put(store, version, commits.get(version));
            }
            LogSnapshot uncut = latest(store);
            assertThat(TableImage.of(uncut))
                    .as("seed %s, version %s", seed, cut)
                    .isEqualTo(expected);

            assertThat(TestTable.in(store).log().checkpoint(uncut)).isTrue();
            for (int version = 0; version <= cut; version++) {
                store.delete(LogFile.commit(version).fileName());
            }
            TableImage later = expected.copy();
            assertThat(TableImage.of(latest(store)))
                    .as("seed %s, cut %s alone", seed, cut)
                    .isEqualTo(later);
            for (int version = cut + 1; version < VERSIONS; version++) {
                put(store, version, commits.get(version));
                later.replay(commits.get(version));
                LogSnapshot snapshot = latest(store);
                assertThat(TableImage.of(snapshot))
                        .as("seed %s, cut %s, version %s", seed, cut, version)
                        .isEqualTo(later);
            }
            TestTable.in(store).log().checkpoint(latest(store));
            assertThat(TableImage.of(latest(store)))
                    .as("seed %s, twice from %s", seed, cut)
                    .isEqualTo(later);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3})
    void refreshingFromEveryVersionGivesTheWhole(long seed) throws IOException {
        List<List<Action>> commits = RandomCommits.of(seed, VERSIONS);
        InMemoryLogStore store = new InMemoryLogStore();
        DeltaLog log = TestTable.in(store).log();
        List<LogSnapshot> known = new ArrayList<>();
        TableImage expected = new TableImage();
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
                assertThat(TableImage.of(refreshed)).isEqualTo(expected);
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
}
