/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries on a real folder what {@link LogStore} promises. The files that it writes have the names of
 * commits, so that they take the way of commits: the folder must be one that is no table's.
 */
public final class StoreProbe {
    private static final Logger LOG = LoggerFactory.getLogger(StoreProbe.class);
    private static final int RACERS = 8;
    private static final int RACES = 20;
    private static final int RACE_BASE = 100;
    private static final Duration RACE_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration MAX_SKEW = Duration.ofMinutes(1);

    private final Stores stores;
    private final Clock clock;

    /**
     * A probe of the stores on one folder.
     *
     * @param stores gives another instance with every call, as other writers have one
     * @param clock of this machine, which the store's is compared with
     */
    public StoreProbe(Stores stores, Clock clock) {
        this.stores = stores;
        this.clock = clock;
    }

    /** The stores of several writers on one folder. */
    @FunctionalInterface
    public interface Stores {
        LogStore open() throws IOException;
    }

    /**
     * What was tried of one promise.
     *
     * @param promise in few words
     * @param detail what was seen
     */
    public record Finding(String promise, boolean kept, String detail) {}

    /**
     * Tries everything, in some hundred requests.
     *
     * @throws IOException when the storage fails
     */
    public List<Finding> run() throws IOException {
        return List.of(
                readAfterWrite(),
                secondPutIsRefused(),
                oneWinner(),
                listingAfterPut(),
                nothingPartial(),
                hintsAreReplaced(),
                deletedIsGone(),
                clocks());
    }

    private Finding readAfterWrite() throws IOException {
        PutOutcome outcome = put(stores.open(), 0, "first");
        boolean read = Optional.of("first\n").equals(text(stores.open(), 0));
        return new Finding(
                "read after write",
                outcome == PutOutcome.CREATED && read,
                "the put answered " + outcome + ", another reader " + (read ? "saw it" : "did not see it"));
    }

    private Finding secondPutIsRefused() throws IOException {
        PutOutcome outcome = put(stores.open(), 0, "second");
        boolean unchanged = Optional.of("first\n").equals(text(stores.open(), 0));
        return new Finding(
                "a file that is there is not replaced",
                outcome == PutOutcome.EXISTS && unchanged,
                "the second put answered " + outcome + ", the file is " + (unchanged ? "as it was" : "another"));
    }

    private Finding oneWinner() throws IOException {
        List<List<PutOutcome>> outcomes = race();
        LogStore reader = stores.open();
        int wrong = 0;
        int lost = 0;
        for (int race = 0; race < RACES; race++) {
            int at = race;
            List<PutOutcome> ofName = outcomes.stream().map(all -> all.get(at)).toList();
            Optional<String> content = text(reader, RACE_BASE + race);
            long winners = ofName.stream().filter(PutOutcome.CREATED::equals).count();
            boolean told =
                    winners != 1 || content.equals(Optional.of("racer " + ofName.indexOf(PutOutcome.CREATED) + "\n"));
            lost += (int) ofName.stream().filter(PutOutcome.UNKNOWN::equals).count();
            wrong += winners == 1 && told ? 0 : 1;
        }
        return new Finding(
                "one of several writers wins",
                wrong == 0,
                RACES + " races of " + RACERS + " writers: " + wrong + " without exactly one winner, " + lost
                        + " answers lost");
    }

