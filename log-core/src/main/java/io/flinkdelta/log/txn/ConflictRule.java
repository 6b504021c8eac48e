/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

/** The rules by which a commit that overtook a transaction may forbid it, by the names that Delta's writers use. */
public enum ConflictRule {
    /** The same {@code txn} application, or one whose progress was read. */
    CONCURRENT_TRANSACTION("ConcurrentTransaction"),
    PROTOCOL_CHANGED("ProtocolChanged"),
    METADATA_CHANGED("MetadataChanged"),
    DOMAIN_METADATA_CHANGED("DomainMetadataChanged"),
    /** A file went that both remove. */
    CONCURRENT_DELETE_DELETE("ConcurrentDeleteDelete"),
    /** A file went that the transaction had read. */
    CONCURRENT_DELETE_READ("ConcurrentDeleteRead"),
    /** Rows were deleted or updated that the transaction deletes or updates, too, or they cannot be found again. */
    CONCURRENT_ROW_CHANGE("ConcurrentRowChange"),
    /** A file came that the transaction would have read. */
    CONCURRENT_APPEND("ConcurrentAppend");

    private final String displayName;

    ConflictRule(String displayName) {
        this.displayName = displayName;
    }

    /** As errors name it. */
    public String displayName() {
        return displayName;
    }
}
