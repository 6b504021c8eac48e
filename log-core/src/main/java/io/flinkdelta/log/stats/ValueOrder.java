/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Optional;

/** How the values of a comparison are ordered, and the one Java class that they are brought to for it. */
enum ValueOrder {
    /** Exact numbers, as BigDecimal or Long; two of different classes are compared as BigDecimal. */
    EXACT_NUMBER(ValueOrder::compareExact),
    /** As Double, float values widened; NaN is the greatest, -0.0 equals 0.0. */
    FLOATING(ValueOrder::compareFloating),
    /** As String, by code points, which is the order of the UTF-8 bytes. */
    TEXT((left, right) -> compareText((String) left, (String) right)),
    BOOLEAN((left, right) -> Boolean.compare((Boolean) left, (Boolean) right)),
    /** As ByteBuffer, bytes without sign. */
    BYTES((left, right) -> compareBytes((ByteBuffer) left, (ByteBuffer) right)),
    /** As Long: days since the epoch. */
    DATE((left, right) -> Long.compare((Long) left, (Long) right)),
    /** As Long: microseconds since the epoch. */
    TIMESTAMP((left, right) -> Long.compare((Long) left, (Long) right)),
    /** As Long: microseconds on a clock without a zone. */
    TIMESTAMP_NTZ((left, right) -> Long.compare((Long) left, (Long) right));

    /** Holds no state. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Comparator<Object> comparator;

    ValueOrder(Comparator<Object> comparator) {
        this.comparator = comparator;
    }

    Comparator<Object> comparator() {
        return comparator;
    }

    /** Of the values of a type; empty where they have no order that statistics could help with. */
    static Optional<ValueOrder> of(DataType type) {
        if (type instanceof DecimalType) {
            return Optional.of(EXACT_NUMBER);
        }
        if (!(type instanceof PrimitiveType primitive)) {
            return Optional.empty();
        }
        return switch (primitive) {
            case BYTE, SHORT, INTEGER, LONG -> Optional.of(EXACT_NUMBER);
            case FLOAT, DOUBLE -> Optional.of(FLOATING);
            case STRING -> Optional.of(TEXT);
            case BOOLEAN -> Optional.of(BOOLEAN);
            case BINARY -> Optional.of(BYTES);
            case DATE -> Optional.of(DATE);
            case TIMESTAMP -> Optional.of(TIMESTAMP);
            case TIMESTAMP_NTZ -> Optional.of(TIMESTAMP_NTZ);
            case VARIANT, VOID -> Optional.empty();
        };
    }

    /** A value, as its type has it in expressions or partition values, as this order has it. */
    Object normalize(Object value) {
        return switch (this) {
            case EXACT_NUMBER -> value instanceof BigDecimal ? value : (Object) ((Number) value).longValue();
            case FLOATING -> ((Number) value).doubleValue();
            case BYTES -> value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
            case DATE, TIMESTAMP, TIMESTAMP_NTZ -> ((Number) value).longValue();
            case TEXT, BOOLEAN -> value;
        };
    }

    private static int compareExact(Object left, Object right) {
        if (left instanceof Long one && right instanceof Long other) {
            return Long.compare(one, other);
        }
        return decimal(left).compareTo(decimal(right));
    }

    private static BigDecimal decimal(Object number) {
        return number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf((Long) number);
    }

    private static int compareFloating(Object left, Object right) {
        double one = (Double) left;
        double other = (Double) right;
        return one == other ? 0 : Double.compare(one, other);
    }

    static int compareText(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            char one = left.charAt(i);
            char other = right.charAt(i);
            if (one != other) {
                boolean surrogates = Character.isSurrogate(one) != Character.isSurrogate(other);
                // A surrogate stands for a code point above all that are one char.
                return surrogates ? (Character.isSurrogate(one) ? 1 : -1) : Character.compare(one, other);
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static int compareBytes(ByteBuffer left, ByteBuffer right) {
        int mismatch = left.mismatch(right);
        if (mismatch < 0) {
            return 0;
        }
        if (mismatch == left.remaining() || mismatch == right.remaining()) {
            return Integer.compare(left.remaining(), right.remaining());
        }
        return Byte.compareUnsigned(left.get(left.position() + mismatch), right.get(right.position() + mismatch));
    }
}
