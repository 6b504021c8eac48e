/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.file.LogFile.Compacted;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.testing.CheckpointFixture;
import io.flinkdelta.log.testing.RandomCommits;
import io.flinkdelta.log.testing.TableImage;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * At each cut, what was written by somebody else for the commits up to there or between two cuts, and the
 * commits after it, give what a replay of all commits gives. The files are made by the test alone.
 */
class EveryCutTest {
    private static final int VERSIONS = 10;

    /** Each kind of checkpoint that the protocol knows. */
    enum Kind {
        CLASSIC {
            @Override
            void write(CheckpointFixture log, List<Action> state, List<Action> files, long version) {
                log.manifest("classic", concat(state, files));
            }
        },
        TWO_PARTS {
            @Override
            void write(CheckpointFixture log, List<Action> state, List<Action> files, long version) {
                log.part(1, 2, every(2, 0, concat(files, state)));
                log.part(2, 2, every(2, 1, concat(files, state)));
            }
        },
        FIVE_PARTS {
            @Override
            void write(CheckpointFixture log, List<Action> state, List<Action> files, long version) {
                for (int part = 0; part < 5; part++) {
                    log.part(part + 1, 5, every(5, part, concat(state, files)));
                }
            }
        },
        V2_JSON {
            @Override
            void write(CheckpointFixture log, List<Action> state, List<Action> files, long version) {
                log.manifest("json", concat(v2(version), concat(files, state)));
            }
        },
        V2_JSON_SIDECARS {
            @Override
            void write(CheckpointFixture log, List<Action> state, List<Action> files, long version) {
                log.manifest("json", concat(concat(v2(version), sidecars(log, files, 3)), state));
            }
        },
        V2_PARQUET {
            @Override
            void write(CheckpointFixture log, List<Action> state, List<Action> files, long version) {
                log.manifest("parquet", concat(concat(state, v2(version)), files));
            }
        },
        V2_PARQUET_SIDECARS {
            @Override
            void write(CheckpointFixture log, List<Action> state, List<Action> files, long version) {
                log.manifest("parquet", concat(concat(v2(version), state), sidecars(log, files, 2)));
            }
        },
        V2_CLASSIC_NAME {
            @Override
            void write(CheckpointFixture log, List<Action> state, List<Action> files, long version) {
                log.manifest("classic", concat(concat(v2(version), state), files));
            }
        },
        V2_CLASSIC_NAME_SIDECAR {
            @Override
            void write(CheckpointFixture log, List<Action> state, List<Action> files, long version) {
                log.manifest("classic", concat(concat(v2(version), state), sidecars(log, files, 1)));
            }
        };

        abstract void write(CheckpointFixture log, List<Action> state, List<Action> files, long version);

        private static List<Action> v2(long version) {
            return List.of(new CheckpointMetadata(version, Map.of()));
        }

        private static List<Action> sidecars(CheckpointFixture log, List<Action> files, int count) {
            return IntStream.range(0, count)
                    .mapToObj(i -> (Action) log.sidecar("s" + i, every(count, i, files)))
                    .toList();
        }

