/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What every {@link LogStore} promises when many threads, each with a store of its own, use one folder. */
public interface LogStoreRaceContract {

    /** As {@link LogStoreContract#newStore()}. */
    LogStore newStore() throws IOException;

    /** As {@link LogStoreContract#everything()}. */
    List<String> everything() throws IOException;

    @Test
    default void createExclusiveIsAtomic() throws Exception {
        int keys = 20;
        int racers = 16;
        CyclicBarrier start = new CyclicBarrier(racers);
        List<Callable<List<PutOutcome>>> work = new ArrayList<>();
        for (int racer = 0; racer < racers; racer++) {
            LogStore store = newStore();
            int self = racer;
            work.add(() -> {
                List<PutOutcome> outcomes = new ArrayList<>();
                for (int key = 0; key < keys; key++) {
                    start.await();
                    outcomes.add(store.putIfAbsent(key(key), LogContent.of(content(key, self))));
                }
                return outcomes;
            });
        }
        List<List<PutOutcome>> outcomes = together(work);

        LogStore reader = newStore();
        for (int key = 0; key < keys; key++) {
            int at = key;
            List<PutOutcome> ofKey = outcomes.stream().map(of -> of.get(at)).toList();
            assertThat(ofKey).as(key(key)).containsOnlyOnce(PutOutcome.CREATED);
            assertThat(ofKey).as(key(key)).containsOnly(PutOutcome.CREATED, PutOutcome.EXISTS);
            assertThat(reader.read(key(key)).orElseThrow())
                    .as(key(key))
                    .isEqualTo(content(key, ofKey.indexOf(PutOutcome.CREATED)));
        }
        assertThat(everything()).hasSize(keys);
    }

    @Test
    default void whatIsListedCanBeReadInFull() throws Exception {
        int keys = 30;
        int size = 200_000;
        AtomicBoolean done = new AtomicBoolean();
        List<Callable<Void>> work = new ArrayList<>();
        LogStore writer = newStore();
        work.add(() -> {
            try {
                for (int key = 0; key < keys; key++) {
                    byte[] content = uniform(size, key);
                    writer.putIfAbsent(key(key), out -> {
                        for (int at = 0; at < size; at += 20_000) {
                            out.write(content, at, 20_000);
                            out.flush();
                        }
                    });
                }
            } finally {
                done.set(true);
            }
            return null;
        });
        for (int observer = 0; observer < 3; observer++) {
            LogStore reader = newStore();
            work.add(() -> {
                int seen = 0;
                while (!done.get()) {
                    List<LogEntry> entries = LogStoreContract.entries(reader, "");
                    assertThat(entries).hasSizeGreaterThanOrEqualTo(seen).allMatch(entry -> entry.size() == size);
                    seen = entries.size();
                    reader.read(key(Math.min(seen, keys - 1)))
                            .ifPresent(bytes -> assertThat(bytes).isEqualTo(uniform(size, value(bytes))));
                }
                return null;
            });
        }
        together(work);
        assertThat(LogStoreContract.names(newStore(), "")).hasSize(keys);
    }

    @Test
    default void readersOfAFileThatIsOverwrittenSeeOneWholeContent() throws Exception {
        int size = 100_000;
        AtomicBoolean done = new AtomicBoolean();
        newStore().overwrite("_last_checkpoint", LogContent.of(uniform(size, 0)));
        List<Callable<Void>> work = new ArrayList<>();
        for (int number = 0; number < 2; number++) {
            LogStore writer = newStore();
            work.add(() -> {
                try {
                    for (int value = 1; value <= 25; value++) {
                        writer.overwrite("_last_checkpoint", LogContent.of(uniform(size, value)));
                    }
                } finally {
                    done.set(true);
                }
                return null;
            });
        }
        LogStore reader = newStore();
        work.add(() -> {
            while (!done.get()) {
                Optional<byte[]> bytes = reader.read("_last_checkpoint");
                assertThat(bytes).isPresent();
                assertThat(bytes.get()).isEqualTo(uniform(size, value(bytes.get())));
            }
            return null;
        });
        together(work);
        assertThat(everything()).containsExactly("_last_checkpoint");
    }

    /** Runs all at once; the first failure is thrown. */
    static <T> List<T> together(List<Callable<T>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(work)) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdownNow();
        }
    }

    private static String key(int number) {
        return String.format("%020d.json", number);
    }

    private static byte[] content(int key, int racer) {
        return ("key " + key + " racer " + racer + "\n").repeat(500 + racer).getBytes(UTF_8);
    }

    /** One line of a single letter. */
    private static byte[] uniform(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) ('0' + value));
        bytes[size - 1] = '\n';
        return bytes;
    }

    /** The number whose content these bytes begin with. */
    private static int value(byte[] bytes) {
        return bytes[0] - '0';
    }
}
