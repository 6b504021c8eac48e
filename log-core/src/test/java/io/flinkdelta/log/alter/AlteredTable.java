/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The definition of a table that requests are applied to, one after the other; nothing is written anywhere. */
final class AlteredTable {
    private TableDefinition definition;
    private TableChange last;
    private int ids;

    private AlteredTable(TableDefinition definition) {
        this.definition = definition;
    }

    static AlteredTable of(StructType schema, List<String> partitionColumns, Map<String, String> properties) {
        Metadata metadata = new Metadata(
                "id",
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(schema),
                partitionColumns,
                OptionalLong.empty(),
                properties);
        return new AlteredTable(new TableDefinition(4, Protocol.legacy(1, 2), metadata, List.of()));
    }

    static AlteredTable of(StructType schema) {
        return of(schema, List.of(), Map.of());
    }

    AlteredTable alter(AlterTable request) {
        last = request.applyTo(definition, this::uuid);
        List<DomainMetadata> domains = new ArrayList<>(definition.domains());
        domains.removeIf(old ->
                last.domains().stream().anyMatch(changed -> changed.domain().equals(old.domain())));
        domains.addAll(last.domains());
        definition = new TableDefinition(
                definition.version() + 1,
                last.protocol().orElse(definition.protocol()),
                last.metadata().orElse(definition.metadata()),
                domains);
        return this;
    }

    /** {@code u1}, {@code u2} and so on. */
    private String uuid() {
        ids++;
        return "u" + ids;
    }

    TableChange last() {
        return last;
    }

    TableDefinition definition() {
        return definition;
    }

    Protocol protocol() {
        return definition.protocol();
    }

    StructType schema() {
        return definition.metadata().schema();
    }

    Map<String, String> properties() {
        return definition.metadata().configuration();
    }

    /** A parameter of the last operation. */
    String parameter(String name) {
        return last.parameters().get(name).asText();
    }
}
