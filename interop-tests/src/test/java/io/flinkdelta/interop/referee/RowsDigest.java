/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.referee;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Rows in short: how many, and the SHA-256 over their sorted exact lines, each ended by a line feed. */
public record RowsDigest(long count, String sha256) {

    /** Of exact lines in any order. */
    public static RowsDigest of(List<String> lines) {
        byte[][] sorted = lines.stream()
                .map(line -> (line + "\n").getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        Arrays.sort(sorted, Arrays::compareUnsigned);
        MessageDigest digest = sha256Digest();
        for (byte[] line : sorted) {
            digest.update(line);
        }
        return new RowsDigest(sorted.length, HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest sha256Digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
