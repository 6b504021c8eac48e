/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns that a table is clustered by, under the names that users know: the table's domain has their physical names
 * (PROTOCOL.md, "Clustered Table"). A name that the schema does not have stays as it is.
 */
final class ClusteringColumns {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String DOMAIN = "delta.clustering";

    private ClusteringColumns() {}

    /** Names, the parts of a nested column's joined by dots; none of a table that is not clustered. */
    static List<String> of(Snapshot snapshot) {
        JsonNode schema = parse(snapshot.metadata().schemaString());
        List<String> names = new ArrayList<>();
        for (DomainMetadata domain : snapshot.domainMetadata()) {
            if (domain.domain().equals(DOMAIN)) {
                parse(domain.configuration())
                        .path("clusteringColumns")
                        .forEach(column -> names.add(name(column, schema)));
            }
        }
        return names;
    }

    private static String name(JsonNode column, JsonNode schema) {
        List<String> parts = new ArrayList<>();
        JsonNode struct = schema;
        for (JsonNode physical : column) {
            JsonNode field = field(struct, physical.asText());
            parts.add(field.path("name").asText(physical.asText()));
            struct = field.path("type");
        }
        return String.join(".", parts);
    }

    private static JsonNode field(JsonNode struct, String physicalName) {
        for (JsonNode field : struct.path("fields")) {
            JsonNode mapped = field.path("metadata").path("delta.columnMapping.physicalName");
            if (mapped.asText(field.path("name").asText()).equals(physicalName)) {
                return field;
            }
        }
        return MissingNode.getInstance();
    }

    /** What another writer left unreadable has no columns here; it is still shown as domain and schema. */
    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }
}
