/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import java.util.Map;

/**
 * The highest row id that a table has given out (PROTOCOL.md, "Writer Requirements for Row Tracking"),
 * kept in the domain {@link #DOMAIN}.
 *
 * @param rowId -1 before the first
 */
public record RowIdHighWaterMark(long rowId) {
    /** The system-controlled metadata domain. */
    public static final String DOMAIN = "delta.rowTracking";

    private static final String FIELD = "rowIdHighWaterMark";
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Of a table with these domains.
     *
     * @throws CorruptLogException when the domain holds something else
     */
    public static RowIdHighWaterMark of(Map<String, DomainMetadata> domains, ErrorContext table) {
        DomainMetadata domain = domains.get(DOMAIN);
        if (domain == null) {
            return new RowIdHighWaterMark(-1);
        }
        JsonNode mark = parse(domain.configuration()).path(FIELD);
        if (!mark.isIntegralNumber() || !mark.canConvertToLong()) {
            throw new CorruptLogException(
                    "The metadata domain " + DOMAIN + " of the table has no row id high-water mark.",
                    table.with("configuration", domain.configuration()),
                    "Repair the domain: without it row ids could be given out twice.");
        }
        return new RowIdHighWaterMark(mark.longValue());
    }

    private static JsonNode parse(String configuration) {
        try {
            return JSON.readTree(configuration);
        } catch (JsonProcessingException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    /** As it stands in a commit. */
    public DomainMetadata toDomainMetadata() {
        String configuration =
                JsonNodeFactory.instance.objectNode().put(FIELD, rowId).toString();
        return new DomainMetadata(DOMAIN, configuration, false);
    }
}
