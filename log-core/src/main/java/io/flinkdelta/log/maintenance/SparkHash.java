/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Spark's hash partitioning by a string column, which PROTOCOL.md ("Multi-part checkpoint") asks for:
 * MurmurHash3 (x86, 32 bits) with the seed 42, the bytes after the last whole word taken one by one.
 */
final class SparkHash {
    private static final int SEED = 42;
    private static final int BYTE_BITS = 8;

    private SparkHash() {}

    /** The partition of a row that has no value in the column. */
    static int partitionOfNull(int partitions) {
        return Math.floorMod(SEED, partitions);
    }

    /** From 0 to before {@code partitions}. */
    static int partition(String value, int partitions) {
        return Math.floorMod(hash(value), partitions);
    }

    static int hash(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int hash = SEED;
        while (words.remaining() >= Integer.BYTES) {
            hash = mix(hash, words.getInt());
        }
        while (words.hasRemaining()) {
            hash = mix(hash, words.get());
        }
        return finish(hash ^ bytes.length);
    }

    private static int mix(int hash, int word) {
        int mixed = Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
        return Integer.rotateLeft(hash ^ mixed, 13) * 5 + 0xe6546b64;
    }

    private static int finish(int hash) {
        int mixed = (hash ^ (hash >>> (2 * BYTE_BITS))) * 0x85ebca6b;
        mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
        return mixed ^ (mixed >>> (2 * BYTE_BITS));
    }
}
