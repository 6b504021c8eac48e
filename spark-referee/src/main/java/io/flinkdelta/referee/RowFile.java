/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Sorted lines, each ended by a line feed: how many, and the SHA-256 of their bytes. */
record RowFile(long count, String sha256) {

    /** Writes them to a file, too. */
    static RowFile write(Path file, List<String> lines) throws IOException {
        Files.createDirectories(file.getParent());
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            return write(out, lines);
        }
    }

    /** Writes them nowhere. */
    static RowFile digest(List<String> lines) throws IOException {
        return write(OutputStream.nullOutputStream(), lines);
    }

    private static RowFile write(OutputStream to, List<String> lines) throws IOException {
        byte[][] sorted = lines.stream().map(ExactText::utf8).toArray(byte[][]::new);
        Arrays.sort(sorted, Arrays::compareUnsigned);
        MessageDigest digest = newDigest();
        OutputStream out = new DigestOutputStream(to, digest);
        for (byte[] line : sorted) {
            out.write(line);
            out.write('\n');
        }
        return new RowFile(sorted.length, HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
