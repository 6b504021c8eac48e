/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.replay.FileKey;
import io.flinkdelta.log.replay.FileKeys;
import java.util.Arrays;
import java.util.Set;

/** The keys of files about which a checkpoint is not the last word, because later commits touched them. Any thread. */
final class VoidKeys {
    private final Set<FileKey> keys;
    private final int[] hashes;
    private final FileKeys spelling;

    /**
     * Of these keys.
     *
     * @param keys not changed any more
     */
    VoidKeys(Set<FileKey> keys, FileKeys spelling) {
        this.keys = keys;
        this.hashes = keys.stream().mapToInt(FileKeyHash::of).sorted().toArray();
        this.spelling = spelling;
    }

    boolean isEmpty() {
        return hashes.length == 0;
    }

    boolean contains(RemoveFile remove) {
        return keys.contains(spelling.of(remove));
    }

    /**
     * Whether {@code row} is of one of them.
     *
     * @param hash of the row's key
     */
    boolean contains(AddRow row, int hash) {
        return Arrays.binarySearch(hashes, hash) >= 0 && keys.contains(spelling.of(row.toAddFile()));
    }
}
