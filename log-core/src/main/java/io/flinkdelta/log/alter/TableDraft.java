/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.protocol.ProtocolChange;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.txn.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The definition of a table while a request changes it: from {@link #of}, through the request, to
 * {@link #finish}, which adds what the change brings with it (ids and physical names of columns, the
 * protocol, names of internal columns) and refuses what would not be a valid table. Immutable.
 *
 * @param before the table as it is
 * @param properties with those that only shape the protocol
 * @param domains the domains that change
 */
record TableDraft(
        TableDefinition before,
        StructType schema,
        List<String> partitionColumns,
        Map<String, String> properties,
        Optional<String> description,
        List<DomainMetadata> domains) {

    static TableDraft of(TableDefinition table) {
        Metadata metadata = table.metadata();
        return new TableDraft(
                table,
                metadata.schema(),
                metadata.partitionColumns(),
                metadata.configuration(),
                metadata.description(),
                List.of());
    }

    TableDraft schema(StructType changed) {
        return new TableDraft(before, changed, partitionColumns, properties, description, domains);
    }

    TableDraft partitionColumns(List<String> changed) {
        return new TableDraft(before, schema, changed, properties, description, domains);
    }

    TableDraft properties(Map<String, String> changed) {
        return new TableDraft(before, schema, partitionColumns, changed, description, domains);
    }

    TableDraft with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(properties);
        all.putAll(more);
        return properties(all);
    }

    TableDraft description(Optional<String> changed) {
        return new TableDraft(before, schema, partitionColumns, properties, changed, domains);
    }

    TableDraft domain(DomainMetadata changed) {
        return new TableDraft(before, schema, partitionColumns, properties, description, List.of(changed));
    }

    /** The change, with what it brings with it. */
    TableChange finish(Operation operation, Map<String, JsonNode> parameters, Supplier<String> uuids) {
        Metadata old = before.metadata();
        DefinitionCheck.requireChange(old.configuration(), properties);
        TableDraft mapped = mapColumns(uuids);
        Protocol protocol = ProtocolChange.forExistingTable(before.protocol(), mapped.schema, mapped.properties);
        Map<String, String> written = RowTrackingProperties.withColumnNames(
                ProtocolChange.withoutProtocolProperties(mapped.properties), protocol, uuids);
        TableDraft finished = mapped.properties(written);
        DefinitionCheck.require(finished.schema, partitionColumns, written, protocol);
        boolean sameSchema = finished.schema.equals(old.schema());
        Metadata metadata = new Metadata(
                old.id(),
                old.name(),
                description,
                old.format(),
                sameSchema ? old.schemaString() : SchemaJson.write(finished.schema),
                partitionColumns,
                old.createdTime(),
                written);
        return new TableChange(
                operation,
                parameters,
                Optional.of(protocol).filter(changed -> !changed.equals(before.protocol())),
                Optional.of(metadata).filter(changed -> !changed.equals(old)),
                domains.stream()
                        .filter(domain -> !before.domain(domain.domain()).equals(Optional.of(domain)))
                        .toList());
    }

    private TableDraft mapColumns(Supplier<String> uuids) {
        if (!ColumnIds.isOn(properties)) {
            return this;
        }
        boolean justTurnedOn = !ColumnIds.isOn(before.metadata().configuration());
        ColumnIds.Assigned assigned = ColumnIds.assign(schema, properties, justTurnedOn, uuids);
        return schema(assigned.schema()).with(Map.of(ColumnIds.MAX_ID, Long.toString(assigned.maxId())));
    }
}
