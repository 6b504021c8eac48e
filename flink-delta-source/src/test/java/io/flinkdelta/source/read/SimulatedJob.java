/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.EnumeratorState;
import io.flinkdelta.source.FakeCoordinator;
import io.flinkdelta.source.read.ScanRun.Change;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.DeltaSplitSerializer;
import io.flinkdelta.source.split.SplitPosition;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A job whose coordinator and readers do their next steps in random order, fail, and start anew in other numbers. */
final class SimulatedJob {
    private final DeltaSource source;
    private final ScanRun reading;
    private final RandomGenerator random;
    private final List<Change> committed = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private FakeCoordinator coordinator;
    private EnumeratorState state =
            new EnumeratorState(Optional.empty(), Optional.empty(), OptionalLong.empty(), List.of());
    private long checkpoint;
    /** The greatest watermark that any reader has told since the last failure. */
    private long watermark = Long.MIN_VALUE;
    /** What was read last, and the watermark before it. */
    private List<Change> lastRead = List.of();

    private long watermarkBefore = Long.MIN_VALUE;

    private static final class Reader {
        private final int subtask;
        private final Deque<DeltaSplit> splits = new ArrayDeque<>();
        /** Since the last checkpoint. */
        private final List<Change> given = new ArrayList<>();

        /** Of the last checkpoint. */
        private List<DeltaSplit> kept;

        private boolean registered;
        private boolean asked;

        Reader(int subtask, List<DeltaSplit> kept) {
            this.subtask = subtask;
            this.kept = kept;
        }
    }

    SimulatedJob(DeltaSource source, ScanRun reading, RandomGenerator random) throws IOException {
        this.source = source;
        this.reading = reading;
        this.random = random;
        restart();
    }

    /** Of everything, from the last checkpoint. */
    void restart() throws IOException {
        List<List<DeltaSplit>> kept = new ArrayList<>();
        int parallelism = random.nextInt(1, 5);
        LongStream.range(0, parallelism).forEach(i -> kept.add(new ArrayList<>()));
        for (Reader reader : readers) {
            for (DeltaSplit split : reader.kept) {
                kept.get(random.nextInt(parallelism)).add(copy(new DeltaSplitSerializer(), split));
            }
        }
        readers.clear();
        watermark = Long.MIN_VALUE;
        coordinator = new FakeCoordinator(parallelism);
        coordinator.start(source, copy(source.getEnumeratorCheckpointSerializer(), state));
        if (random.nextBoolean()) {
            coordinator.run();
        }
        for (int subtask = 0; subtask < parallelism; subtask++) {
            readers.add(new Reader(subtask, List.copyOf(kept.get(subtask))));
        }
    }

    private static <T> T copy(SimpleVersionedSerializer<T> serializer, T value) throws IOException {
        return serializer.deserialize(serializer.getVersion(), serializer.serialize(value));
    }

    /** Something happens. */
    void step() throws Exception {
        Reader reader = readers.get(random.nextInt(readers.size()));
        int what = random.nextInt(100);
        if (what < 70) {
            work(reader);
        } else if (what < 80) {
            coordinator.run();
        } else if (what < 84) {
            coordinator.tick();
        } else if (what < 91) {
            checkpoint();
        } else if (what < 97) {
            fail(reader);
        } else {
            restart();
        }
    }

    private void work(Reader reader) throws IOException {
        if (!reader.registered) {
            if (random.nextInt(3) > 0) {
                return;
            }
            reader.registered = true;
            coordinator.register(reader.subtask, reader.kept);
            return;
        }
        reader.splits.addAll(coordinator.taken(reader.subtask));
        if (reader.splits.isEmpty()) {
            if (!reader.asked) {
                reader.asked = true;
                coordinator.ask(reader.subtask);
            }
            return;
        }
        reader.asked = false;
        if (reader.splits.size() == 1 && random.nextBoolean()) {
            coordinator.askAhead(reader.subtask);
        }
        DeltaSplit split = reader.splits.poll();
        long rows = random.nextInt(3) == 0 ? random.nextLong(60) : Long.MAX_VALUE;
        tellWatermark(split);
        int before = reader.given.size();
        Optional<SplitPosition> stopped = reading.read(split, rows, reader.given);
        lastRead = List.copyOf(reader.given.subList(before, reader.given.size()));
        if (stopped.isPresent()) {
            reader.splits.addFirst(split.at(stopped.get()));
        } else {
            coordinator.finish(reader.subtask, split);
        }
    }

    /** If all readers are there. */
    private void checkpoint() throws Exception {
        if (!readers.stream().allMatch(reader -> reader.registered)) {
            return;
        }
        for (Reader reader : readers) {
            reader.splits.addAll(coordinator.taken(reader.subtask));
            reader.kept = List.copyOf(reader.splits);
            committed.addAll(reader.given);
            reader.given.clear();
        }
        state = coordinator.checkpoint(++checkpoint);
    }

    private void tellWatermark(DeltaSplit split) {
        long earliest = Math.min(split.earliestMillis(), split.watermarkLimitMillis());
        if (earliest != Long.MIN_VALUE) {
            watermark = Math.max(watermark, earliest - 1);
        }
        watermarkBefore = watermark;
    }

    /** The readers but one may be idle, so that its watermark counts for all. */
    void assertNoRowOfAVersionIsLate(long version) {
        assertThat(lastRead)
                .filteredOn(row -> row.version() == version)
                .allSatisfy(row -> assertThat(RandomHistory.id(row)).isGreaterThan(watermarkBefore));
        lastRead = List.of();
    }

    private void fail(Reader reader) {
        watermark = Long.MIN_VALUE;
        coordinator.taken(reader.subtask);
        reader.splits.clear();
        reader.given.clear();
        reader.asked = false;
        if (reader.registered) {
            reader.registered = false;
            coordinator.fail(reader.subtask, checkpoint);
        }
    }

    /** The oldest version that a restart from the last checkpoint needs. */
    long oldestNeeded() {
        Stream<DeltaSplit> splits =
                Stream.concat(state.pending().stream(), readers.stream().flatMap(reader -> reader.kept.stream()));
        return Math.min(
                state.position().map(position -> position.version()).orElse(0L),
                splits.mapToLong(DeltaSplit::version).min().orElse(Long.MAX_VALUE));
    }

    /** Whether all readers are through and a checkpoint has it. */
    boolean isDone() throws Exception {
        boolean through =
                readers.stream().allMatch(reader -> reader.splits.isEmpty() && coordinator.isFinished(reader.subtask));
        if (through) {
            checkpoint();
        }
        return through && readers.stream().allMatch(reader -> reader.splits.isEmpty());
    }

    /** What is out for good; of each reader in its order. */
    List<Change> committed() {
        return committed;
    }
}
