/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import java.util.Objects;

/**
 * The primary key of a logical file in replay (PROTOCOL.md, "Action Reconciliation"): the data file and
 * the deletion vector on it. Made by {@link FileKeys} only, so that two spellings of one path are equal.
 *
 * @param path canonical
 * @param deletionVectorId the unique id of the deletion vector, empty without one
 */
public record FileKey(String path, String deletionVectorId) {
    public FileKey {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(deletionVectorId, "deletionVectorId");
    }

    /** Written out: what a record makes of itself costs a new JVM as much as the keys of some thousand files. */
    @Override
    public int hashCode() {
        return 31 * path.hashCode() + deletionVectorId.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FileKey key && path.equals(key.path) && deletionVectorId.equals(key.deletionVectorId);
    }
}
