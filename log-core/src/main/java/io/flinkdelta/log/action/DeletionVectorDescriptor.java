/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Objects;
import java.util.OptionalInt;

/** Where the deletion vector of a file lies (PROTOCOL.md, "Deletion Vector Descriptor Schema"). */
public record DeletionVectorDescriptor(
        String storageType, String pathOrInlineDv, OptionalInt offset, int sizeInBytes, long cardinality) {
    public DeletionVectorDescriptor {
        Objects.requireNonNull(storageType, "storageType");
        Objects.requireNonNull(pathOrInlineDv, "pathOrInlineDv");
    }

    /** The id that, with the path, is the primary key of a file in replay (PROTOCOL.md, "Action Reconciliation"). */
    public String uniqueId() {
        return storageType + pathOrInlineDv + (offset.isPresent() ? "@" + offset.getAsInt() : "");
    }
}
