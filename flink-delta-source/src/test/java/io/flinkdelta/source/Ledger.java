/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * What a job gave, exactly once: whoever writes knows from its state how many lines of its page are valid. Functions in
 * the cluster find it by a key, since they run in this JVM; close it to forget the key. Any thread.
 */
final class Ledger implements AutoCloseable {
    private static final Map<String, Ledger> OPEN = new ConcurrentHashMap<>();

    private final String key = UUID.randomUUID().toString();
    private final Map<String, List<String>> pages = new TreeMap<>();
    private final AtomicInteger failures = new AtomicInteger();
    private long heldFrom = Long.MAX_VALUE;

    Ledger() {
        OPEN.put(key, this);
    }

    static Ledger of(String key) {
        return OPEN.get(key);
    }

    String key() {
        return key;
    }

    /** Writes a line over what a failed attempt may have written there. */
    synchronized void write(String page, int index, String line) {
        List<String> lines = pages.computeIfAbsent(page, unused -> new ArrayList<>());
        lines.subList(index, lines.size()).clear();
        lines.add(line);
        notifyAll();
    }

    /** Takes away what a failed attempt may have written after so many lines. */
    synchronized void cut(String page, int size) {
        List<String> lines = pages.getOrDefault(page, new ArrayList<>());
        lines.subList(Math.min(size, lines.size()), lines.size()).clear();
    }

    synchronized Map<String, List<String>> pages() {
        Map<String, List<String>> copy = new TreeMap<>();
        pages.forEach((page, lines) -> copy.put(page, List.copyOf(lines)));
        return copy;
    }

    synchronized List<String> lines() {
        return pages.values().stream().flatMap(List::stream).toList();
    }

    /** Waits until there are so many lines. */
    synchronized void await(IntPredicate count) throws InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (!count.test(lines().size())) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AssertionError("after a minute there are " + lines().size() + " lines");
            }
            wait(left);
        }
    }

    /** Waits until this line is there. */
    synchronized void awaitLine(String line) throws InterruptedException {
        await(count -> lines().contains(line));
    }

    /** Rows from this id on are to wait for {@link #letGo}. */
    synchronized void holdFrom(long id) {
        heldFrom = id;
    }

    synchronized void letGo() {
        heldFrom = Long.MAX_VALUE;
        notifyAll();
    }

    /** Waits until the row may go on. */
    synchronized void pass(long id) throws InterruptedException {
        while (id >= heldFrom) {
            wait();
        }
    }

    /** So many failures are to happen. */
    void failTimes(int count) {
        failures.set(count);
    }

    /** Whether one more is to happen, and to count it. */
    boolean takeFailure() {
        return failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    int failuresLeft() {
        return failures.get();
    }

    @Override
    public void close() {
        OPEN.remove(key);
    }
}
