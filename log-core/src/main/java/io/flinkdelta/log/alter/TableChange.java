/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.txn.Operation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a table becomes by a request: the actions to be committed, as far as they differ from what is there.
 *
 * @param operation as the table's history names it
 * @param parameters of the operation as the history shows them, in order
 * @param domains the changed clustering columns, or nothing
 * @param condition what has to hold for the rows that are in the table, or nothing
 * @param needsCheckpoints whether checkpoints have to stand between the versions up to now and the change, so that
 *     who reads a later version never looks at an older one
 */
public record TableChange(
        Operation operation,
        Map<String, JsonNode> parameters,
        Optional<Protocol> protocol,
        Optional<Metadata> metadata,
        List<DomainMetadata> domains,
        Optional<Condition> condition,
        boolean needsCheckpoints) {
    public TableChange {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        domains = List.copyOf(domains);
    }

    /** A change that depends on nothing but the definition. */
    TableChange(
            Operation operation,
            Map<String, JsonNode> parameters,
            Optional<Protocol> protocol,
            Optional<Metadata> metadata,
            List<DomainMetadata> domains) {
        this(operation, parameters, protocol, metadata, domains, Optional.empty(), false);
    }

    /**
     * What every row of the table has to fulfil before the change may be committed: a CHECK constraint.
     *
     * @param name of the constraint
     * @param expression in SQL, true for each row
     */
    public record Condition(String name, String expression) {}

    /** Whether the table is already as it was asked to be. */
    public boolean isNothing() {
        return protocol.isEmpty() && metadata.isEmpty() && domains.isEmpty();
    }

    TableChange under(Condition required) {
        return new TableChange(
                operation, parameters, protocol, metadata, domains, Optional.of(required), needsCheckpoints);
    }

    TableChange behindCheckpoints() {
        return new TableChange(operation, parameters, protocol, metadata, domains, condition, true);
    }
}
