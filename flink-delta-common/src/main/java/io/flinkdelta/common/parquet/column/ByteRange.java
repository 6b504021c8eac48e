/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.column.statistics.BinaryStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.api.Binary;

/** Finds the least and the greatest of byte arrays; their first eight bytes mostly decide. */
final class ByteRange {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Turns the signed order of the first byte into the unsigned one. */
    private final long signFlip;

    private byte[] min;
    private long minHead;
    private byte[] max;
    private long maxHead;

    /** @param signed whether the arrays are big-endian two's complement numbers of the same length */
    ByteRange(boolean signed) {
        this.signFlip = signed ? Long.MIN_VALUE : 0;
    }

    /** Forgets what was added. */
    void start() {
        min = null;
        max = null;
    }

    void add(byte[] bytes, int start, int length) {
        long head = head(bytes, start, length);
        if (min == null) {
            min = Arrays.copyOfRange(bytes, start, start + length);
            minHead = head;
            max = min;
            maxHead = head;
            return;
        }
        int toMin = Long.compareUnsigned(head, minHead);
        if (toMin < 0 || (toMin == 0 && compare(bytes, start, length, min) < 0)) {
            min = Arrays.copyOfRange(bytes, start, start + length);
            minHead = head;
        }
        int toMax = Long.compareUnsigned(head, maxHead);
        if (toMax > 0 || (toMax == 0 && compare(bytes, start, length, max) > 0)) {
            max = Arrays.copyOfRange(bytes, start, start + length);
            maxHead = head;
        }
    }

    /** The heads are equal, so that signs are as well. */
    private static int compare(byte[] bytes, int start, int length, byte[] other) {
        return Arrays.compareUnsigned(bytes, start, start + length, other, 0, other.length);
    }

    /** The first eight bytes, as if zeros followed. */
    private long head(byte[] bytes, int start, int length) {
        long head = 0;
        if (start + Long.BYTES <= bytes.length) {
            head = (long) LONG.get(bytes, start);
            if (length < Long.BYTES) {
                head &= length == 0 ? 0 : -1L << (Long.SIZE - length * Byte.SIZE);
            }
        } else {
            for (int i = 0; i < length && i < Long.BYTES; i++) {
                head |= (bytes[start + i] & 0xFFL) << (Long.SIZE - (i + 1) * Byte.SIZE);
            }
        }
        return head ^ signFlip;
    }

    /** Notes what was found, if anything was added. */
    void note(Statistics<?> statistics) {
        if (min != null) {
            BinaryStatistics binary = (BinaryStatistics) statistics;
            binary.updateStats(Binary.fromConstantByteArray(min));
            binary.updateStats(Binary.fromConstantByteArray(max));
        }
    }
}
