/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * The order of the values of a type: numbers by value, NaN equal to itself and the greatest, -0.0 equal to
 * 0.0; strings by their UTF-8 bytes; binary by unsigned bytes; false before true.
 */
public final class Ordering {
    private Ordering() {}

    /**
     * The order of values that are not null.
     *
     * @param type not nested
     */
    public static Comparator<Object> of(DataType type) {
        if (type instanceof DecimalType) {
            return (left, right) -> ((BigDecimal) left).compareTo((BigDecimal) right);
        }
        if (!(type instanceof PrimitiveType primitive)) {
            throw new IllegalArgumentException("no order of " + type.describe());
        }
        return switch (primitive) {
            case BOOLEAN -> (left, right) -> ((Boolean) left).compareTo((Boolean) right);
            case BYTE -> (left, right) -> ((Byte) left).compareTo((Byte) right);
            case SHORT -> (left, right) -> ((Short) left).compareTo((Short) right);
            case INTEGER, DATE -> (left, right) -> ((Integer) left).compareTo((Integer) right);
            case LONG, TIMESTAMP, TIMESTAMP_NTZ -> (left, right) -> ((Long) left).compareTo((Long) right);
            case FLOAT -> (left, right) -> compare((Float) left, (Float) right);
            case DOUBLE -> (left, right) -> compare((Double) left, (Double) right);
            case STRING -> (left, right) -> compare((String) left, (String) right);
            case BINARY -> (left, right) -> compare((ByteBuffer) left, (ByteBuffer) right);
            case VOID -> (left, right) -> Boolean.compare(left == null, right == null);
            case VARIANT -> throw new IllegalArgumentException("no order of " + type.describe());
        };
    }

    private static int compare(double left, double right) {
        // Adding zero turns -0.0 into 0.0.
        return Double.compare(left + 0.0, right + 0.0);
    }

    /** By code points, which is the order of the UTF-8 bytes; the order of Java's chars differs above U+D7FF. */
    private static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char leftChar = left.charAt(i);
            char rightChar = right.charAt(i);
            if (leftChar != rightChar) {
                boolean bothOrNone = Character.isSurrogate(leftChar) == Character.isSurrogate(rightChar);
                return bothOrNone ? leftChar - rightChar : Character.isSurrogate(leftChar) ? 1 : -1;
            }
        }
        return left.length() - right.length();
    }

    private static int compare(ByteBuffer left, ByteBuffer right) {
        int length = Math.min(left.remaining(), right.remaining());
        for (int i = 0; i < length; i++) {
            int difference = (left.get(left.position() + i) & 0xff) - (right.get(right.position() + i) & 0xff);
            if (difference != 0) {
                return difference;
            }
        }
        return left.remaining() - right.remaining();
    }
}
