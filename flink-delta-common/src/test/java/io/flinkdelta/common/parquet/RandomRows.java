/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/** Random rows of any type, with nulls wherever the type allows them and with the extreme values of each type. */
public final class RandomRows {
    private static final int NULL_IN = 5;
    private static final int EXTREME_IN = 4;
    private static final int MAX_ELEMENTS = 4;
    private static final long MICROS_PER_MILLI = 1_000;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final String[] STRINGS = {
        "", " ", "a", "\u0000", "\"\\\n\t", "Zażółć gęślą jaźń", "\uD83D\uDE00".repeat(40), "\uFFFF", "x".repeat(100)
    };
    private static final double[] DOUBLES = {
        0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE
    };

    private final Random random;

    public RandomRows(long seed) {
        this.random = new Random(seed);
    }

    /** A row of this type. */
    public GenericRowData row(RowType type) {
        GenericRowData row = new GenericRowData(type.getFieldCount());
        for (int i = 0; i < type.getFieldCount(); i++) {
            row.setField(i, value(type.getTypeAt(i)));
        }
        return row;
    }

    private Object value(LogicalType type) {
        if (type.isNullable() && random.nextInt(NULL_IN) == 0) {
            return null;
        }
        boolean extreme = random.nextInt(EXTREME_IN) == 0;
        boolean high = random.nextBoolean();
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> high;
            case TINYINT -> extreme ? (high ? Byte.MAX_VALUE : Byte.MIN_VALUE) : (byte) random.nextInt();
            case SMALLINT -> extreme ? (high ? Short.MAX_VALUE : Short.MIN_VALUE) : (short) random.nextInt();
            case INTEGER -> extreme ? (high ? Integer.MAX_VALUE : Integer.MIN_VALUE) : random.nextInt();
            case BIGINT -> extreme ? (high ? Long.MAX_VALUE : Long.MIN_VALUE) : random.nextLong();
            case FLOAT -> extreme ? (float) DOUBLES[random.nextInt(DOUBLES.length)] : random.nextFloat();
            case DOUBLE -> extreme ? DOUBLES[random.nextInt(DOUBLES.length)] : random.nextGaussian();
            case DATE -> extreme ? (high ? 2_932_896 : -719_162) : random.nextInt(40_000) - 10_000;
            case DECIMAL -> decimal((DecimalType) type, extreme, high);
            case CHAR, VARCHAR -> StringData.fromString(string(extreme));
            case BINARY, VARBINARY -> bytes(extreme);
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp(extreme, high);
            case ARRAY -> array((ArrayType) type);
            case MAP -> map((MapType) type);
            case ROW -> row((RowType) type);
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private DecimalData decimal(DecimalType type, boolean extreme, boolean high) {
        BigInteger limit = BigInteger.TEN.pow(type.getPrecision());
        BigInteger unscaled = extreme
                ? limit.subtract(BigInteger.ONE).multiply(BigInteger.valueOf(high ? 1 : -1))
                : new BigInteger(limit.bitLength() - 1, random).multiply(BigInteger.valueOf(high ? 1 : -1));
        return DecimalData.fromBigDecimal(
                new BigDecimal(unscaled, type.getScale()), type.getPrecision(), type.getScale());
    }

    private String string(boolean extreme) {
        if (extreme) {
            return STRINGS[random.nextInt(STRINGS.length)];
        }
        return Long.toString(random.nextLong(), Character.MAX_RADIX);
    }

    private byte[] bytes(boolean extreme) {
        byte[] bytes = new byte[extreme ? 0 : random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    private TimestampData timestamp(boolean extreme, boolean high) {
        long micros = extreme
                ? (high ? 253_402_300_799_999_999L : -62_135_596_800_000_000L)
                : random.nextLong() % 4_000_000_000_000_000L;
        return TimestampData.fromEpochMillis(
                Math.floorDiv(micros, MICROS_PER_MILLI),
                (int) Math.floorMod(micros, MICROS_PER_MILLI) * NANOS_PER_MICRO);
    }

    private GenericArrayData array(ArrayType type) {
        Object[] elements = new Object[random.nextInt(MAX_ELEMENTS)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = value(type.getElementType());
        }
        return new GenericArrayData(elements);
    }

    private GenericMapData map(MapType type) {
        LogicalType keyType = type.getKeyType().copy(false);
        Map<Object, Object> entries = new LinkedHashMap<>();
        int size = random.nextInt(MAX_ELEMENTS);
        for (int i = 0; i < size; i++) {
            Object key = keyType.is(LogicalTypeRoot.VARBINARY)
                    ? Integer.toString(i).getBytes(StandardCharsets.UTF_8)
                    : value(keyType);
            entries.put(key, value(type.getValueType()));
        }
        return new GenericMapData(entries);
    }
}
