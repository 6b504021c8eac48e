/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.protocol.ClusteringColumns;
import java.util.Collection;

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
        boolean icebergV1 = isOn("icebergCompatV1", "delta.enableIcebergCompatV1", protocol, metadata);
        boolean icebergV2 = isOn("icebergCompatV2", "delta.enableIcebergCompatV2", protocol, metadata);
        boolean icebergV3 = isOn("icebergCompatV3", "delta.enableIcebergCompatV3", protocol, metadata);
        ClusteringColumns clustering = protocol.hasWriterFeature(ClusteringColumns.FEATURE)
                ? ClusteringColumns.of(domains, table)
                : ClusteringColumns.none();
        return new FileDuties(
                protocol.hasWriterFeature("deletionVectors") && !icebergV1 && !icebergV2,
                icebergV1 || icebergV2 || icebergV3,
                clustering);
    }

    private static boolean isOn(String feature, String property, Protocol protocol, Metadata metadata) {
        return protocol.hasWriterFeature(feature)
                && Boolean.parseBoolean(metadata.configuration().get(property));
    }
}
