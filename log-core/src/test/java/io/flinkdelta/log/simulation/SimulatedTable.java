/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.DeltaLogComponents;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.maintenance.CheckpointSettings;
import io.flinkdelta.log.protocol.RowIdHighWaterMark;
import io.flinkdelta.log.simulation.DataFiles.Row;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What the processes share: the table's files, the time, the course of things, and who watches. */
final class SimulatedTable {
    static final String PATH = "/table";

    private final TableSetup setup;
    private final Course course;
    private final Trace trace;
    private final Tally tally;
    private final Scheduler scheduler;
    private final InMemoryLogStore log;
    private final InMemoryDataStore data;
    private final DataFiles files;
    private final History history;
    private final Referee referee;
    private final OldFiles oldFiles;

    /** A table that is not there yet. */
    SimulatedTable(TableSetup setup, Course course, Trace trace, Tally tally) {
        this.setup = setup;
        this.course = course;
        this.trace = trace;
        this.tally = tally;
        this.scheduler = new Scheduler(course, TableSetup.START_MILLIS);
        this.log = new InMemoryLogStore("memory:/table/_delta_log", clock(0));
        this.data = new InMemoryDataStore("memory:/table", clock(0));
        this.files = new DataFiles(data);
        this.history = new History(files);
        this.referee = new Referee(scheduler, tally, history, log);
        this.oldFiles = new OldFiles(this);
        TableStorage honest = new TableStorage(PATH, log, data);
        referee.require(new FilesStay(this));
        referee.require(oldFiles);
        referee.require(new LogStays(this, honest));
        referee.require(new CheckpointsAreReplay(this, honest));
        referee.require(new ChecksumsAreReplay(history));
        if (setup.tracked()) {
            referee.require(new TrackedRows());
        }
    }

    /** Version 0, which nobody disturbs, with one file if it is to have rows. */
    void create(int rows) throws IOException {
        List<Row> first = files.newRows(rows);
        Set<Long> keys = first.stream().map(Row::key).collect(Collectors.toSet());
        referee.attempt("creation", new Effect(Set.of(), keys, true, Optional.empty()));
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        info.put("inCommitTimestamp", TableSetup.START_MILLIS);
        info.put("timestamp", TableSetup.START_MILLIS)
                .put("operation", "CREATE TABLE")
                .put("txnId", "creation");
        List<Action> actions =
                new ArrayList<>(List.of(CommitInfo.of(info), setup.protocol(), TestTable.metadata(setup.properties())));
        if (rows > 0) {
            files.write(data, "first", first);
            actions.add(TestTable.file("first", rows).withRowIds(OptionalLong.of(0), OptionalLong.of(0)));
            actions.add(new RowIdHighWaterMark(rows - 1L).toDomainMetadata());
        }
        String lines =
                actions.stream().map(action -> ActionJson.write(action) + "\n").collect(Collectors.joining());
        log().put(LogFile.commit(0).fileName(), lines.getBytes(StandardCharsets.UTF_8));
    }

    /** An actor who begins anew, as another process, whenever one has ended by a crash. */
    void add(String name, long seed, Consumer<SimulatedProcess> work) {
        scheduler.add(name, self -> {
            boolean done = false;
            for (int i = 0; !done; i++) {
                try {
                    work.accept(new SimulatedProcess(this, self, seed + i));
                    done = true;
                } catch (Crash e) {
                    trace.add(scheduler.now(), name, "BEGINS ANEW", "", "");
                }
            }
        });
    }

    TableSetup setup() {
        return setup;
    }

    Course course() {
        return course;
    }

    Trace trace() {
        return trace;
    }

    Tally tally() {
        return tally;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    SharedFolder log() {
        return new SharedFolder(log, "", referee);
    }

    InMemoryDataStore data() {
        return data;
    }

    DataFiles files() {
        return files;
    }

    History history() {
        return history;
    }

    Referee referee() {
        return referee;
    }

    OldFiles oldFiles() {
        return oldFiles;
    }

    Clock clock(long skewMillis) {
        return new SimulatedClock(scheduler::now, skewMillis);
    }

    /** Nothing runs on threads that the scheduler does not know. */
    DeltaLogComponents components(Random random) {
        return DeltaLogComponents.defaults()
                .withRandom(random)
                .withChecksums(setup.checksums())
                .withCheckpointExecutor(Runnable::run)
                .withReadParallelism(ReadParallelism.none())
                .withCheckpointSettings(CheckpointSettings.defaults()
                        .withWriters(1)
                        .withInlineActions(setup.inlineActions())
                        .withActionsPerPart(setup.actionsPerFile())
                        .withActionsPerSidecar(setup.actionsPerFile()))
                .withCommitSettings(new CommitSettings(
                        1000, 3, Duration.ofMillis(10), Duration.ofSeconds(1), Duration.ofSeconds(10)));
    }
}
