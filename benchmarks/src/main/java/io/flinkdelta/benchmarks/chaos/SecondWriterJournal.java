/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the second writer means to do, noted before it is tried: commit N appends or deletes the rows of a range. Which
 * commits are in the table is told by the table, by the number of its application; of a commit that was tried again,
 * after a crash before it had landed, the last note counts.
 */
final class SecondWriterJournal {
    private static final Pattern LINE = Pattern.compile("(\\d+) (APPEND|DELETE) (\\d+) (\\d+);");

    private final Path file;

    SecondWriterJournal(Path file) {
        this.file = file;
    }

    /** What is done to rows. */
    enum Change {
        APPEND,
        DELETE
    }

    /**
     * A commit.
     *
     * @param number of the commit, from 1 on
     * @param from the first row
     * @param to the row after the last one
     */
    record Intent(long number, Change change, int from, int to) {
        private static Optional<Intent> parse(String line) {
            Matcher matcher = LINE.matcher(line);
            return matcher.matches()
                    ? Optional.of(new Intent(
                            Long.parseLong(matcher.group(1)),
                            Change.valueOf(matcher.group(2)),
                            Integer.parseInt(matcher.group(3)),
                            Integer.parseInt(matcher.group(4))))
                    : Optional.empty();
        }

        private String line() {
            return number + " " + change + " " + from + " " + to + ";";
        }
    }

    /** Rows by their number. */
    record Rows(BitSet sent, BitSet live) {
        int nextNumber() {
            return sent.length();
        }
    }

    /** On a line of its own, whatever a killed writer left of the line before. */
    void note(Intent intent) throws IOException {
        Files.writeString(file, "\n" + intent.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The rows as they are when the commits up to {@code landed} are in the table. */
    Rows rows(long landed) throws IOException {
        Rows rows = new Rows(new BitSet(), new BitSet());
        if (Files.notExists(file)) {
            return rows;
        }
        NavigableMap<Long, Intent> intents = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            Intent.parse(line).ifPresent(intent -> intents.put(intent.number(), intent));
        }
        for (Intent intent : intents.headMap(landed, true).values()) {
            switch (intent.change()) {
                case APPEND -> {
                    rows.sent().set(intent.from(), intent.to());
                    rows.live().set(intent.from(), intent.to());
                }
                case DELETE -> rows.live().clear(intent.from(), intent.to());
            }
        }
        return rows;
    }
}
