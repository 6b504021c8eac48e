/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The ways in which a table stays convertible to Apache Iceberg (PROTOCOL.md, "Iceberg Compatibility V1" and "V2"). */
public enum IcebergCompatibility {
    V1("icebergCompatV1", "delta.enableIcebergCompatV1"),
    V2("icebergCompatV2", "delta.enableIcebergCompatV2"),
    V3("icebergCompatV3", "delta.enableIcebergCompatV3");

    private static final String MATERIALIZED_PARTITIONS = "materializePartitionColumns";
    private static final String WRITE_PARTITIONS = "delta.writePartitionColumnsToParquet";

    private final String feature;
    private final String property;

    IcebergCompatibility(String feature, String property) {
        this.feature = feature;
        this.property = property;
    }

    /** Those that bind the writers of a table; one at most in a table that is valid. */
    public static Set<IcebergCompatibility> of(Protocol protocol, Metadata metadata) {
        Set<IcebergCompatibility> binding = EnumSet.noneOf(IcebergCompatibility.class);
        for (IcebergCompatibility version : values()) {
            if (protocol.hasWriterFeature(version.feature) && version.isOn(metadata.configuration())) {
                binding.add(version);
            }
        }
        return binding;
    }

    /** Whether the data files of a table also hold its partition columns, for this or another reason. */
    public static boolean arePartitionColumnsInFiles(Protocol protocol, Metadata metadata) {
        return !of(protocol, metadata).isEmpty()
                || protocol.hasWriterFeature(MATERIALIZED_PARTITIONS)
                || TableProperties.isOn(metadata.configuration(), WRITE_PARTITIONS);
    }

    /** The table property that turns it on. */
    public String property() {
        return property;
    }

    /** Whether the properties turn it on. */
    public boolean isOn(Map<String, String> properties) {
        return TableProperties.isOn(properties, property);
    }
}
