/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The table's metadata (action {@code metaData}; PROTOCOL.md, "Change Metadata").
 *
 * @param createdTime milliseconds since the epoch
 */
public record Metadata(
        String id,
        Optional<String> name,
        Optional<String> description,
        Format format,
        String schemaString,
        List<String> partitionColumns,
        OptionalLong createdTime,
        Map<String, String> configuration)
        implements Action {
    public Metadata {
        partitionColumns = List.copyOf(partitionColumns);
        configuration = Map.copyOf(configuration);
    }

    /** The file format, always parquet with whatever options a writer put there. */
    public record Format(String provider, Map<String, String> options) {
        public Format {
            options = Map.copyOf(options);
        }

        public static Format parquet() {
            return new Format("parquet", Map.of());
        }
    }

    /** The schema, parsed anew on each call. */
    public StructType schema() {
        return SchemaJson.parse(schemaString);
    }

    /** This metadata with other properties. */
    public Metadata withConfiguration(Map<String, String> properties) {
        return new Metadata(id, name, description, format, schemaString, partitionColumns, createdTime, properties);
    }

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.metadata(this);
    }
}
