/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static io.flinkdelta.log.store.LogStoreContract.names;
import static io.flinkdelta.log.store.LogStoreContract.put;
import static io.flinkdelta.log.store.LogStoreContract.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FaultyLogStoreTest {
    private final InMemoryLogStore honest = new InMemoryLogStore();
    private final FaultyLogStore faulty = new FaultyLogStore(honest);

    /** Without a fault it is as honest as what is behind it. */
    @Nested
    class WithoutFaults implements LogStoreContract {
        @Override
        public LogStore newStore() {
            return new CountingLogStore(faulty);
        }

        @Override
        public List<String> everything() {
            return honest.names();
        }
    }

    @Test
    void failsBeforeWithoutEffect() throws IOException {
        put(honest, "a", "1");
        for (LogOperation operation : LogOperation.values()) {
            faulty.on(operation).failBefore();
        }
        assertThatThrownBy(() -> faulty.listFrom("")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> faulty.read("a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> faulty.open("a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> put(faulty, "b", "2")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> faulty.overwrite("c", out -> {})).isInstanceOf(IOException.class);
        assertThat(honest.names()).containsExactly("a");

        assertThat(names(faulty, "")).containsExactly("a");
        assertThat(put(faulty, "b", "2")).isEqualTo(PutOutcome.CREATED);
    }

    @Test
    void losesAnswers() throws IOException {
        faulty.on(LogOperation.OVERWRITE).failAfter();
        assertThatThrownBy(() -> faulty.overwrite("hint", out -> {})).isInstanceOf(IOException.class);
        faulty.on(LogOperation.PUT, "a").unknownWithEffect();
        faulty.on(LogOperation.PUT, "b").unknownWithoutEffect();
        assertThat(put(faulty, "b", "2")).isEqualTo(PutOutcome.UNKNOWN);
        assertThat(put(faulty, "a", "1")).isEqualTo(PutOutcome.UNKNOWN);
        assertThat(honest.names()).containsExactly("a", "hint");
        assertThat(put(faulty, "a", "3")).isEqualTo(PutOutcome.EXISTS);
    }

    @Test
    void landsLate() throws Exception {
        LogFault.Late late = faulty.on(LogOperation.PUT).landLate();
        assertThat(put(faulty, "a", "late")).isEqualTo(PutOutcome.UNKNOWN);
        late.awaitArrived();
        assertThat(honest.names()).isEmpty();
        assertThat(late.land()).isEqualTo(PutOutcome.CREATED);
        assertThat(text(honest, "a")).hasValue("late");
        assertThat(late.land()).isEqualTo(PutOutcome.EXISTS);
    }

    @Test
    void throwsErrors() throws IOException {
        faulty.on(LogOperation.PUT, "a").failBefore(() -> new OutOfMemoryError("scripted"));
        faulty.on(LogOperation.PUT, "b").failAfter(() -> new NoClassDefFoundError("scripted"));
        assertThatThrownBy(() -> put(faulty, "a", "1")).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> put(faulty, "b", "1")).isInstanceOf(NoClassDefFoundError.class);
        assertThat(honest.names()).containsExactly("b");
    }

    @Test
    void strikesTheCallsItWasToldTo() throws IOException {
        faulty.on(LogOperation.READ, name -> name.endsWith(".json"))
                .afterSkipping(1)
                .times(2)
                .failBefore();
        List<Boolean> failed = new ArrayList<>();
        for (int call = 0; call < 5; call++) {
            faulty.read("0.crc");
            try {
                faulty.read("0.json");
                failed.add(false);
            } catch (IOException e) {
                failed.add(true);
            }
        }
        assertThat(failed).containsExactly(false, true, true, false, false);

        faulty.on(LogOperation.READ).always().failBefore();
        assertThatThrownBy(() -> faulty.read("a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> faulty.read("a")).isInstanceOf(IOException.class);
        faulty.heal();
        assertThat(faulty.read("a")).isEmpty();
    }

    @Test
    void strikesBySeed() {
        assertThat(strikes(4711)).isEqualTo(strikes(4711)).contains(true, false);
    }

    private static List<Boolean> strikes(long seed) {
        FaultyLogStore store = new FaultyLogStore(new InMemoryLogStore());
        store.on(LogOperation.PUT)
                .always()
                .withProbability(0.5, new Random(seed))
                .failBefore();
        List<Boolean> struck = new ArrayList<>();
        for (int call = 0; call < 50; call++) {
            try {
                put(store, "file" + call, "");
                struck.add(false);
            } catch (IOException e) {
                struck.add(true);
            }
        }
        return struck;
    }

    @Test
    void hooksRunBesideFaults() throws IOException {
        List<String> steps = new ArrayList<>();
        faulty.on(LogOperation.PUT).runBefore(() -> steps.add("before " + honest.names()));
        faulty.on(LogOperation.PUT).runAfter(() -> steps.add("after " + honest.names()));
        faulty.on(LogOperation.PUT).unknownWithEffect();
        assertThat(put(faulty, "a", "1")).isEqualTo(PutOutcome.UNKNOWN);
        assertThat(steps).containsExactly("before []", "after [a]");
    }

    @Test
    void pausesHoldTheCaller() throws Exception {
        LogFault.Pause before = faulty.on(LogOperation.PUT).pauseBefore();
        LogFault.Pause after = faulty.on(LogOperation.PUT).pauseAfter();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<PutOutcome> outcome = thread.submit(() -> put(faulty, "a", "1"));
            before.awaitReached();
            assertThat(honest.names()).isEmpty();
            before.release();
            after.awaitReached();
            assertThat(honest.names()).containsExactly("a");
            assertThat(outcome.isDone()).isFalse();
            after.release();
            assertThat(outcome.get()).isEqualTo(PutOutcome.CREATED);
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void callsAreRecorded() throws IOException {
        CountingLogStore counting = new CountingLogStore(honest);
        put(counting, "b", "1");
        counting.read("a");
        names(counting, "a");
        counting.open("b");
        counting.overwrite("c", out -> {});
        assertThat(counting.calls())
                .extracting(CountingLogStore.Call::toString)
                .containsExactly("PUT b", "READ a", "LIST a", "OPEN b", "OVERWRITE c");
        assertThat(counting.count(LogOperation.PUT)).isOne();
        assertThat(counting.names(LogOperation.LIST)).containsExactly("a");
        counting.reset();
        assertThat(counting.calls()).isEmpty();
    }
}
