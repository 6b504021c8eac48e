/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.protocol.ProtocolFeatures;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.StatsColumns;
import io.flinkdelta.log.txn.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The columns that a table is clustered by (PROTOCOL.md, "Clustered Table"). Pure. */
final class Clustering {
    static final String FEATURE = ClusteringColumns.FEATURE;
    static final String DOMAIN = ClusteringColumns.DOMAIN;
    /** As many as Spark allows. */
    private static final int MOST = 4;

    private static final Set<DataType> WITHOUT_BOUNDS =
            Set.of(PrimitiveType.BOOLEAN, PrimitiveType.BINARY, PrimitiveType.VARIANT, PrimitiveType.VOID);

    private Clustering() {}

    static TableChange change(AlterTable.ClusterBy request, TableDefinition table, Supplier<String> uuids) {
        boolean clustered = ProtocolFeatures.has(table.protocol(), FEATURE);
        List<ColumnPath> columns = request.columns().stream()
                .map(column -> SchemaEdit.resolve(table.metadata().schema(), column))
                .toList();
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        parameters.put("oldClusteringColumns", HistoryJson.text(names(columns(table))));
        parameters.put("newClusteringColumns", HistoryJson.text(names(columns)));
        TableDraft draft = TableDraft.of(table);
        if (columns.isEmpty() && !clustered) {
            return draft.finish(Operation.CLUSTER_BY, parameters, uuids);
        }
        requireValid(draft.schema(), draft.partitionColumns(), draft.properties(), columns);
        if (!clustered) {
            draft = draft.with(Map.of("delta.feature." + FEATURE, "supported"));
        }
        return draft.domain(domain(draft.schema(), columns)).finish(Operation.CLUSTER_BY, parameters, uuids);
    }

    private static String names(List<ColumnPath> columns) {
        return columns.stream().map(ColumnPath::sql).collect(Collectors.joining(","));
    }

    /** The domain that says it; the columns stand there under their physical names. */
    static DomainMetadata domain(StructType schema, List<ColumnPath> columns) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode list = json.putArray("clusteringColumns");
        for (ColumnPath column : columns) {
            ArrayNode names = list.addArray();
            StructType struct = schema;
            for (String name : column.names()) {
                StructField field = struct.field(name).orElseThrow();
                names.add(ColumnIds.physicalName(field));
                struct = field.type() instanceof StructType inner ? inner : StructType.of();
            }
        }
        json.put("domainName", DOMAIN);
        return new DomainMetadata(DOMAIN, json.toString(), false);
    }

    /** The columns that the table is clustered by, under their present names. */
    static List<ColumnPath> columns(TableDefinition table) {
        return ClusteringColumns.of(table.domains(), ErrorContext.none()).paths().stream()
                .map(physical -> logical(table.metadata().schema(), physical))
                .toList();
    }

    private static ColumnPath logical(StructType schema, List<String> physicalNames) {
        List<String> names = new ArrayList<>();
        StructType struct = schema;
        for (String physical : physicalNames) {
            StructField field = struct.fields().stream()
                    .filter(candidate -> ColumnIds.physicalName(candidate).equalsIgnoreCase(physical))
                    .findFirst()
                    .orElseThrow(() -> corrupt(physicalNames));
            names.add(field.name());
            struct = field.type() instanceof StructType inner ? inner : StructType.of();
        }
        return new ColumnPath(names);
    }

    private static CorruptLogException corrupt(List<String> physicalNames) {
        return new CorruptLogException(
                "The table is clustered by a column that it does not have.",
                ErrorContext.none().with("domain", DOMAIN).with("physicalNames", physicalNames),
                "Set the clustering columns of the table anew with Spark: ALTER TABLE ... CLUSTER BY.");
    }

    /** Passes columns that a table may be clustered by. */
    static void requireValid(
            StructType schema,
            List<String> partitionColumns,
            Map<String, String> properties,
            List<ColumnPath> columns) {
        if (columns.size() > MOST) {
            throw new InvalidRequestException(
                    "A table can be clustered by " + MOST + " columns at most.",
                    ErrorContext.none().with("columns", columns),
                    "Name fewer columns.");
        }
        if (!columns.isEmpty() && !partitionColumns.isEmpty()) {
            throw new InvalidRequestException(
                    "A partitioned table cannot be clustered.",
                    ErrorContext.none().with("partitionColumns", partitionColumns),
                    "Write a new table that is not partitioned.");
        }
        if (Set.copyOf(columns).size() < columns.size()) {
            throw new InvalidRequestException(
                    "A clustering column is named twice.",
                    ErrorContext.none().with("columns", columns),
                    "Name it once.");
        }
        requireStatistics(schema, properties, columns);
    }

    /** Passes columns whose bounds every data file of the table tells. */
    static void requireStatistics(StructType schema, Map<String, String> properties, List<ColumnPath> columns) {
        if (columns.isEmpty()) {
            return;
        }
        StatsColumns statistics = StatsColumns.of(schema, List.of(), properties);
        for (ColumnPath column : columns) {
            DataType type = SchemaEdit.typeAt(schema, column);
            boolean bounded =
                    (type instanceof PrimitiveType || type instanceof DecimalType) && !WITHOUT_BOUNDS.contains(type);
            if (!bounded || !statistics.paths().contains(column.names())) {
                throw new InvalidRequestException(
                        bounded
                                ? "A clustering column needs statistics, and this one has none."
                                : "A table cannot be clustered by a column of this type.",
                        ErrorContext.none().with("column", column).with("type", type.describe()),
                        bounded
                                ? "List it in delta.dataSkippingStatsColumns, or move it further to the front."
                                : "Name a column of a number, text, date or timestamp.");
            }
        }
    }
}
