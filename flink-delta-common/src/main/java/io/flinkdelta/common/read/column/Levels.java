/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

/** The definition levels of a page, in their order. */
interface Levels {
    /** How many of the next ones, at most {@code count}, are the same: at least one; 0 when that is not known. */
    int sameAhead(int count);

    /** Reads the next {@code count}. */
    void read(int[] into, int from, int count);

    /** Levels in memory. */
    static Levels of(int[] levels) {
        return new Levels() {
            private int position;

            @Override
            public int sameAhead(int count) {
                return 0;
            }

            @Override
            public void read(int[] into, int from, int count) {
                System.arraycopy(levels, position, into, from, count);
                position += count;
            }
        };
    }
}
