/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;

/** A leaf that has one value or null in each row. Rows are asked for in ascending order. */
final class FlatColumn {
    /** Null when the file does not have the column. */
    private final ColumnReader reader;

    private final int valueLevel;
    private final boolean isInt;
    private long row;

    FlatColumn(ColumnReader reader) {
        this.reader = reader;
        this.valueLevel = reader == null ? 0 : reader.getDescriptor().getMaxDefinitionLevel();
        this.isInt = reader != null
                && switch (reader.getDescriptor().getPrimitiveType().getPrimitiveTypeName()) {
                    case INT32 -> true;
                    default -> false;
                };
    }

    /** Null in each row. */
    static FlatColumn absent() {
        return new FlatColumn(null);
    }

    /** Whether there is a value in row {@code wanted} of the row group. */
    boolean isPresent(long wanted) {
        if (reader == null) {
            return false;
        }
        while (row < wanted) {
            if (reader.getCurrentDefinitionLevel() == valueLevel) {
                reader.skip();
            }
            reader.consume();
            row++;
        }
        return reader.getCurrentDefinitionLevel() == valueLevel;
    }

    /** The value of a row that {@link #isPresent}. */
    long number() {
        return isInt ? reader.getInteger() : reader.getLong();
    }

    /** The value of a row that {@link #isPresent}. */
    boolean bool() {
        return reader.getBoolean();
    }

    /** The value of a row that {@link #isPresent}. */
    String string() {
        return reader.getBinary().toStringUsingUTF8();
    }

    /** The value of a row that {@link #isPresent}, backed by an array. */
    ByteBuffer bytes() {
        return bytes(reader.getBinary());
    }

    static ByteBuffer bytes(Binary value) {
        ByteBuffer bytes = value.toByteBuffer();
        return bytes.hasArray() ? bytes : ByteBuffer.wrap(value.getBytes());
    }
}