        private static List<Action> every(int step, int first, List<Action> actions) {
            return IntStream.range(0, actions.size())
                    .filter(i -> i % step == first)
                    .mapToObj(actions::get)
                    .toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCheckpointAndTheCommitsAfterIt(Kind kind) throws IOException {
        for (long seed = 1; seed <= 2; seed++) {
            List<List<Action>> commits = RandomCommits.of(seed, VERSIONS);
            TableImage atCut = new TableImage();
            for (int cut = 0; cut < VERSIONS; cut++) {
                atCut.replay(commits.get(cut));
                InMemoryLogStore store = new InMemoryLogStore();
                kind.write(new CheckpointFixture(store, cut), atCut.state(), atCut.files(), cut);
                TableImage expected = atCut.copy();
                assertThat(latest(store)).as("seed %s, cut %s", seed, cut).isEqualTo(expected);
                for (int version = cut + 1; version < VERSIONS; version++) {
                    commit(store, version, commits.get(version));
                    expected.replay(commits.get(version));
                    assertThat(latest(store))
                            .as("seed %s, cut %s, version %s", seed, cut, version)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 4})
    void aCompactedFileOfEachRange(long seed) throws IOException {
        List<List<Action>> commits = RandomCommits.of(seed, VERSIONS);
        for (int first = 0; first < VERSIONS; first++) {
            for (int last = first + 1; last < VERSIONS; last++) {
                CountingLogStore store = new CountingLogStore(logOf(commits));
                String name = compact(store, commits, first, last);
                for (int version = 0; version < VERSIONS; version++) {
                    store.reset();
                    assertThat(at(store, version))
                            .as("seed %s, %s, version %s", seed, name, version)
                            .isEqualTo(replayed(commits, version));
                    List<Long> commitsRead = store.names(LogOperation.READ).stream()
                            .filter(read -> LogFile.parse(read)
                                    .filter(LogFile.Commit.class::isInstance)
                                    .isPresent())
                            .map(EveryCutTest::version)
                            .distinct()
                            .sorted()
                            .toList();
                    boolean used = version >= last;
                    assertThat(store.names(LogOperation.READ).contains(name)).isEqualTo(used);
                    int from = first;
                    int to = used ? last : first - 1;
                    assertThat(commitsRead)
                            .isEqualTo(LongStream.rangeClosed(0, version)
                                    .filter(commit -> commit < from || commit > to)
                                    .boxed()
                                    .toList());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CLASSIC", "TWO_PARTS", "V2_JSON_SIDECARS"})
    void compactedFilesAfterACheckpoint(Kind kind) throws IOException {
        List<List<Action>> commits = RandomCommits.of(5, VERSIONS);
        for (int cut = 0; cut < VERSIONS; cut++) {
            InMemoryLogStore store = logOf(commits);
            TableImage atCut = replayed(commits, cut);
            kind.write(new CheckpointFixture(store, cut), atCut.state(), atCut.files(), cut);
            // Two that meet, one that reaches under the checkpoint when it is at 4 to 6, one over all.
            compact(store, commits, 1, 3);
            compact(store, commits, 4, 7);
            compact(store, commits, 2, 8);
            compact(store, commits, 0, 9);
            for (int version = 0; version < VERSIONS; version++) {
                assertThat(at(store, version))
                        .as("cut %s, version %s", cut, version)
                        .isEqualTo(replayed(commits, version));
            }
        }
    }

    private static List<Action> concat(List<? extends Action> first, List<? extends Action> second) {
        List<Action> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static TableImage replayed(List<List<Action>> commits, int version) {
        TableImage image = new TableImage();
        commits.subList(0, version + 1).forEach(image::replay);
        return image;
    }

    private static InMemoryLogStore logOf(List<List<Action>> commits) throws IOException {
        InMemoryLogStore store = new InMemoryLogStore();
        for (int version = 0; version < commits.size(); version++) {
            commit(store, version, commits.get(version));
        }
        return store;
    }

    private static void commit(InMemoryLogStore store, long version, List<Action> actions) throws IOException {
        store.putIfAbsent(LogFile.commit(version).fileName(), LogContent.of(CheckpointFixture.json(actions)));
    }

    /** Of the commits alone: the removals of domains stay in it, as those of files do. */
    private static String compact(LogStore store, List<List<Action>> commits, int first, int last) throws IOException {
        TableImage image = new TableImage();
        commits.subList(first, last + 1).forEach(image::replay);
        List<Action> removedDomains = commits.subList(first, last + 1).stream()
                .flatMap(List::stream)
                .filter(action -> action instanceof DomainMetadata domain
                        && image.state().stream()
                                .noneMatch(live -> live instanceof DomainMetadata other
                                        && other.domain().equals(domain.domain())))
                .map(action -> (Action) new DomainMetadata(((DomainMetadata) action).domain(), "", true))
                .distinct()
                .toList();
        String name = new Compacted(first, last).fileName();
        store.putIfAbsent(
                name,
                LogContent.of(CheckpointFixture.json(concat(concat(image.files(), image.state()), removedDomains))));
        return name;
    }

    private static long version(String fileName) {
        return LogFile.parse(fileName).map(LogFile::version).orElse(-1L);
    }

    private static TableImage latest(LogStore store) {
        return TableImage.of(LogSnapshot.cast(TestTable.in(store).log().latestSnapshot()));
    }

    private static TableImage at(LogStore store, long version) {
        return TableImage.of(LogSnapshot.cast(TestTable.in(store).log().snapshotAt(version)));
    }
}
