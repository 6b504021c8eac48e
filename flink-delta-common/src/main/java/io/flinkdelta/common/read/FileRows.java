/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.log.dv.DeletionVector;

/**
 * Which rows of a data file are read.
 *
 * @param listed positions of rows
 * @param only whether the listed rows are read, else all others
 * @param start of the bytes whose row groups are read; a row group belongs to the bytes that its middle lies in
 * @param end of these bytes, exclusive
 * @param firstPosition of the first row that may be read; those before it are passed over
 */
public record FileRows(DeletionVector listed, boolean only, long start, long end, long firstPosition) {
    private static final FileRows ALL = except(DeletionVector.empty());

    public static FileRows all() {
        return ALL;
    }

    /** All rows but these. */
    public static FileRows except(DeletionVector deleted) {
        return new FileRows(deleted, false, 0, Long.MAX_VALUE, 0);
    }

    /** These rows. */
    public static FileRows only(DeletionVector rows) {
        return new FileRows(rows, true, 0, Long.MAX_VALUE, 0);
    }

    /** Of these rows those in the row groups of a range of bytes, {@code toStart} inclusive, {@code toEnd} exclusive. */
    public FileRows within(long toStart, long toEnd) {
        return new FileRows(listed, only, toStart, toEnd, firstPosition);
    }

    /** Of these rows those from {@code position} on, counted from 0 over all rows of the file. */
    public FileRows from(long position) {
        return new FileRows(listed, only, start, end, position);
    }

    /** How many of the rows from {@code from} up to {@code to}, exclusive, are read, as far as positions tell. */
    long count(long from, long to) {
        long first = Math.max(from, Math.min(to, firstPosition));
        long inList = listed.cardinality(first, to);
        return only ? inList : to - first - inList;
    }
}
