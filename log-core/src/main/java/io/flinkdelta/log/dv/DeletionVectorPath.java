/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.dv;

import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.file.DataPath;
import java.util.Optional;
import java.util.UUID;

/**
 * The name of a file of deletion vectors below the table, as a descriptor derives it (PROTOCOL.md,
 * "Derived Fields").
 *
 * @param prefix a folder that spreads the files of a table over the storage, empty for the table's own folder
 */
record DeletionVectorPath(String prefix, UUID id) {
    /** In {@code storageType}: the vector is the text of the descriptor. */
    static final String INLINE = "i";
    /** The file is named by its id. */
    static final String RELATIVE = "u";
    /** The file is named by its whole path, URI-encoded. */
    static final String ABSOLUTE = "p";

    /**
     * The decoded path of the file that holds the vector, as {@code DataStore} takes it; empty for an inline one.
     *
     * @throws IllegalArgumentException when the descriptor names none
     */
    static Optional<String> of(DeletionVectorDescriptor descriptor) {
        String path = descriptor.pathOrInlineDv();
        switch (descriptor.storageType()) {
            case INLINE -> {
                return Optional.empty();
            }
            case ABSOLUTE -> {
                return Optional.of(DataPath.decode(path));
            }
            case RELATIVE -> {
                int prefixLength = path.length() - Z85.UUID_LENGTH;
                if (prefixLength < 0) {
                    throw new IllegalArgumentException("the id is too short: " + path);
                }
                UUID id = Z85.decodeUuid(path.substring(prefixLength));
                return Optional.of(new DeletionVectorPath(path.substring(0, prefixLength), id).relativePath());
            }
            default ->
                throw new IllegalArgumentException("the storage type " + descriptor.storageType() + " is not known");
        }
    }

    String relativePath() {
        String name = "deletion_vector_" + id + ".bin";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    /** What a descriptor of a vector in this file holds. */
    String pathOrInlineDv() {
        return prefix + Z85.encode(id);
    }
}
