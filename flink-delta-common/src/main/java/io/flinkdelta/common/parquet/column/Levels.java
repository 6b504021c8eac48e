/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The repetition and definition levels of one column's page. A page without nulls costs a counter:
 * definition levels are kept from the first null on.
 */
final class Levels {
    private static final int FIRST_CAPACITY = 64;

    private final int maxRepetition;
    private final int maxDefinition;
    private byte[] repetitions = new byte[0];
    private byte[] definitions = new byte[0];
    private boolean mixed;
    private int count;
    private int absent;

    Levels(int maxRepetition, int maxDefinition) {
        this.maxRepetition = maxRepetition;
        this.maxDefinition = maxDefinition;
    }

    /** Values and nulls. */
    int count() {
        return count;
    }

    /** Nulls, and lists or maps without entries. */
    int absent() {
        return absent;
    }

    int capacity() {
        return repetitions.length + definitions.length;
    }

    /** A value that is there. */
    void addPresent(int repetition) {
        if (mixed) {
            addDefinition(maxDefinition);
        }
        if (maxRepetition > 0) {
            addRepetition(repetition);
        }
        count++;
    }

    /** No value; {@code definition} says up to where something is there. */
    void addAbsent(int repetition, int definition) {
        if (!mixed) {
            startMixed();
        }
        addDefinition(definition);
        if (maxRepetition > 0) {
            addRepetition(repetition);
        }
        count++;
        absent++;
    }

    private void startMixed() {
        if (definitions.length < count) {
            definitions = new byte[GrowingBytes.grown(definitions.length, count)];
        }
        Arrays.fill(definitions, 0, count, (byte) maxDefinition);
        mixed = true;
    }

    private void addDefinition(int definition) {
        if (count == definitions.length) {
            definitions = grow(definitions);
        }
        definitions[count] = (byte) definition;
    }

    private void addRepetition(int repetition) {
        if (count == repetitions.length) {
            repetitions = grow(repetitions);
        }
        repetitions[count] = (byte) repetition;
    }

    private static byte[] grow(byte[] levels) {
        return Arrays.copyOf(levels, GrowingBytes.grown(levels.length, Math.max(levels.length + 1, FIRST_CAPACITY)));
    }

    /** Appends both kinds of levels as a data page of version 1 has them. */
    void writeTo(GrowingBytes page, PageScratch scratch) {
        if (maxRepetition > 0) {
            int start = startLength(page);
            encode(repetitions, maxRepetition, page, scratch);
            endLength(page, start);
        }
        if (maxDefinition > 0) {
            int start = startLength(page);
            if (mixed) {
                encode(definitions, maxDefinition, page, scratch);
            } else {
                HybridEncoding.run(maxDefinition, count, HybridEncoding.bitWidth(maxDefinition), page);
            }
            endLength(page, start);
        }
    }

    private void encode(byte[] levels, int max, GrowingBytes page, PageScratch scratch) {
        int[] values = scratch.ints(count);
        for (int i = 0; i < count; i++) {
            values[i] = levels[i];
        }
        scratch.hybrid().encode(values, count, HybridEncoding.bitWidth(max), page);
    }

    private static int startLength(GrowingBytes page) {
        return page.reserve(Integer.BYTES);
    }

    private static void endLength(GrowingBytes page, int start) {
        page.setInt(start, page.size() - start - Integer.BYTES);
    }

    /** How often each repetition level occurs; empty where the format leaves it out. */
    List<Long> repetitionHistogram() {
        return maxRepetition == 0 ? List.of() : histogram(repetitions, maxRepetition);
    }

    /** How often each definition level occurs; empty where the format leaves it out. */
    List<Long> definitionHistogram() {
        if (maxDefinition <= 1) {
            return List.of();
        }
        if (!mixed) {
            long[] counts = new long[maxDefinition + 1];
            counts[maxDefinition] = count;
            return LongStream.of(counts).boxed().toList();
        }
        return histogram(definitions, maxDefinition);
    }

    private List<Long> histogram(byte[] levels, int max) {
        long[] counts = new long[max + 1];
        for (int i = 0; i < count; i++) {
            counts[levels[i]]++;
        }
        return LongStream.of(counts).boxed().toList();
    }

    void clear() {
        count = 0;
        absent = 0;
        mixed = false;
    }
}
