/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.dv;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/**
 * Bytes as text, five characters for four bytes (ZeroMQ RFC 32), as descriptors of deletion vectors hold
 * UUIDs and inline vectors. Bytes that do not fill the last four are padded with zeros; how many there
 * were must be known from elsewhere.
 */
final class Z85 {
    /** The length of a UUID as text. */
    static final int UUID_LENGTH = 20;

    private static final String DIGITS =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
    private static final int BASE = 85;
    private static final int CHARACTERS = 5;
    private static final int BYTES = 4;
    private static final long MAX_BLOCK = 0xFFFF_FFFFL;

    private Z85() {}

    static String encode(byte[] bytes) {
        byte[] padded = Arrays.copyOf(bytes, (bytes.length + BYTES - 1) / BYTES * BYTES);
        ByteBuffer blocks = ByteBuffer.wrap(padded);
        char[] text = new char[padded.length / BYTES * CHARACTERS];
        for (int i = 0; i < text.length; i += CHARACTERS) {
            long block = Integer.toUnsignedLong(blocks.getInt());
            for (int j = CHARACTERS - 1; j >= 0; j--) {
                text[i + j] = DIGITS.charAt((int) (block % BASE));
                block /= BASE;
            }
        }
        return new String(text);
    }

    static String encode(UUID id) {
        return encode(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array());
    }

    /**
     * The first {@code length} bytes of what {@code text} stands for.
     *
     * @throws IllegalArgumentException when it is no such text, or stands for another number of bytes
     */
    static byte[] decode(String text, int length) {
        if (length < 0 || text.length() != ((long) length + BYTES - 1) / BYTES * CHARACTERS) {
            throw new IllegalArgumentException(text.length() + " characters cannot stand for " + length + " bytes");
        }
        ByteBuffer blocks = ByteBuffer.allocate(text.length() / CHARACTERS * BYTES);
        for (int i = 0; i < text.length(); i += CHARACTERS) {
            long block = 0;
            for (int j = i; j < i + CHARACTERS; j++) {
                int digit = DIGITS.indexOf(text.charAt(j));
                if (digit < 0) {
                    throw new IllegalArgumentException("no Z85 character: " + text.charAt(j));
                }
                block = block * BASE + digit;
            }
            if (block > MAX_BLOCK) {
                throw new IllegalArgumentException("no Z85 text: " + text.substring(i, i + CHARACTERS));
            }
            blocks.putInt((int) block);
        }
        return Arrays.copyOf(blocks.array(), length);
    }

    /** @throws IllegalArgumentException when the text stands for no UUID */
    static UUID decodeUuid(String text) {
        ByteBuffer bytes = ByteBuffer.wrap(decode(text, 2 * Long.BYTES));
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
