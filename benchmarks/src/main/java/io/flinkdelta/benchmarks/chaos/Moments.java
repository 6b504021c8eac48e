/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for what happens in the folders of the table and of the checkpoints. */
final class Moments {
    /** So long may a job take that has to come back before. What does not happen by then is not waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final long PAUSE_MILLIS = 2;

    private final ChaosFolder folder;
    private final Checkpoints checkpoints;
    private final Supplier<Long> jobCommits;

    /** For the processes that write there; {@code jobCommits} tells how many commits of the job are in the table. */
    Moments(ChaosFolder folder, Supplier<Long> jobCommits) {
        this.folder = folder;
        this.jobCommits = jobCommits;
        this.checkpoints = new Checkpoints(folder.checkpoints());
    }

    @FunctionalInterface
    private interface Observed<T> {
        T get() throws IOException;
    }

    /** False when it did not happen in time. */
    boolean await(Kill.Moment moment) throws IOException, InterruptedException {
        return switch (moment) {
            case ANY -> true;
            case DATA_FILE -> awaitFile(folder.table(), name -> name.startsWith("part-"));
            case CHECKPOINT -> awaitChange(checkpoints::newest);
            case LOG_ENTRY -> awaitFile(folder.log(), name -> true);
            case COMMIT -> awaitChange(jobCommits::get);
        };
    }

    private static boolean awaitFile(Path folder, Predicate<String> names) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (WatchService watch = folder.getFileSystem().newWatchService()) {
            folder.register(watch, ENTRY_CREATE);
            while (true) {
                WatchKey key = watch.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (key == null) {
                    return false;
                }
                for (WatchEvent<?> event : key.pollEvents()) {
                    if (event.context() instanceof Path name && names.test(name.toString())) {
                        return true;
                    }
                }
                key.reset();
            }
        }
    }

    private static <T> boolean awaitChange(Observed<T> value) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        T before = value.get();
        while (System.nanoTime() < deadline) {
            if (!value.get().equals(before)) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return false;
    }
}
