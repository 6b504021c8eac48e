/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.DeltaSourceBuilder;
import io.flinkdelta.source.DeltaSourceOptions;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.read.ScanRun.Change;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random tables, read by jobs of random settings that fail at random moments while the table grows and its log is cleaned
 * up: what comes out is what the table's history says, and in its order where that is asked for.
 * {@code -Dplan.seeds=N} for more seeds, {@code -Dplan.from=S} for others.
 */
class RandomPlanTest {
    @TempDir
    private Path folder;

    static Stream<Long> seeds() {
        return Stream.iterate(Long.getLong("plan.from", 0), seed -> seed + 1).limit(Long.getLong("plan.seeds", 8));
    }

    /** What a job is asked for. */
    private record Request(
            boolean snapshot,
            long start,
            long end,
            CommitReading reading,
            List<String> key,
            long firstId,
            boolean ordered,
            boolean byTime) {

        static Request random(RandomHistory history, RandomGenerator random) {
            return new Request(
                    random.nextBoolean(),
                    random.nextLong(history.newest() + 1),
                    history.newest() + random.nextInt(8),
                    random.nextInt(3) == 0 ? CommitReading.SKIP_CHANGE_COMMITS : CommitReading.CHANGES,
                    List.of(List.<String>of(), List.of("id"), List.of("id", "part"))
                            .get(random.nextInt(3)),
                    random.nextBoolean() ? 0 : random.nextLong(300),
                    random.nextBoolean(),
                    random.nextBoolean());
        }

        DeltaSource source(Path table, RandomGenerator random) {
            DeltaSourceBuilder source = DeltaSource.forRowData(table.toString())
                    .option(DeltaSourceOptions.ENDING_VERSION, end)
                    .option(DeltaSourceOptions.COMMIT_READING, reading)
                    .option(DeltaSourceOptions.PRIMARY_KEY, reading == CommitReading.CHANGES ? key : List.of())
                    .option(DeltaSourceOptions.ORDERED, ordered)
                    .option(
                            DeltaSourceOptions.SPLIT_SIZE,
                            new MemorySize(random.nextInt(100, 200 << random.nextInt(7))))
                    .option(DeltaSourceOptions.OPEN_FILE_COST, new MemorySize(random.nextInt(1, 3_000)))
                    .monitorContinuously(Duration.ofSeconds(1));
            if (snapshot) {
                source.option(DeltaSourceOptions.VERSION_AS_OF, start);
            } else {
                source.option(DeltaSourceOptions.STARTING_VERSION, Long.toString(start));
            }
            if (byTime) {
                source.option(DeltaSourceOptions.WATERMARK_COLUMN, "id");
            }
            if (random.nextBoolean()) {
                source.option(DeltaSourceOptions.MAX_FILES, random.nextLong(1, 4));
            }
            if (random.nextBoolean()) {
                source.option(DeltaSourceOptions.MAX_BYTES, new MemorySize(random.nextInt(1, 10_000)));
            }
            RandomHistory.filter(firstId).ifPresent(source::filter);
            return source.build();
        }

        List<Change> expected(RandomHistory history) {
            long first = snapshot ? start + 1 : start;
            Stream<Change> rows = snapshot ? history.rows(start) : Stream.empty();
            Stream<Change> later = reading == CommitReading.CHANGES
                    ? history.changes(first, end, !key.isEmpty())
                    : history.appended(first, end);
            return Stream.concat(rows, later)
                    .filter(change -> RandomHistory.id(change) >= firstId)
                    .toList();
        }

        /** Rows that can be updates of each other are in order; that is all, where these are in different partitions. */
        boolean ordersTable() {
            return reading == CommitReading.CHANGES && key.equals(List.of("id"));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatComesOutIsWhatTheHistorySays(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (RandomHistory history = new RandomHistory(folder.resolve("t"), random)) {
            for (int commits = random.nextInt(12); commits > 0; commits--) {
                history.grow();
            }
            Request request = Request.random(history, random);
            List<Change> committed = run(history, request, random);
            assertThat(committed)
                    .as("seed %s, %s", seed, request)
                    .containsExactlyInAnyOrderElementsOf(request.expected(history));
            if (request.ordered()) {
                assertInOrder(request, committed);
            }
        }
    }

    private List<Change> run(RandomHistory history, Request request, RandomGenerator random) throws Exception {
        Path table = folder.resolve("t");
        ScanRun reading = new ScanRun(
                ScanRun.scan(
                        table, history.table().newest(), Optional.empty(), RandomHistory.filter(request.firstId())),
                new PlanSettings(
                        new StartingPoint.ChangesOf(0),
                        new EndingPoint.Never(),
                        request.reading(),
                        true,
                        request.key(),
                        null,
                        1,
                        1,
                        false),
                random);
        SimulatedJob job = new SimulatedJob(request.source(table, random), reading, random);
        for (int steps = 0; !job.isDone(); steps++) {
            assertThat(steps).as("%s goes on for ever", request).isLessThan(20_000);
            job.step();
            if (request.byTime()) {
                job.assertNoRowOfAVersionIsLate(request.snapshot() ? request.start() : -1);
            }
            if (random.nextInt(10) == 0 && history.newest() < request.end() + 2) {
                history.grow();
            }
            if (random.nextInt(20) == 0) {
                history.table().cleanUpBefore(Math.min(job.oldestNeeded(), history.newest()));
            }
        }
        return job.committed();
    }

    private static void assertInOrder(Request request, List<Change> committed) {
        Map<String, List<Long>> versions = committed.stream()
                .collect(Collectors.groupingBy(
                        change -> request.ordersTable() ? "" : RandomHistory.part(change),
                        Collectors.mapping(Change::version, Collectors.toList())));
        versions.values().forEach(each -> assertThat(each).as("%s", request).isSorted());
    }
}
