/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.stream.Collectors;

/** The last steps of a simulation, one line each. */
final class Trace {
    private final int most;
    private final Deque<Line> lines = new ArrayDeque<>();

    Trace(int most) {
        this.most = most;
    }

    private record Line(long millis, Object who, Object what, String name, Object outcome) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%s %-8s %-11s %s -> %s", Instant.ofEpochMilli(millis), who, what, name, outcome);
        }
    }

    /** @param name of a file; of versions the zeros are left out */
    void add(long millis, Object who, Object what, String name, Object outcome) {
        lines.add(new Line(millis, who, what, name, outcome));
        if (lines.size() > most) {
            lines.remove();
        }
    }

    @Override
    public String toString() {
        return lines.stream()
                .map(line -> line.toString().replaceAll("\\b0{10,19}(?=\\d)", ""))
                .collect(Collectors.joining("\n"));
    }
}
