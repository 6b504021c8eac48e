/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.protocol.IcebergCompatibility;
import java.util.Collection;
import java.util.Set;

/**
 * What the features of a table ask of the files that are added to it.
 *
 * @param deletionVectors whether a file may have one
 * @param numRecords whether every file tells how many records it has
 * @param statisticsOn the columns that every new file tells about
 */
record FileDuties(boolean deletionVectors, boolean numRecords, ClusteringColumns statisticsOn) {

    /**
     * Of a table.
     *
     * @param domains of the table
     */
    static FileDuties of(Protocol protocol, Metadata metadata, Collection<DomainMetadata> domains, ErrorContext table) {
        Set<IcebergCompatibility> iceberg = IcebergCompatibility.of(protocol, metadata);
        ClusteringColumns clustering = protocol.hasWriterFeature(ClusteringColumns.FEATURE)
                ? ClusteringColumns.of(domains, table)
                : ClusteringColumns.none();
        return new FileDuties(
                protocol.hasWriterFeature("deletionVectors")
                        && !iceberg.contains(IcebergCompatibility.V1)
                        && !iceberg.contains(IcebergCompatibility.V2),
                !iceberg.isEmpty(),
                clustering);
    }
}
