/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The columns by which a table is clustered (PROTOCOL.md, "Clustered Table"), kept in the domain
 * {@link #DOMAIN}. Every data file owes statistics on them.
 *
 * @param paths each a list of physical names from the top; empty when the table is not clustered
 */
public record ClusteringColumns(List<List<String>> paths) {
    /** The table feature. */
    public static final String FEATURE = "clustering";

    /** The system-controlled metadata domain. */
    public static final String DOMAIN = "delta.clustering";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ClusteringColumns NONE = new ClusteringColumns(List.of());

    public ClusteringColumns {
        paths = paths.stream().map(List::copyOf).toList();
    }

    /** Of a table that is not clustered. */
    public static ClusteringColumns none() {
        return NONE;
    }

    /**
     * Of a table with these domains.
     *
     * @throws CorruptLogException when the domain names no columns
     */
    public static ClusteringColumns of(Collection<DomainMetadata> domains, ErrorContext table) {
        for (DomainMetadata domain : domains) {
            if (domain.domain().equals(DOMAIN)) {
                return parse(domain.configuration(), table);
            }
        }
        return NONE;
    }

    private static ClusteringColumns parse(String configuration, ErrorContext table) {
        try {
            List<List<String>> paths = new ArrayList<>();
            for (JsonNode column : JSON.readTree(configuration).required("clusteringColumns")) {
                paths.add(path(column));
            }
            return new ClusteringColumns(paths);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new CorruptLogException(
                    "The metadata domain " + DOMAIN + " of the table names no clustering columns.",
                    table.with("configuration", configuration),
                    "Set the clustering columns of the table anew.",
                    e);
        }
    }

    /** A list of names, as delta-spark writes it, or one name, as PROTOCOL.md shows it. */
    private static List<String> path(JsonNode column) {
        if (column.isTextual()) {
            return List.of(column.textValue());
        }
        List<String> names = new ArrayList<>();
        for (JsonNode name : column) {
            names.add(name.textValue());
        }
        if (names.isEmpty() || names.contains(null)) {
            throw new IllegalArgumentException("no column: " + column);
        }
        return names;
    }
}
