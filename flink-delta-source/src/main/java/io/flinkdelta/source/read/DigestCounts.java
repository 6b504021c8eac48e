/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Counts byte sequences by 128 bits of their SHA-256, in 20 bytes of heap each and as much again of air: two different
 * ones that count as the same would be a collision of that hash. Can be told to keep to a part of all sequences, so that
 * the rest is counted in other rounds. One thread.
 */
final class DigestCounts {
    private static final int FIRST_SIZE = 1 << 10;

    private final MessageDigest sha256;
    private final int parts;
    private final int part;
    private final int limit;

    private long[] high = new long[FIRST_SIZE];
    private long[] low = new long[FIRST_SIZE];
    /** 0 in an empty place; a sequence that was counted down to nothing keeps its place with -1. */
    private int[] counts = new int[FIRST_SIZE];

    private int used;
    private long digestHigh;
    private long digestLow;

    /**
     * Of one part in so many.
     *
     * @param limit of different sequences
     */
    DigestCounts(int parts, int part, int limit) {
        this.parts = parts;
        this.part = part;
        this.limit = limit;
        try {
            this.sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Whether the sequence is of this part; the other methods are about it then. */
    boolean select(byte[] sequence) {
        ByteBuffer digest = ByteBuffer.wrap(sha256.digest(sequence));
        digestHigh = digest.getLong();
        digestLow = digest.getLong();
        return parts == 1 || Math.floorMod(digest.getLong(), parts) == part;
    }

    /** Counts one more; false when there are too many different ones. */
    boolean add() {
        int place = place();
        if (counts[place] == 0) {
            if (used >= limit) {
                return false;
            }
            used++;
            high[place] = digestHigh;
            low[place] = digestLow;
        }
        counts[place] = Math.max(0, counts[place]) + 1;
        if (2L * used > counts.length) {
            grow();
        }
        return true;
    }

    /** Counts one less; false when there is none. */
    boolean remove() {
        int place = place();
        if (counts[place] <= 0) {
            return false;
        }
        counts[place] = counts[place] == 1 ? -1 : counts[place] - 1;
        return true;
    }

    /** Whether there is at least one. */
    boolean contains() {
        return counts[place()] > 0;
    }

    private int place() {
        int mask = counts.length - 1;
        int place = (int) digestLow & mask;
        while (counts[place] != 0 && (high[place] != digestHigh || low[place] != digestLow)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void grow() {
        long[] oldHigh = high;
        long[] oldLow = low;
        int[] oldCounts = counts;
        high = new long[oldCounts.length * 2];
        low = new long[oldCounts.length * 2];
        counts = new int[oldCounts.length * 2];
        for (int i = 0; i < oldCounts.length; i++) {
            if (oldCounts[i] != 0) {
                digestHigh = oldHigh[i];
                digestLow = oldLow[i];
                int place = place();
                high[place] = digestHigh;
                low[place] = digestLow;
                counts[place] = oldCounts[i];
            }
        }
    }
}
