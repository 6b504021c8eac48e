/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.OutcomeUnknownException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two writers of a table with one file: every order of their calls to the storage, with every fault at every call, one
 * in each course.
 */
class EveryCourseTest {
    private static final int ROWS = 12;
    private static final int TRACED = 200;

    private record Scenario(
            String name,
            boolean tracked,
            Function<SimulatedTable, Consumer<SimulatedProcess>> one,
            Function<SimulatedTable, Consumer<SimulatedProcess>> other) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Scenario> scenarios() {
        return Stream.of(
                new Scenario("append, delete", true, step("one", RowChanges::append), step("two", RowChanges::delete)),
                new Scenario("two deletes", true, step("one", RowChanges::delete), step("two", RowChanges::delete)),
                new Scenario("two upserts", true, step("one", RowChanges::upsert), step("two", RowChanges::upsert)),
                new Scenario(
                        "delete, compaction",
                        false,
                        step("one", RowChanges::delete),
                        step("two", FileChanges::compact)),
                new Scenario(
                        "delete, foreign OPTIMIZE",
                        true,
                        step("one", RowChanges::delete),
                        table -> EveryCourseTest::optimize),
                new Scenario("append, alter", true, step("one", RowChanges::append), table -> EveryCourseTest::alter));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void nothingGoesWrong(Scenario scenario) throws IOException {
        EnumeratedCourse course = new EnumeratedCourse();
        long start = System.nanoTime();
        Tally tally = new Tally();
        long courses = 0;
        do {
            courses++;
            run(scenario, course, tally);
        } while (course.next());
        System.out.printf(
                Locale.ROOT,
                "every course of %s: courses=%d seconds=%.1f %s%n",
                scenario,
                courses,
                (System.nanoTime() - start) / 1e9,
                tally);
        assertThat(tally.counts()).containsKeys("CRASH_AFTER", "LAND_LATE", "REPEAT_PUT", "AlreadyCommitted");
    }

    private static void run(Scenario scenario, EnumeratedCourse course, Tally tally) throws IOException {
        Trace trace = new Trace(TRACED);
        SimulatedTable table = new SimulatedTable(TableSetup.plain(scenario.tracked), course, trace, tally);
        try {
            table.create(ROWS);
            table.add("one", 1000, scenario.one.apply(table));
            table.add("other", 2000, scenario.other.apply(table));
            table.scheduler().run();
            table.referee().ended();
        } catch (RuntimeException | Error e) {
            throw new AssertionError(scenario + ", course " + course + ": " + e.getMessage() + "\n" + trace, e);
        }
    }

    /** One commit, whatever it takes. */
    private static Function<SimulatedTable, Consumer<SimulatedProcess>> step(String appId, Change change) {
        return table -> {
            Writer writer = new Writer(table, new Random(appId.hashCode()), appId, List.of(change));
            return process -> writer.work(process, 1);
        };
    }

    private static void optimize(SimulatedProcess process) {
        process.course().undisturbed(true);
        try {
            new ForeignOptimize(process).run(process.log().latestSnapshot(), new Random(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            process.course().undisturbed(false);
        }
    }

    private static void alter(SimulatedProcess process) {
        process.progress(Optional.empty());
        process.intend(Effect.NONE);
        try {
            process.log().alterTable(new AlterTable.SetProperties(Map.of("simulation", "x")));
        } catch (CommitConflictException | OutcomeUnknownException e) {
            process.trace("FAILED", "alter", e.getMessage());
        }
    }
}
