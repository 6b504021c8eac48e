/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.protocol.ProtocolChange;
import io.flinkdelta.log.protocol.SchemaCheck;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.protocol.TypeWidening;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.txn.Operation;
import java.time.Clock;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A request to create a table; carried out by {@code DeltaLog.createTable}. What the table gets for it,
 * from the protocol to ids and physical names of columns, is what delta-spark gives it.
 *
 * @param schema as users see it; ids and physical names in it are not taken over
 * @param partitionColumns in order; they cannot be changed later
 * @param clusteringColumns at most four that have statistics; none together with partition columns
 * @param properties as for {@link AlterTable.SetProperties}
 */
public record CreateTable(
        StructType schema,
        List<String> partitionColumns,
        List<ColumnPath> clusteringColumns,
        Map<String, String> properties,
        Optional<String> name,
        Optional<String> comment) {
    public CreateTable {
        partitionColumns = List.copyOf(partitionColumns);
        clusteringColumns = List.copyOf(clusteringColumns);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** A table with nothing but columns. */
    public static CreateTable of(StructType schema) {
        return new CreateTable(schema, List.of(), List.of(), Map.of(), Optional.empty(), Optional.empty());
    }

    public CreateTable partitionedBy(List<String> columns) {
        return new CreateTable(schema, columns, clusteringColumns, properties, name, comment);
    }

    public CreateTable clusteredBy(List<ColumnPath> columns) {
        return new CreateTable(schema, partitionColumns, columns, properties, name, comment);
    }

    public CreateTable properties(Map<String, String> all) {
        return new CreateTable(schema, partitionColumns, clusteringColumns, all, name, comment);
    }

    /** The name that the log keeps for the table; catalogs keep their own. */
    public CreateTable named(String text) {
        return new CreateTable(schema, partitionColumns, clusteringColumns, properties, Optional.of(text), comment);
    }

    public CreateTable comment(String text) {
        return new CreateTable(schema, partitionColumns, clusteringColumns, properties, name, Optional.of(text));
    }

    /**
     * The first commit of the table; reads and writes nothing.
     *
     * @param uuids new random identifiers
     * @param clock of the time at which the table is created
     * @throws io.flinkdelta.log.error.InvalidRequestException when there can be no such table
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when a property asks for what this build
     *     does not know; whether it may write the table is for its protocol to tell
     */
    public TableChange toChange(Supplier<String> uuids, Clock clock) {
        Map<String, String> asked = asked();
        StructType plain = SchemaEdit.mapFields(schema, CreateTable::withoutTraces);
        Map<String, String> valid = TableProperties.requireValidRequest(asked);
        List<ColumnPath> clustering = clustering(plain, valid);
        SchemaCheck.requireValidTable(plain, partitionColumns, ColumnIds.isOn(valid));
        Protocol protocol = ProtocolChange.forNewTable(plain, valid);
        Map<String, String> written =
                RowTrackingProperties.withColumnNames(ProtocolChange.withoutProtocolProperties(valid), protocol, uuids);
        StructType assigned = plain;
        if (ColumnIds.isOn(written)) {
            ColumnIds.Assigned mapping = ColumnIds.assign(plain, written, false, uuids);
            assigned = mapping.schema();
            written.put(ColumnIds.MAX_ID, Long.toString(mapping.maxId()));
        }
        DefinitionCheck.require(assigned, partitionColumns, written, protocol);
        Metadata metadata = new Metadata(
                uuids.get(),
                name,
                comment.or(() -> Optional.ofNullable(properties.get(PropertyChange.COMMENT))),
                Metadata.Format.parquet(),
                SchemaJson.write(assigned),
                partitionColumns,
                OptionalLong.of(clock.millis()),
                written);
        List<DomainMetadata> domains =
                clusteringColumns.isEmpty() ? List.of() : List.of(Clustering.domain(assigned, clustering));
        return new TableChange(
                Operation.CREATE_TABLE,
                parameters(metadata, clustering),
                Optional.of(protocol),
                Optional.of(metadata),
                domains);
    }

    /** The properties with what the rest of the request asks for. */
    private Map<String, String> asked() {
        properties.keySet().forEach(PropertyChange::requireSettableAtCreation);
        Map<String, String> asked = IcebergCompat.completed(TableProperties.requireValidRequest(properties));
        asked.remove(PropertyChange.COMMENT);
        if (!clusteringColumns.isEmpty()) {
            asked.put("delta.feature." + Clustering.FEATURE, "supported");
        }
        return asked;
    }

    private static StructField withoutTraces(StructField field) {
        ObjectNode metadata = field.metadata().toJson();
        metadata.remove(
                List.of(ColumnIds.ID, ColumnIds.PHYSICAL_NAME, ColumnIds.NESTED_IDS, TypeWidening.TYPE_CHANGES));
        return new StructField(field.name(), field.type(), field.nullable(), FieldMetadata.of(metadata));
    }

    private List<ColumnPath> clustering(StructType plain, Map<String, String> valid) {
        List<ColumnPath> columns = clusteringColumns.stream()
                .map(column -> SchemaEdit.resolve(plain, column))
                .toList();
        Clustering.requireValid(plain, partitionColumns, valid, columns);
        return columns;
    }

    private static Map<String, JsonNode> parameters(Metadata metadata, List<ColumnPath> clustering) {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        parameters.put("partitionBy", HistoryJson.list(metadata.partitionColumns()));
        parameters.put(
                "clusterBy",
                HistoryJson.list(clustering.stream().map(ColumnPath::sql).toList()));
        parameters.put("description", HistoryJson.text(metadata.description().orElse(null)));
        parameters.put("isManaged", HistoryJson.text("false"));
        parameters.put("properties", HistoryJson.map(metadata.configuration()));
        return parameters;
    }
}
