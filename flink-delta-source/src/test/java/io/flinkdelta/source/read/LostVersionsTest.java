/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static io.flinkdelta.source.testing.ChangingTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.source.plan.Budget;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanPosition.InSnapshot;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.Planned;
import io.flinkdelta.source.plan.Planned.Next;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.plan.TablePlanner;
import io.flinkdelta.source.testing.ChangingTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions that are not there: never were, were cleaned up, or are of another table by now. */
class LostVersionsTest {
    @TempDir
    private Path folder;

    private ChangingTable table;
    private DeltaLog reading;

    @BeforeEach
    void create() {
        table = ChangingTable.create(folder.resolve("t"));
        append(1, 5);
        reading = ScanRun.log(table.folder());
    }

    private void append(long first, long last) {
        for (long id = first; id <= last; id++) {
            table.append(row(id, "v"));
        }
    }

    @AfterEach
    void close() {
        table.close();
        reading.close();
    }

    private TablePlanner planner(StartingPoint start, EndingPoint end, boolean failOnDataLoss) {
        return planner(settings(start, end, failOnDataLoss), Optional.empty());
    }

    private TablePlanner planner(PlanSettings settings, Optional<PlanPosition> position) {
        return new TablePlanner(
                reading, ScanRun.scan(table.folder(), table.newest()), settings, 1, position, OptionalLong.empty());
    }

    private static PlanSettings settings(StartingPoint start, EndingPoint end, boolean failOnDataLoss) {
        return new PlanSettings(
                start, end, CommitReading.APPENDS, failOnDataLoss, List.of(), null, 1 << 20, 1 << 10, false);
    }

    private static Planned all(TablePlanner planner) {
        return planner.plan(Budget.ofSplits(1000));
    }

    private static List<Long> versions(Planned planned) {
        return planned.splits().stream().map(split -> split.version()).toList();
    }

    @Test
    void versionsThatNeverWereAreErrorsThatNameTheRange() {
        for (boolean failOnDataLoss : new boolean[] {true, false}) {
            assertThatThrownBy(() ->
                            all(planner(new StartingPoint.SnapshotOf(9), new EndingPoint.AtOnce(), failOnDataLoss)))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContainingAll("has no version 9", "earliestVersion=0", "latestVersion=5");
            assertThatThrownBy(() ->
                            all(planner(new StartingPoint.ChangesOf(9), new EndingPoint.AtOnce(), failOnDataLoss)))
                    .hasMessageContainingAll("no version to start with yet", "version=9", "latestVersion=5");
        }
    }

    @Test
    void anEndBeforeTheBeginningIsAnError() {
        for (StartingPoint start : List.of(
                new StartingPoint.LatestSnapshot(), new StartingPoint.SnapshotOf(4), new StartingPoint.ChangesOf(4))) {
            assertThatThrownBy(() -> all(planner(start, new EndingPoint.Version(3), true)))
                    .hasMessageContainingAll("comes before the first", "endingVersion=3", "scan.ending-version");
        }
    }

    @Test
    void whatIsNewIsNothingUntilThereIsSomething() {
        TablePlanner planner = planner(new StartingPoint.ChangesOf(6), new EndingPoint.Never(), true);
        assertThat(all(planner).next()).isEqualTo(Next.NEW_VERSION);
        append(6, 7);
        assertThat(versions(all(planner))).containsExactly(6L, 7L);
    }

