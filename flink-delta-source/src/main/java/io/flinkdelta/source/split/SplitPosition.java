/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.split;

/**
 * How far a split has been read. The steps of a split are the same whenever it is read.
 *
 * @param step the files that come before it have been read to their ends
 * @param row the position in the step's file, counted from 0 over all of its rows, before which nothing is read
 */
public record SplitPosition(int step, long row) {
    /** Nothing has been read. */
    public static final SplitPosition START = new SplitPosition(0, 0);
}
