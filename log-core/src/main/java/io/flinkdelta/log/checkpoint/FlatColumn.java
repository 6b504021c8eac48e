/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * A leaf that has one value or null in each row. Rows are asked for in ascending order, and read some
 * hundred at a time: short loops over one column are compiled sooner than the reading of whole rows.
 */
final class FlatColumn {
    static final int BATCH = 256;

    /** Null when the file does not have the column. */
    private final ColumnReader reader;

    private final long rowCount;
    private final int valueLevel;
    private final Values values;
    private final boolean[] present;
    /** The rows that are in memory. */
    private long firstRow;

    private long endRow;
    /** The place among them of the row that was asked for. */
    private int place;

    /**
     * For one row group.
     *
     * @param reader null when the file does not have the column
     */
    FlatColumn(ColumnReader reader, long rowCount) {
        this.reader = reader;
        this.rowCount = rowCount;
        this.valueLevel = reader == null ? 0 : reader.getDescriptor().getMaxDefinitionLevel();
        this.values = reader == null
                ? null
                : Values.of(reader.getDescriptor().getPrimitiveType().getPrimitiveTypeName());
        this.present = reader == null ? null : new boolean[BATCH];
    }

    /** Null in each row. */
    static FlatColumn absent() {
        return new FlatColumn(null, 0);
    }

    /** Whether there is a value in row {@code wanted} of the row group. */
    boolean isPresent(long wanted) {
        if (reader == null) {
            return false;
        }
        if (wanted >= endRow) {
            skipTo(wanted);
            fill();
        }
        place = (int) (wanted - firstRow);
        return present[place];
    }

    private void skipTo(long wanted) {
        for (; endRow < wanted; endRow++) {
            if (reader.getCurrentDefinitionLevel() == valueLevel) {
                reader.skip();
            }
            reader.consume();
        }
        firstRow = endRow;
    }

    private void fill() {
        int count = (int) Math.min(BATCH, rowCount - firstRow);
        values.fill(reader, valueLevel, present, count);
        endRow = firstRow + count;
    }

    /** The value of a row that {@link #isPresent}. */
    long number() {
        return values.number(place);
    }

    /** The value of a row that {@link #isPresent}. */
    boolean bool() {
        return values.number(place) != 0;
    }

    /** The value of a row that {@link #isPresent}. */
    String string() {
        return values.binary(place).toStringUsingUTF8();
    }

    /** The value of a row that {@link #isPresent}, backed by an array. */
    ByteBuffer bytes() {
        return bytes(values.binary(place));
    }

    static ByteBuffer bytes(Binary value) {
        ByteBuffer bytes = value.toByteBuffer();
        return bytes.hasArray() ? bytes : ByteBuffer.wrap(value.getBytes());
    }

    /** The values of a batch; those of nulls mean nothing. */
    private abstract static class Values {
        static Values of(PrimitiveTypeName type) {
            return switch (type) {
                case INT32 -> new Ints();
                case INT64 -> new Longs();
                case BOOLEAN -> new Booleans();
                default -> new Binaries();
            };
        }

        /** Reads the next rows. */
        abstract void fill(ColumnReader reader, int valueLevel, boolean[] present, int count);

        long number(int place) {
            throw new UnsupportedOperationException("a text is no number");
        }

        Binary binary(int place) {
            throw new UnsupportedOperationException("a number is no text");
        }
    }

    private abstract static class Numbers extends Values {
        final long[] numbers = new long[BATCH];

        @Override
        long number(int place) {
            return numbers[place];
        }
    }

    private static final class Ints extends Numbers {
        @Override
        void fill(ColumnReader reader, int valueLevel, boolean[] present, int count) {
            for (int i = 0; i < count; i++) {
                present[i] = reader.getCurrentDefinitionLevel() == valueLevel;
                if (present[i]) {
                    numbers[i] = reader.getInteger();
                }
                reader.consume();
            }
        }
    }

    private static final class Longs extends Numbers {
        @Override
        void fill(ColumnReader reader, int valueLevel, boolean[] present, int count) {
            for (int i = 0; i < count; i++) {
                present[i] = reader.getCurrentDefinitionLevel() == valueLevel;
                if (present[i]) {
                    numbers[i] = reader.getLong();
                }
                reader.consume();
            }
        }
    }

    private static final class Booleans extends Numbers {
        @Override
        void fill(ColumnReader reader, int valueLevel, boolean[] present, int count) {
            for (int i = 0; i < count; i++) {
                present[i] = reader.getCurrentDefinitionLevel() == valueLevel;
                if (present[i]) {
                    numbers[i] = reader.getBoolean() ? 1 : 0;
                }
                reader.consume();
            }
        }
    }

    private static final class Binaries extends Values {
        private final Binary[] binaries = new Binary[BATCH];

        @Override
        void fill(ColumnReader reader, int valueLevel, boolean[] present, int count) {
            for (int i = 0; i < count; i++) {
                present[i] = reader.getCurrentDefinitionLevel() == valueLevel;
                if (present[i]) {
                    binaries[i] = reader.getBinary();
                }
                reader.consume();
            }
        }

        @Override
        Binary binary(int place) {
            return binaries[place];
        }
    }
}