    /** Just before the table is listed for the first, second, ... time: it is read, then or with the next look. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void aVersionThatComesWhileItIsLookedForIsNotLost(int listings) {
        TableStorage storage = reading.storage();
        FaultyLogStore log = new FaultyLogStore(storage.log());
        log.on(LogOperation.LIST).afterSkipping(listings).runBefore(() -> append(6, 6));
        try (DeltaLog watched =
                new DeltaLog(new TableStorage(storage.tablePath(), log, storage.data()), Clock.systemUTC())) {
            TablePlanner planner = new TablePlanner(
                    watched,
                    ScanRun.scan(table.folder(), table.newest()),
                    settings(new StartingPoint.LatestSnapshot(), new EndingPoint.Never(), true),
                    1,
                    Optional.of(new InChanges(6, 0)),
                    OptionalLong.empty());
            List<Long> planned = new ArrayList<>();
            for (int looks = 0; looks < 10; looks++) {
                planned.addAll(versions(all(planner)));
            }
            assertThat(planned).containsExactly(6L);
        }
    }

    @Test
    void aRestoredJobThatIsTooLate() {
        append(6, 8);
        table.cleanUpBefore(5);
        Optional<PlanPosition> at = Optional.of(new InChanges(2, 0));
        assertThatThrownBy(() ->
                        all(planner(settings(new StartingPoint.LatestSnapshot(), new EndingPoint.Never(), true), at)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll(
                        "version=2", "earliestVersion=5", "latestVersion=8", "scan.fail-on-data-loss = false");
        Planned planned =
                all(planner(settings(new StartingPoint.LatestSnapshot(), new EndingPoint.Never(), false), at));
        assertThat(versions(planned)).containsExactly(5L, 6L, 7L, 8L);
        assertThat(planned.lostVersions()).isEqualTo(3);
    }

    @Test
    void aCommitThatIsGoneWhileItsCheckpointIsThere() {
        append(6, 8);
        table.cleanUpBefore(5);
        table.delete("_delta_log/00000000000000000005.json");
        Planned planned = all(planner(
                settings(new StartingPoint.LatestSnapshot(), new EndingPoint.Never(), false),
                Optional.of(new InChanges(2, 0))));
        assertThat(versions(planned)).containsExactly(6L, 7L, 8L);
        assertThat(planned.lostVersions()).isEqualTo(4);
    }

    @Test
    void aSnapshotThatIsGoneInTheMiddleOfItsFiles() {
        append(6, 8);
        table.cleanUpBefore(7);
        PlanSettings lenient = settings(new StartingPoint.SnapshotOf(4), new EndingPoint.Never(), false);
        assertThat(versions(all(planner(lenient, Optional.of(InSnapshot.begin(4))))))
                .containsExactly(7L, 8L);
        assertThatThrownBy(() -> all(planner(lenient, Optional.empty())))
                .as("a job that begins anew has lost nothing: it asks for what there is not")
                .hasMessageContainingAll("cleaned up", "earliestVersion=7");
    }

    @Test
    void aGapBelowARunningTail() {
        TablePlanner strict = planner(new StartingPoint.ChangesOf(5), new EndingPoint.Never(), true);
        TablePlanner lenient = planner(new StartingPoint.ChangesOf(5), new EndingPoint.Never(), false);
        assertThat(versions(all(strict))).containsExactly(5L);
        assertThat(versions(all(lenient))).containsExactly(5L);
        append(6, 9);
        table.cleanUpBefore(8);
        assertThatThrownBy(() -> all(strict))
                .hasMessageContainingAll("version=6", "earliestVersion=8", "scan.fail-on-data-loss = false");
        Planned planned = all(lenient);
        assertThat(versions(planned)).containsExactly(8L, 9L);
        assertThat(planned.lostVersions()).isEqualTo(2);
    }

    @Test
    void whatIsLostBeyondTheEndIsTheEnd() {
        append(6, 8);
        table.cleanUpBefore(7);
        Planned planned = all(planner(
                settings(new StartingPoint.ChangesOf(2), new EndingPoint.Version(4), false),
                Optional.of(new InChanges(2, 0))));
        assertThat(planned.splits()).isEmpty();
        assertThat(planned.next()).isEqualTo(Next.END);
    }

    @Test
    void aTableThatIsDroppedIsAnError() throws IOException {
        TablePlanner planner = planner(new StartingPoint.ChangesOf(5), new EndingPoint.Never(), false);
        all(planner);
        deleteAll();
        assertThatThrownBy(() -> all(planner)).hasMessageContaining("not a Delta table");
        assertThatThrownBy(() -> all(planner)).hasMessageContaining("not a Delta table");
    }

    @Test
    void aTableThatIsMadeAnewIsAnError() throws IOException {
        for (int commits : new int[] {0, 5, 9}) {
            TablePlanner planner = planner(new StartingPoint.ChangesOf(5), new EndingPoint.Never(), false);
            all(planner);
            Optional<PlanPosition> at = Optional.of(new InChanges(6, 0));
            TablePlanner restored =
                    planner(settings(new StartingPoint.LatestSnapshot(), new EndingPoint.Never(), false), at);
            deleteAll();
            table = ChangingTable.create(folder.resolve("t"));
            append(1, commits);
            assertThatThrownBy(() -> all(planner))
                    .as("after %s commits", commits)
                    .hasMessageContaining("made anew");
            assertThatThrownBy(() -> all(restored))
                    .as("after %s commits", commits)
                    .hasMessageContaining("made anew");
            append(commits + 1, 5);
        }
    }

    @Test
    void aTableThatIsSetBackIsAnError() {
        TablePlanner planner = planner(new StartingPoint.ChangesOf(5), new EndingPoint.Never(), false);
        all(planner);
        table.delete("_delta_log/00000000000000000005.json");
        table.delete("_delta_log/00000000000000000004.json");
        assertThatThrownBy(() -> all(planner)).hasMessageContainingAll("set back", "latestVersion=3");
        TablePlanner restored = planner(
                settings(new StartingPoint.LatestSnapshot(), new EndingPoint.Never(), false),
                Optional.of(new InChanges(6, 0)));
        assertThatThrownBy(() -> all(restored)).hasMessageContainingAll("older version", "latestVersion=3");
    }

    private void deleteAll() throws IOException {
        table.close();
        try (Stream<Path> files = Files.walk(table.folder())) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
