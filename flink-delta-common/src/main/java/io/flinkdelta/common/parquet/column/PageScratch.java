/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

/**
 * Memory in which a page is put together before it is compressed. Shared by all columns of all files
 * that one thread writes, since they finish their pages one after the other.
 */
public final class PageScratch {
    private static final int FIRST_BYTES = 64 * 1024;

    private final GrowingBytes page = new GrowingBytes(FIRST_BYTES);
    private final HybridEncoding hybrid = new HybridEncoding();
    private int[] ints = new int[0];
    private boolean largeValue;

    /** Notes that the row at hand has a value so large that sizes are to be looked at right after it. */
    public void noteLargeValue() {
        largeValue = true;
    }

    /** Whether that was noted since the last call. */
    public boolean takeLargeValue() {
        boolean noted = largeValue;
        largeValue = false;
        return noted;
    }

    /** Empty. */
    GrowingBytes page() {
        page.clear();
        return page;
    }

    HybridEncoding hybrid() {
        return hybrid;
    }

    /** At least {@code count} numbers of any content. */
    int[] ints(int count) {
        if (ints.length < count) {
            ints = new int[GrowingBytes.grown(ints.length, count)];
        }
        return ints;
    }
}
