/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.matrix;

import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A row of the matrix: a table with several features in use, to be created by Spark or by us, and what we alter in it.
 * Every table has at least the columns {@code id BIGINT, part INT, v STRING}. Immutable; the methods that are named like
 * components give changed copies.
 *
 * @param features their names
 * @param columns all of them
 * @param partitioned whether by the column part
 * @param clusteredBy names of columns, may be empty
 * @param alterations what we alter once it has rows, one commit each
 */
record FeatureTable(
        String features,
        List<Column> columns,
        boolean partitioned,
        List<String> clusteredBy,
        Map<String, String> properties,
        List<AlterTable> alterations) {

    /** A column as Spark's CREATE TABLE has it, and as ours. */
    record Column(String sql, StructField field) {}

    static FeatureTable of(String features, Column... columns) {
        return new FeatureTable(features, List.of(columns), false, List.of(), Map.of(), List.of());
    }

    FeatureTable partitionedByPart() {
        return new FeatureTable(features, columns, true, clusteredBy, properties, alterations);
    }

    FeatureTable clusteredBy(String... names) {
        return new FeatureTable(features, columns, partitioned, List.of(names), properties, alterations);
    }

    FeatureTable property(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(properties);
        more.put(key, value);
        return new FeatureTable(features, columns, partitioned, clusteredBy, more, alterations);
    }

    FeatureTable altered(AlterTable... requests) {
        return new FeatureTable(features, columns, partitioned, clusteredBy, properties, List.of(requests));
    }

    /** Whether rows of it are hidden by deletion vectors. */
    boolean hidesRows() {
        return Boolean.parseBoolean(properties.get("delta.enableDeletionVectors"));
    }

    /** Spark's statement. */
    String sparkCreate() {
        String clause = partitioned ? " PARTITIONED BY (part)" : "";
        if (!clusteredBy.isEmpty()) {
            clause = " CLUSTER BY (" + String.join(", ", clusteredBy) + ")";
        }
        return "CREATE TABLE TABLE ("
                + columns.stream().map(Column::sql).collect(Collectors.joining(", "))
                + ") USING delta" + clause
                + properties.entrySet().stream()
                        .map(entry -> "'" + entry.getKey() + "' = '" + entry.getValue() + "'")
                        .collect(Collectors.joining(", ", " TBLPROPERTIES (", ")"));
    }

    /** Our request for the same. */
    CreateTable ourCreate() {
        StructType schema = new StructType(columns.stream().map(Column::field).toList());
        return CreateTable.of(schema)
                .partitionedBy(partitioned ? List.of("part") : List.of())
                .clusteredBy(clusteredBy.stream().map(ColumnPath::of).toList())
                .properties(properties);
    }

    /** Each kind of change that Spark makes, version {@code ours} restored at last. */
    static List<String> sparkChanges(long ours) {
        return List.of(
                "DELETE FROM TABLE WHERE id IN (2, 1001, 2000)",
                "UPDATE TABLE SET v = 'spark was here', part = 2 WHERE id IN (4, 1002, 2001)",
                "MERGE INTO TABLE t USING (SELECT id AS key FROM RANGE(1000, 1020, 4)) s ON t.id = s.key"
                        + " WHEN MATCHED AND s.key = 1000 THEN DELETE"
                        + " WHEN MATCHED THEN UPDATE SET v = 'merged'"
                        + " WHEN NOT MATCHED THEN INSERT (id, part, v) VALUES (s.key, 1, 'inserted')",
                "OPTIMIZE TABLE",
                "ALTER TABLE TABLE ADD COLUMNS (theirs STRING)",
                "INSERT INTO TABLE (id, part, v, theirs) VALUES (200, 0, 'late', 'x')",
                "RESTORE TABLE TABLE TO VERSION AS OF " + ours);
    }

    @Override
    public String toString() {
        return features;
    }
}
