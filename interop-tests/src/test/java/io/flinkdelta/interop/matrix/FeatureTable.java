/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.matrix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A row of the matrix: how Spark makes a table with a feature in use, and what Spark does to it before and after we
 * write. In statements TABLE stands for the table's name, OURS for the version that we left. Every table has at least
 * the columns {@code id BIGINT, part INT, v STRING}. Immutable; the methods that are named like components give changed
 * copies.
 *
 * @param name of the feature, or of the features
 * @param columns more columns than those, each as in CREATE TABLE
 * @param clause of CREATE TABLE, after the columns, such as PARTITIONED BY (part)
 * @param before Spark's statements before we write
 * @param after Spark's statements after we wrote
 * @param kernelReads whether Delta Kernel reads such tables
 * @param weWrite whether this build writes such tables
 */
record FeatureTable(
        String name,
        List<String> columns,
        String clause,
        Map<String, String> properties,
        List<String> before,
        List<String> after,
        boolean kernelReads,
        boolean weWrite) {
    /** Two files, then one; every kind of change; files put together. */
    private static final List<String> BEFORE = List.of(
            "INSERT INTO TABLE (id, part, v) SELECT /*+ REPARTITION(2) */ id, CAST(id % 3 AS INT), CONCAT('v', id)"
                    + " FROM RANGE(0, 40)",
            "INSERT INTO TABLE (id, part, v) VALUES (100, NULL, NULL), (101, 1, 'one'), (102, 2, 'two')",
            "DELETE FROM TABLE WHERE id % 7 = 3",
            "UPDATE TABLE SET v = CONCAT(v, ' updated') WHERE id % 5 = 1",
            "MERGE INTO TABLE t USING (SELECT id AS key FROM RANGE(30, 50, 3)) s ON t.id = s.key"
                    + " WHEN MATCHED AND s.key > 36 THEN DELETE WHEN MATCHED THEN UPDATE SET v = 'merged'"
                    + " WHEN NOT MATCHED THEN INSERT (id, part, v) VALUES (s.key, 0, 'inserted')",
            "OPTIMIZE TABLE",
            "INSERT INTO TABLE (id, part, v) VALUES (103, 0, 'late')");

    private static final List<String> AFTER = List.of(
            "DELETE FROM TABLE WHERE id IN (2, 101, 1001)",
            "UPDATE TABLE SET v = 'spark was here', part = 2 WHERE id IN (4, 1002, 2001)",
            "MERGE INTO TABLE t USING (SELECT id AS key FROM RANGE(1000, 1020, 4)) s ON t.id = s.key"
                    + " WHEN MATCHED THEN UPDATE SET v = 'merged again'"
                    + " WHEN NOT MATCHED THEN INSERT (id, part, v) VALUES (s.key, 1, 'inserted again')",
            "OPTIMIZE TABLE",
            "ALTER TABLE TABLE SET TBLPROPERTIES ('my.property' = 'spark')",
            "RESTORE TABLE TABLE TO VERSION AS OF OURS");

    FeatureTable {
        columns = List.copyOf(columns);
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    static FeatureTable of(String name) {
        return new FeatureTable(name, List.of(), "", Map.of(), BEFORE, AFTER, true, true);
    }

    FeatureTable columns(String... more) {
        return new FeatureTable(name, List.of(more), clause, properties, before, after, kernelReads, weWrite);
    }

    FeatureTable clause(String text) {
        return new FeatureTable(name, columns, text, properties, before, after, kernelReads, weWrite);
    }

    FeatureTable property(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(properties);
        more.put(key, value);
        return new FeatureTable(name, columns, clause, more, before, after, kernelReads, weWrite);
    }

    /** With these statements instead of the usual ones before we write. */
    FeatureTable before(String... statements) {
        return new FeatureTable(name, columns, clause, properties, List.of(statements), after, kernelReads, weWrite);
    }

    /** With these statements after the usual ones, before we write. */
    FeatureTable then(String... statements) {
        return new FeatureTable(
                name, columns, clause, properties, joined(before, statements), after, kernelReads, weWrite);
    }

    /** With these statements instead of the usual ones after we wrote. */
    FeatureTable after(String... statements) {
        return new FeatureTable(name, columns, clause, properties, before, List.of(statements), kernelReads, weWrite);
    }

    /** Not read by Delta Kernel. */
    FeatureTable notByKernel() {
        return new FeatureTable(name, columns, clause, properties, before, after, false, weWrite);
    }

    /** Not written by this build, only read. */
    FeatureTable onlyRead() {
        return new FeatureTable(name, columns, clause, properties, before, after, kernelReads, false);
    }

    /** Spark's statements after we wrote version {@code ours}. */
    List<String> after(long ours) {
        return after.stream()
                .map(statement -> statement.replace("OURS", Long.toString(ours)))
                .toList();
    }

    /** Whether the table is in the end again what it was when we had written it. */
    boolean restores() {
        return after.get(after.size() - 1).startsWith("RESTORE");
    }

    String create() {
        List<String> all = new ArrayList<>(List.of("id BIGINT", "part INT", "v STRING"));
        all.addAll(columns);
        String options = properties.entrySet().stream()
                .map(entry -> "'" + entry.getKey() + "' = '" + entry.getValue() + "'")
                .collect(Collectors.joining(", "));
        return "CREATE TABLE TABLE (" + String.join(", ", all) + ") USING delta " + clause
                + (options.isEmpty() ? "" : " TBLPROPERTIES (" + options + ")");
    }

    private static List<String> joined(List<String> statements, String... more) {
        List<String> joined = new ArrayList<>(statements);
        joined.addAll(Arrays.asList(more));
        return joined;
    }

    @Override
    public String toString() {
        return name;
    }
}
