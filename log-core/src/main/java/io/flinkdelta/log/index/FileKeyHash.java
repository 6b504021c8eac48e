/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.replay.FileKey;
import io.flinkdelta.log.replay.FileKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Hashes of {@link FileKey}s, without the key being made where the path has only one spelling. Any thread. */
final class FileKeyHash {
    private static final int SPREAD = 0x9E3779B9;

    private final FileKeys keys;

    FileKeyHash(FileKeys keys) {
        this.keys = keys;
    }

    static int of(FileKey key) {
        return of(key.path().hashCode(), key.deletionVectorId());
    }

    private static int of(int pathHash, String deletionVectorId) {
        return (31 * pathHash + deletionVectorId.hashCode()) * SPREAD;
    }

    /** Equal to that of the row's key. */
    int of(AddRow row) {
        Optional<DeletionVectorDescriptor> vector = row.deletionVector();
        String id = vector.isEmpty() ? "" : vector.get().uniqueId();
        return of(pathHash(row.path()), id);
    }

    /** Without a string of a relative path in ASCII in which nothing is percent-encoded and nothing a scheme. */
    private int pathHash(ByteBuffer path) {
        byte[] bytes = path.array();
        int first = path.arrayOffset() + path.position();
        int end = first + path.remaining();
        int hash = 0;
        for (int i = first; i < end; i++) {
            byte c = bytes[i];
            if (c == '%' || c == ':' || c < 0 || (c == '/' && i == first)) {
                return canonicalHash(path);
            }
            // As String.hashCode has it.
            hash = 31 * hash + c;
        }
        return hash;
    }

    private int canonicalHash(ByteBuffer path) {
        String text = StandardCharsets.UTF_8.decode(path.duplicate()).toString();
        return keys.canonical(text).hashCode();
    }
}
