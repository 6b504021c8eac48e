/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.fuzz.LogOracle.Image;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.log.testing.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Damages logs at random: what is read is the table, or what the damaged bytes say it is, or one clear
 * error; never anything else, and never for long. {@code -Dfuzz.seeds=N} tries more, {@code -Dfuzz.first=S}
 * begins at the seed that a failure names.
 */
class LogFuzzTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SEEDS = Integer.getInteger("fuzz.seeds", 150);
    private static final long FIRST = Long.getLong("fuzz.first", 1);
    private static final long LONG_MILLIS = 5000;

    /** Whether checkpoints hold what belongs to others, which may be the same file twice: nobody can tell. */
    private boolean mixedUp;

    private int read;
    private int refused;

    @Test
    void logsOfEveryShape() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Random random = new Random(seed);
            LogFiles log = RandomLog.of(random);
            fuzz("seed " + seed, log, random);
        }
        assertThat(read).isPositive();
        assertThat(refused).isPositive();
    }

    @Test
    void logsThatOthersWrote() {
        List<LogFiles> logs = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Path table : SharedTables.find().all()) {
            LogFiles log = LogFiles.of(table);
            if (log.bytes() < 300_000 && isReadable(log)) {
                logs.add(log);
                names.add(table.getFileName().toString());
            }
        }
        assertThat(logs).hasSizeGreaterThan(60);
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Random random = new Random(seed);
            int which = random.nextInt(logs.size());
            fuzz("seed " + seed + ", " + names.get(which), logs.get(which), random);
        }
    }

    private boolean isReadable(LogFiles log) {
        try {
            image(TestTable.in(log.toStore()).log().latestSnapshot());
            return true;
        } catch (DeltaException e) {
            return false;
        }
    }

    private void fuzz(String what, LogFiles log, Random random) {
        LogFiles damaged = log.copy();
        StringBuilder how = new StringBuilder(what);
        mixedUp = false;
        for (int i = random.nextInt(4) == 0 ? 2 : 1; i > 0 && !damaged.names().isEmpty(); i--) {
            String name = damaged.names().get(random.nextInt(damaged.names().size()));
            LogMutation mutation = List.of(LogMutation.values()).get(random.nextInt(LogMutation.values().length));
            if (!mutation.ofText || !name.endsWith(".parquet")) {
                mutation.apply(damaged, name, random);
                mixedUp |= mutation == LogMutation.SWAP_FILES && name.endsWith(".parquet");
                how.append(", ").append(mutation).append(' ').append(name);
            }
        }
        Set<Image> before = new LogOracle(log).images(Optional.empty());
        DeltaLog table = TestTable.in(damaged.toStore()).log();
        check(how.toString(), damaged, before, Optional.empty(), table);
        check(how + ", at 3", damaged, new LogOracle(log).images(Optional.of(3L)), Optional.of(3L), table);
        try {
            table.history(OptionalInt.empty());
            table.earliestVersion();
        } catch (DeltaException e) {
            assertThat(e).as(how.toString()).isNotInstanceOf(UnsupportedFeatureException.class);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(how.toString(), e);
        }
    }

    private void check(String how, LogFiles damaged, Set<Image> before, Optional<Long> version, DeltaLog table) {
        long started = System.nanoTime();
        try {
            Snapshot snapshot = version.isPresent() ? table.snapshotAt(version.get()) : table.latestSnapshot();
            Image image = image(snapshot);
            if (!before.contains(image)) {
                Set<Image> now = new LogOracle(damaged).images(version);
                assertThat(now).as(how).contains(image);
            }
            read++;
        } catch (CorruptLogException e) {
            assertThat(e.context().pairs().keySet()).as("%s: %s", how, e).containsAnyOf("file", "version", "path");
            if (e.problem().startsWith("A line of")) {
                assertThat(e.context().pairs().keySet()).as(how).contains("file", "line");
            }
            refused++;
        } catch (UnsupportedFeatureException e) {
            Set<Image> now = new LogOracle(damaged).images(version);
            assertThat(now.equals(before)).as("%s: %s", how, e).isFalse();
            refused++;
        } catch (InvalidRequestException e) {
            assertThat(e.getMessage()).as(how).containsAnyOf("no version", "cleaned up", "not a Delta table");
            refused++;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(how + ": " + e, e);
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started))
                .as(how)
                .isLessThan(LONG_MILLIS);
    }

    private Image image(Snapshot snapshot) {
        LogSnapshot own = LogSnapshot.cast(snapshot);
        Image image = new Image();
        List<Action> actions = new ArrayList<>(List.of(own.protocol(), own.metadata()));
        actions.addAll(own.state().transactions().values());
        actions.addAll(own.domainMetadata());
        try (ActionIterator files = own.filesAndTombstones()) {
            files.forEachRemaining(actions::add);
        }
        for (Action action : actions) {
            image.replay(json(action));
        }
        if (mixedUp) {
            return image;
        }
        assertThat(image.actions).as("each once").hasSameSizeAs(actions);
        List<String> live = new ArrayList<>();
        try (var files = snapshot.files()) {
            files.forEach(file -> live.add(file.path()));
        }
        assertThat(live).as("with and without tombstones").hasSize((int) image.actions.values().stream()
                .filter(action -> action.startsWith("add "))
                .count());
        return image;
    }

    private static ObjectNode json(Action action) {
        try {
            return (ObjectNode) JSON.readTree(ActionJson.write(action));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
