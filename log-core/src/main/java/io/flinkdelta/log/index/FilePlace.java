/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.replay.FileKey;
import java.util.Comparator;

/**
 * Where a file stands in {@link FileIndex#inOrder}: this depends on its path and deletion vector alone, so that the files
 * of a version come in one order whoever reads it, from whichever checkpoint, and a place in it can be kept and gone on
 * from. Immutable.
 *
 * @param hash of the key
 * @param path canonical
 * @param deletionVectorId the unique id of the deletion vector, empty without one
 */
public record FilePlace(int hash, String path, String deletionVectorId) implements Comparable<FilePlace> {
    private static final Comparator<FilePlace> ORDER = Comparator.comparingInt(FilePlace::hash)
            .thenComparing(FilePlace::path)
            .thenComparing(FilePlace::deletionVectorId);

    static FilePlace of(FileKey key) {
        return new FilePlace(FileKeyHash.of(key), key.path(), key.deletionVectorId());
    }

    @Override
    public int compareTo(FilePlace other) {
        return ORDER.compare(this, other);
    }
}
