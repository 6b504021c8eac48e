/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

/** Where a column goes among the fields of its struct. */
public sealed interface ColumnPosition {
    static ColumnPosition first() {
        return new First();
    }

    static ColumnPosition after(String column) {
        return new After(column);
    }

    /** Before all others. */
    record First() implements ColumnPosition {
        @Override
        public String toString() {
            return "FIRST";
        }
    }

    /**
     * Right after another field of the same struct.
     *
     * @param column the other field's name
     */
    record After(String column) implements ColumnPosition {
        @Override
        public String toString() {
            return "AFTER " + column;
        }
    }
}
