/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.SetTransaction;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SharedActionsTest {
    private static final int ACTIONS = 50_000;

    @Test
    void eachWriterGetsItsOwnInOrderWhateverTheSpeed() throws IOException {
        SharedActions actions = new SharedActions(actions(), 3, SharedActionsTest::writerOf);
        List<List<Long>> written = Collections.synchronizedList(new ArrayList<>());
        new ParallelWrites(actions).run(3, (writer, own) -> {
            List<Long> versions = new ArrayList<>();
            Iterator<Action> all = own.upTo(Long.MAX_VALUE);
            while (all.hasNext()) {
                versions.add(((SetTransaction) all.next()).version());
                if (writer == 1) {
                    Thread.onSpinWait();
                }
            }
            written.add(versions);
            return versions;
        });
        assertThat(written).hasSize(3);
        for (List<Long> own : written) {
            long writer = own.get(0) % 3;
            assertThat(own)
                    .containsExactlyElementsOf(LongStream.range(0, ACTIONS)
                            .filter(version -> version % 3 == writer)
                            .boxed()
                            .toList());
        }
    }

    @Test
    void aWriterThatEndsEarlyDoesNotHoldUpTheOthers() throws IOException {
        SharedActions actions = new SharedActions(actions(), 2, action -> writerOf(action) == 0 ? 0 : 1);
        List<Long> counts = new ParallelWrites(actions).run(2, (writer, own) -> {
            long count = 0;
            for (Iterator<Action> all = own.upTo(writer == 0 ? 10 : Long.MAX_VALUE); all.hasNext(); all.next()) {
                count++;
            }
            return count;
        });
        assertThat(counts)
                .containsExactlyInAnyOrder(
                        10L,
                        LongStream.range(0, ACTIONS)
                                .filter(version -> version % 3 != 0)
                                .count());
    }

    @Test
    void theFirstFailureEndsAllAndIsTheOneThatIsTold() {
        for (Throwable failure : List.of(new IOException("full"), new IllegalStateException("wrong"))) {
            SharedActions actions = new SharedActions(actions(), 3, SharedActionsTest::writerOf);
            assertThatThrownBy(() -> new ParallelWrites(actions).run(3, (writer, own) -> {
                        if (writer == 2) {
                            if (failure instanceof IOException io) {
                                throw io;
                            }
                            throw (RuntimeException) failure;
                        }
                        Iterator<Action> all = own.upTo(Long.MAX_VALUE);
                        while (all.hasNext()) {
                            all.next();
                        }
                        return writer;
                    }))
                    .isSameAs(failure);
        }
    }

    @Test
    void aSourceThatFailsIsTold() {
        Iterator<Action> failing = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Action next() {
                throw new IllegalStateException("cannot be read");
            }
        };
        SharedActions actions = new SharedActions(failing, 2, SharedActionsTest::writerOf);
        assertThatThrownBy(() -> new ParallelWrites(actions).run(2, (writer, own) -> own.hasMore()))
                .hasMessage("cannot be read");
    }

    @Test
    void anInterruptEndsTheWriters() {
        Iterator<Action> endless = Stream.<Action>generate(() -> new SetTransaction("app", 0, OptionalLong.empty()))
                .iterator();
        SharedActions actions = new SharedActions(endless, 2, action -> 0);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> new ParallelWrites(actions).run(2, (writer, own) -> {
                        while (own.hasMore()) {
                            own.upTo(1).next();
                        }
                        return writer;
                    }))
                    .isInstanceOf(InterruptedIOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static Iterator<Action> actions() {
        return LongStream.range(0, ACTIONS)
                .<Action>mapToObj(version -> new SetTransaction("app", version, OptionalLong.empty()))
                .iterator();
    }

    private static int writerOf(Action action) {
        return (int) (((SetTransaction) action).version() % 3);
    }
}