    private List<List<PutOutcome>> race() throws IOException {
        CyclicBarrier start = new CyclicBarrier(RACERS);
        List<Callable<List<PutOutcome>>> racers = new ArrayList<>();
        for (int racer = 0; racer < RACERS; racer++) {
            LogStore store = stores.open();
            String content = "racer " + racer;
            racers.add(() -> {
                List<PutOutcome> outcomes = new ArrayList<>();
                for (int race = 0; race < RACES; race++) {
                    start.await(RACE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
                    outcomes.add(raced(store, RACE_BASE + race, content));
                }
                return outcomes;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(RACERS);
        try {
            List<List<PutOutcome>> outcomes = new ArrayList<>();
            for (Future<List<PutOutcome>> racer : threads.invokeAll(racers)) {
                outcomes.add(racer.get());
            }
            return outcomes;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** One failure must not end the race of the others, nor is it a success. */
    private static PutOutcome raced(LogStore store, long number, String line) {
        try {
            return put(store, number, line);
        } catch (IOException e) {
            LOG.warn("A put into {} failed", store.location(), e);
            return PutOutcome.UNKNOWN;
        }
    }

    private Finding listingAfterPut() throws IOException {
        List<String> expected = Stream.concat(
                        Stream.of(0L),
                        Stream.iterate((long) RACE_BASE, at -> at + 1).limit(RACES))
                .map(StoreProbe::name)
                .toList();
        List<String> listed = entries("").stream().map(LogEntry::name).toList();
        boolean tail = entries(name(RACE_BASE + RACES - 1)).size() == 1;
        return new Finding(
                "listings show what was put, in order",
                listed.equals(expected) && tail,
                listed.size() + " of " + expected.size() + " files");
    }

    private Finding nothingPartial() throws IOException {
        LogStore reader = stores.open();
        List<String> seen = new ArrayList<>();
        stores.open().putIfAbsent(name(1), out -> {
            out.write("half".getBytes(StandardCharsets.UTF_8));
            out.flush();
            reader.read(name(1)).ifPresent(bytes -> seen.add("read"));
            if (entries("").stream().anyMatch(entry -> entry.name().equals(name(1)))) {
                seen.add("listed");
            }
            out.write(" whole\n".getBytes(StandardCharsets.UTF_8));
        });
        boolean whole = Optional.of("half whole\n").equals(text(reader, 1));
        return new Finding(
                "no part of a file is visible",
                seen.isEmpty() && whole,
                seen.isEmpty() ? "it was seen " + (whole ? "as a whole only" : "damaged") : "half a file was " + seen);
    }

    private Finding hintsAreReplaced() throws IOException {
        String hint = "_last_checkpoint";
        for (String content : List.of("a longer first content", "short")) {
            stores.open().overwrite(hint, LogContent.of(content.getBytes(StandardCharsets.UTF_8)));
        }
        byte[] read = stores.open().read(hint).orElse(new byte[0]);
        boolean replaced = Arrays.equals(read, "short".getBytes(StandardCharsets.UTF_8));
        return new Finding("hints are replaced", replaced, replaced ? "as a whole" : "the old content is there");
    }

    private Finding deletedIsGone() throws IOException {
        boolean deleted = stores.open().delete(name(1));
        boolean gone = text(stores.open(), 1).isEmpty();
        return new Finding("deleted files are gone", deleted && gone, gone ? "at once" : "it is still there");
    }

    /** File times decide what the clean-up of a log keeps. */
    private Finding clocks() throws IOException {
        long before = clock.millis();
        put(stores.open(), 2, "now");
        long after = clock.millis();
        List<LogEntry> listed = entries(name(2));
        if (listed.isEmpty()) {
            return new Finding("its clock is this machine's", false, "the file is not listed");
        }
        long written = listed.get(0).modificationTime();
        // A store may keep whole seconds only.
        long skew = written < before - 1000 ? written - before : Math.max(0, written - after);
        return new Finding(
                "its clock is this machine's",
                Math.abs(skew) <= MAX_SKEW.toMillis(),
                skew == 0 ? "no difference seen" : "it differs by " + skew + " ms");
    }

    private List<LogEntry> entries(String firstName) throws IOException {
        try (Stream<LogEntry> entries = stores.open().listFrom(firstName)) {
            return entries.toList();
        }
    }

    private static PutOutcome put(LogStore store, long number, String line) throws IOException {
        return store.putIfAbsent(name(number), LogContent.of((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private static Optional<String> text(LogStore store, long number) throws IOException {
        return store.read(name(number)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static String name(long number) {
        return LogFile.commit(number).fileName();
    }
}
