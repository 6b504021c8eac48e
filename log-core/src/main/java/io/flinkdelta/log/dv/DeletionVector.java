/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.dv;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.SortedMap;
import java.util.TreeMap;
import org.roaringbitmap.IntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * The rows of one data file that are deleted though the file still holds them (PROTOCOL.md,
 * "Deletion Vectors"): a set of row positions, counted from 0 over the whole file. Compressed, equal by
 * value, immutable, any thread. Read by {@link DeletionVectorReader}, stored by {@link DeletionVectorFile}.
 */
public final class DeletionVector {
    private static final DeletionVector EMPTY = new DeletionVector(Collections.emptySortedMap());

    /** By the upper 32 bits of the positions, none of them empty; never changed after construction. */
    private final SortedMap<Integer, RoaringBitmap> buckets;

    private final long cardinality;

    private DeletionVector(SortedMap<Integer, RoaringBitmap> buckets) {
        this.buckets = buckets;
        this.cardinality = buckets.values().stream()
                .mapToLong(RoaringBitmap::getLongCardinality)
                .sum();
    }

    /** Hides nothing. */
    public static DeletionVector empty() {
        return EMPTY;
    }

    /**
     * The rows at these positions, in any order; a position may be named more than once.
     *
     * @throws IllegalArgumentException when a position is negative
     */
    public static DeletionVector of(long... positions) {
        return of(Arrays.stream(positions).iterator());
    }

    /** {@link #of(long...)} of many positions, which need not be in memory together. */
    public static DeletionVector of(PrimitiveIterator.OfLong positions) {
        SortedMap<Integer, RoaringBitmap> buckets = new TreeMap<>();
        while (positions.hasNext()) {
            long position = positions.nextLong();
            if (position < 0) {
                throw new IllegalArgumentException("no position of a row: " + position);
            }
            buckets.computeIfAbsent(key(position), key -> new RoaringBitmap()).add((int) position);
        }
        return ofBuckets(buckets);
    }

    /** Takes the bitmaps over; drops empty ones. */
    static DeletionVector ofBuckets(SortedMap<Integer, RoaringBitmap> buckets) {
        buckets.values().removeIf(RoaringBitmap::isEmpty);
        buckets.values().forEach(RoaringBitmap::runOptimize);
        return buckets.isEmpty() ? EMPTY : new DeletionVector(buckets);
    }

    /** Whether the row at {@code position} is hidden. */
    public boolean contains(long position) {
        RoaringBitmap bucket = position < 0 ? null : buckets.get(key(position));
        return bucket != null && bucket.contains((int) position);
    }

    /** How many rows are hidden. */
    public long cardinality() {
        return cardinality;
    }

    public boolean isEmpty() {
        return cardinality == 0;
    }

    /**
     * The largest position.
     *
     * @throws NoSuchElementException when nothing is hidden
     */
    public long last() {
        int key = buckets.lastKey();
        return position(key, buckets.get(key).last());
    }

    /** How many of the rows from {@code from} (inclusive) to {@code to} (exclusive) are hidden. */
    public long cardinality(long from, long to) {
        long count = 0;
        for (Map.Entry<Integer, RoaringBitmap> bucket : buckets.entrySet()) {
            long start = position(bucket.getKey(), 0);
            long first = Math.max(0, from - start);
            long end = Math.min(1L << Integer.SIZE, to - start);
            if (first < end) {
                count += bucket.getValue().rangeCardinality(first, end);
            }
        }
        return count;
    }

    /** The rows that this or {@code other} hides. */
    public DeletionVector union(DeletionVector other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        SortedMap<Integer, RoaringBitmap> union = new TreeMap<>(buckets);
        other.buckets.forEach(
                (key, bitmap) -> union.merge(key, bitmap, (left, right) -> RoaringBitmap.or(left, right)));
        return ofBuckets(cloned(union));
    }

    /** The rows that this hides and {@code other} does not. */
    public DeletionVector minus(DeletionVector other) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        SortedMap<Integer, RoaringBitmap> rest = new TreeMap<>();
        buckets.forEach((key, bitmap) -> {
            RoaringBitmap others = other.buckets.get(key);
            rest.put(key, others == null ? bitmap.clone() : RoaringBitmap.andNot(bitmap, others));
        });
        return ofBuckets(rest);
    }

    /** Bitmaps are optimized in place, so that those of another vector must not be taken over. */
    private static SortedMap<Integer, RoaringBitmap> cloned(SortedMap<Integer, RoaringBitmap> buckets) {
        SortedMap<Integer, RoaringBitmap> clones = new TreeMap<>();
        buckets.forEach((key, bitmap) -> clones.put(key, bitmap.clone()));
        return clones;
    }

    /** The positions in ascending order. */
    public PrimitiveIterator.OfLong positions() {
        return new Positions(buckets.entrySet().iterator());
    }

    SortedMap<Integer, RoaringBitmap> buckets() {
        return Collections.unmodifiableSortedMap(buckets);
    }

    private static int key(long position) {
        return (int) (position >>> Integer.SIZE);
    }

    private static long position(int key, int low) {
        return ((long) key << Integer.SIZE) | Integer.toUnsignedLong(low);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DeletionVector that && buckets.equals(that.buckets);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(cardinality);
    }

    @Override
    public String toString() {
        return "DeletionVector[" + cardinality + (cardinality == 1 ? " row]" : " rows]");
    }

    /** Bucket by bucket. */
    private static final class Positions implements PrimitiveIterator.OfLong {
        private final Iterator<Map.Entry<Integer, RoaringBitmap>> rest;
        private int key;
        private IntIterator lows;

        Positions(Iterator<Map.Entry<Integer, RoaringBitmap>> buckets) {
            this.rest = buckets;
        }

        @Override
        public boolean hasNext() {
            while ((lows == null || !lows.hasNext()) && rest.hasNext()) {
                Map.Entry<Integer, RoaringBitmap> bucket = rest.next();
                key = bucket.getKey();
                lows = bucket.getValue().getIntIterator();
            }
            return lows != null && lows.hasNext();
        }

        @Override
        public long nextLong() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return position(key, lows.next());
        }
    }
}
