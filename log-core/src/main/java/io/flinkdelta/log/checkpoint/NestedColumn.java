/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import org.apache.parquet.column.ColumnReader;

/**
 * A leaf inside of nested structs, which tells of each row how many of them are there. Rows are asked for in
 * ascending order. One thread.
 */
final class NestedColumn {
    /** Null for a leaf that is null in each row. */
    private final ColumnReader reader;

    private final int valueLevel;
    private long row;

    /**
     * For one row group.
     *
     * @param reader null for a leaf that is null in each row
     */
    NestedColumn(ColumnReader reader) {
        this.reader = reader;
        this.valueLevel = reader == null ? 1 : reader.getDescriptor().getMaxDefinitionLevel();
    }

    /** How deep the path to the value is defined in row {@code wanted} of the row group. */
    int definitionLevel(long wanted) {
        if (reader == null) {
            return 0;
        }
        for (; row < wanted; row++) {
            if (reader.getCurrentDefinitionLevel() == valueLevel) {
                reader.skip();
            }
            reader.consume();
        }
        return reader.getCurrentDefinitionLevel();
    }

    /** Whether there is a value in row {@code wanted} of the row group. */
    boolean isPresent(long wanted) {
        return definitionLevel(wanted) == valueLevel;
    }

    /** The value of a row that {@link #isPresent}: a Long, Double, Boolean or Binary. */
    Object value() {
        return switch (reader.getDescriptor().getPrimitiveType().getPrimitiveTypeName()) {
            case INT32 -> (long) reader.getInteger();
            case INT64 -> reader.getLong();
            case FLOAT -> (double) reader.getFloat();
            case DOUBLE -> reader.getDouble();
            case BOOLEAN -> reader.getBoolean();
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> reader.getBinary();
        };
    }
}
