/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;

/** What the expectations of the shared tables say of all rows of a version together. */
public final class LineDigest {
    private LineDigest() {}

    /** The SHA-256 of the lines, sorted by their bytes, each with a line break; in lower-case hex. */
    public static String of(Collection<String> lines) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            lines.stream()
                    .map(line -> line.getBytes(StandardCharsets.UTF_8))
                    .sorted(Arrays::compareUnsigned)
                    .forEach(line -> {
                        digest.update(line);
                        digest.update((byte) '\n');
                    });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
