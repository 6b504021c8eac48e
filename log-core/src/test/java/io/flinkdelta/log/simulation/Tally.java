/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.util.Map;
import java.util.TreeMap;

/** How often things happened, for who wants to know that they did. Any thread. */
public final class Tally {
    private final Map<String, Long> counts = new TreeMap<>();

    synchronized void count(Object thing) {
        add(thing.toString(), 1);
    }

    synchronized void add(String thing, long count) {
        counts.merge(thing, count, Long::sum);
    }

    /** How often by thing. */
    public synchronized Map<String, Long> counts() {
        return Map.copyOf(counts);
    }

    @Override
    public synchronized String toString() {
        return counts.toString();
    }
}
