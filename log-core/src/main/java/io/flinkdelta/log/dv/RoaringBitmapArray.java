/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.dv;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.roaringbitmap.IntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * The bytes of a deletion vector (PROTOCOL.md, "Deletion Vector Format"), little-endian: a magic number that
 * tells the serialization, then 32-bit Roaring bitmaps. The portable serialization names the upper half of
 * each bitmap's positions; the native one, which old writers used, counts them through and tells each
 * bitmap's size.
 */
final class RoaringBitmapArray {
    private static final int NATIVE_MAGIC = 1681511376;
    private static final int PORTABLE_MAGIC = 1681511377;
    private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

    private RoaringBitmapArray() {}

    /** The portable serialization. */
    static byte[] write(DeletionVector vector) {
        SortedMap<Integer, RoaringBitmap> buckets = vector.buckets();
        long size = HEADER_BYTES
                + buckets.values().stream()
                        .mapToLong(bitmap -> Integer.BYTES + bitmap.serializedSizeInBytes())
                        .sum();
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(size)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(PORTABLE_MAGIC);
        bytes.putLong(buckets.size());
        for (Map.Entry<Integer, RoaringBitmap> bucket : buckets.entrySet()) {
            bytes.putInt(bucket.getKey());
            bucket.getValue().serialize(bytes);
        }
        return bytes.array();
    }

    /**
     * Reads either serialization.
     *
     * @throws IllegalArgumentException telling why these bytes are none
     */
    static DeletionVector read(byte[] data) {
        ByteBuffer bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        SortedMap<Integer, RoaringBitmap> buckets;
        try {
            int magic = bytes.getInt();
            buckets = switch (magic) {
                case PORTABLE_MAGIC -> portable(bytes);
                case NATIVE_MAGIC -> nativeArray(bytes);
                default -> throw new IllegalArgumentException("the magic number " + magic + " is not known");
            };
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("it is cut off", e);
        }
        if (bytes.hasRemaining()) {
            throw new IllegalArgumentException(bytes.remaining() + " bytes follow after its end");
        }
        return DeletionVector.ofBuckets(buckets);
    }

    private static SortedMap<Integer, RoaringBitmap> portable(ByteBuffer bytes) {
        long count = bytes.getLong();
        if (count < 0) {
            throw new IllegalArgumentException("it has " + count + " bitmaps");
        }
        SortedMap<Integer, RoaringBitmap> buckets = new TreeMap<>();
        int previous = -1;
        for (long i = 0; i < count; i++) {
            int key = bytes.getInt();
            if (key <= previous) {
                throw new IllegalArgumentException("the key " + key + " follows the key " + previous);
            }
            previous = key;
            buckets.put(key, bitmap(bytes));
        }
        return buckets;
    }

    private static SortedMap<Integer, RoaringBitmap> nativeArray(ByteBuffer bytes) {
        int count = bytes.getInt();
        if (count < 0) {
            throw new IllegalArgumentException("it has " + count + " bitmaps");
        }
        SortedMap<Integer, RoaringBitmap> buckets = new TreeMap<>();
        for (int key = 0; key < count; key++) {
            int size = bytes.getInt();
            int end = bytes.position() + size;
            buckets.put(key, bitmap(bytes));
            if (bytes.position() != end) {
                throw new IllegalArgumentException("a bitmap does not have its size of " + size + " bytes");
            }
        }
        return buckets;
    }

    /** Reads one bitmap. The library checks little, so that what it makes of broken bytes is looked at. */
    private static RoaringBitmap bitmap(ByteBuffer bytes) {
        RoaringBitmap bitmap = new RoaringBitmap();
        try {
            bitmap.deserialize(bytes);
            if (!isSound(bitmap)) {
                throw new IllegalArgumentException("the positions of a bitmap are not in order");
            }
            bytes.position(bytes.position() + bitmap.serializedSizeInBytes());
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("a bitmap cannot be decoded: " + e.getMessage(), e);
        }
        return bitmap;
    }

    private static boolean isSound(RoaringBitmap bitmap) {
        long previous = -1;
        long count = 0;
        for (IntIterator positions = bitmap.getIntIterator(); positions.hasNext(); count++) {
            long position = Integer.toUnsignedLong(positions.next());
            if (position <= previous) {
                return false;
            }
            previous = position;
        }
        return count == bitmap.getLongCardinality();
    }
}
