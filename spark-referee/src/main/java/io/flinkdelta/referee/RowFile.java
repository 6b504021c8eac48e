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

/** What was written to a file of sorted lines: how many, and the SHA-256 of the file. */
record RowFile(long count, String sha256) {

    static RowFile write(Path file, List<String> lines) throws IOException {
        byte[][] sorted = lines.stream().map(ExactText::utf8).toArray(byte[][]::new);
        Arrays.sort(sorted, Arrays::compareUnsigned);
        MessageDigest digest = newDigest();
        Files.createDirectories(file.getParent());
        try (OutputStream out = new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), digest)) {
            for (byte[] line : sorted) {
                out.write(line);
                out.write('\n');
            }
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
