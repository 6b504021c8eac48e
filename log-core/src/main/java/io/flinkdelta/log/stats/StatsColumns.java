/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The leaf columns that get statistics: the first 32 leaves, or what
 * {@code delta.dataSkippingNumIndexedCols} / {@code delta.dataSkippingStatsColumns} say. Arrays and
 * maps are leaves here; they, binary and boolean columns have null counts only.
 *
 * @param paths each a list of field names from the top, in schema order; partition columns never appear
 * @param stringPrefixLength how many characters string statistics keep
 */
public record StatsColumns(List<List<String>> paths, int stringPrefixLength) {
    public StatsColumns {
        paths = paths.stream().map(List::copyOf).toList();
    }

    /** With strings kept as long as by default. */
    public StatsColumns(List<List<String>> paths) {
        this(paths, TableProperties.ofTable(Map.of(), ErrorContext.none()).stringPrefixLength());
    }

    /**
     * Chosen as Spark's writer does; listed columns that are not in the schema are passed over.
     *
     * @throws io.flinkdelta.log.error.CorruptLogException when one of the properties is not valid
     */
    public static StatsColumns of(StructType schema, List<String> partitionColumns, Map<String, String> configuration) {
        TableProperties properties = TableProperties.ofTable(configuration, ErrorContext.none());
        StructType data = new StructType(schema.fields().stream()
                .filter(field -> !partitionColumns.contains(field.name()))
                .toList());
        Optional<List<List<String>>> listed = properties.statsColumns();
        int limit = properties.indexedColumns() < 0 ? Integer.MAX_VALUE : properties.indexedColumns();
        List<List<String>> paths = new ArrayList<>();
        if (listed.isPresent()) {
            addListed(data, List.of(), listed.get(), paths);
        } else {
            addFirst(data, List.of(), limit, paths);
        }
        return new StatsColumns(paths, properties.stringPrefixLength());
    }

    /**
     * These under their physical names, which statistics go by.
     *
     * @param schema that these were chosen from, with the metadata that {@code mapping} looks at
     * @throws io.flinkdelta.log.error.CorruptLogException when a column lacks its physical name
     */
    public StatsColumns physical(StructType schema, ColumnMapping mapping) {
        return new StatsColumns(
                paths.stream()
                        .map(path -> mapping.physicalPath(schema.fieldsTo(path).orElseThrow()))
                        .toList(),
                stringPrefixLength);
    }

    /**
     * These and the clustering columns of the table, which have statistics whatever its properties say
     * (PROTOCOL.md, "Writer Requirements for Clustered Table").
     *
     * @param schema that these were chosen from
     */
    public StatsColumns with(ClusteringColumns clustering, StructType schema) {
        if (paths.containsAll(clustering.paths())) {
            return this;
        }
        List<List<String>> leaves = new ArrayList<>();
        addFirst(schema, List.of(), Integer.MAX_VALUE, leaves);
        List<List<String>> both = leaves.stream()
                .filter(path -> paths.contains(path) || isAmong(clustering.paths(), path))
                .toList();
        return new StatsColumns(both, stringPrefixLength);
    }

    private static boolean isAmong(List<List<String>> columns, List<String> path) {
        return columns.stream().anyMatch(column -> String.join("\0", column).equalsIgnoreCase(String.join("\0", path)));
    }

    /**
     * Checks the columns that {@code delta.dataSkippingStatsColumns} lists for a table that is to be made.
     *
     * @throws InvalidRequestException when one is not in the schema, is a partition column or has no statistics
     */
    public static void requireValid(
            StructType schema, List<String> partitionColumns, Map<String, String> configuration) {
        for (List<String> path :
                TableProperties.ofRequest(configuration).statsColumns().orElse(List.of())) {
            boolean partition = partitionColumns.stream().anyMatch(name -> name.equalsIgnoreCase(path.get(0)));
            Optional<DataType> type = schema.fieldsTo(path)
                    .map(fields -> fields.get(fields.size() - 1).type());
            boolean possible = type.isPresent()
                    && (type.get() instanceof StructType || StatValue.hasBounds(type.get()) || path.size() > 1);
            if (partition || !possible) {
                throw new InvalidRequestException(
                        "A column cannot have the statistics that a table property asks for.",
                        ErrorContext.none()
                                .with("property", TableProperties.STATS_COLUMNS)
                                .with("column", String.join(".", path))
                                .with("type", type.map(DataType::describe).orElse("no such column")),
                        "List columns of the table that are no partition columns and can be compared.");
            }
        }
    }

    private static void addFirst(StructType struct, List<String> parent, int limit, List<List<String>> paths) {
        for (StructField field : struct.fields()) {
            if (paths.size() >= limit) {
                return;
            }
            List<String> path = append(parent, field.name());
            if (field.type() instanceof StructType nested) {
                addFirst(nested, path, limit, paths);
            } else {
                paths.add(path);
            }
        }
    }

    /** Adds the leaves that a listed path names, or that lie below one; {@code listed} are those that match {@code parent}. */
    private static void addListed(
            StructType struct, List<String> parent, List<List<String>> listed, List<List<String>> paths) {
        int depth = parent.size();
        for (StructField field : struct.fields()) {
            List<List<String>> matching = listed.stream()
                    .filter(path -> path.get(depth).equalsIgnoreCase(field.name()))
                    .toList();
            if (matching.isEmpty()) {
                continue;
            }
            List<String> path = append(parent, field.name());
            boolean whole = matching.stream().anyMatch(name -> name.size() == depth + 1);
            if (!(field.type() instanceof StructType nested)) {
                if (whole) {
                    paths.add(path);
                }
            } else if (whole) {
                addFirst(nested, path, Integer.MAX_VALUE, paths);
            } else {
                addListed(nested, path, matching, paths);
            }
        }
    }

    private static List<String> append(List<String> parent, String name) {
        List<String> path = new ArrayList<>(parent);
        path.add(name);
        return path;
    }
}
