/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.table;

import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.streaming.api.lineage.LineageDataset;
import org.apache.flink.streaming.api.lineage.LineageDatasetFacet;
import org.apache.flink.table.types.logical.RowType;

/**
 * A table as lineage names it (FLIP-314), after the naming of OpenLineage: the namespace is the file system,
 * {@code s3://bucket}, {@code hdfs://host:8020} or {@code file}, the name the path in it. A sink and a source of one
 * table give the same. Immutable.
 */
public record TableDataset(String namespace, String name, Map<String, LineageDatasetFacet> facets)
        implements LineageDataset {
    private static final String LOCAL = "file";

    /** The facet {@code schema}: the columns that a job reads or writes. */
    public record Schema(RowType rows) implements LineageDatasetFacet {
        private static final String NAME = "schema";

        @Override
        public String name() {
            return NAME;
        }
    }

    public TableDataset {
        facets = Map.copyOf(facets);
    }

    /**
     * The table at a path.
     *
     * @param tablePath a local path or a URI
     * @param rows that are read or written
     */
    public static TableDataset of(String tablePath, RowType rows) {
        Map<String, LineageDatasetFacet> facets = Map.of(Schema.NAME, new Schema(rows));
        int colon = tablePath.indexOf(":/");
        if (colon < 0 || tablePath.startsWith(LOCAL + ":")) {
            String path = colon < 0 ? tablePath : tablePath.substring(colon + 1);
            return new TableDataset(LOCAL, local(path), facets);
        }
        String scheme = tablePath.substring(0, colon);
        String rest = tablePath.substring(colon + 1).replaceFirst("^//", "");
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        String path = slash < 0 ? "" : trimmed(rest.substring(slash));
        // The clients' names of one store are one namespace.
        String store = scheme.equals("s3a") || scheme.equals("s3n") ? "s3" : scheme;
        boolean objects = store.equals("s3") || store.equals("gs");
        return new TableDataset(
                store + "://" + authority, objects && !path.isEmpty() ? path.substring(1) : path, facets);
    }

    private static String local(String path) {
        return trimmed(Path.of(path.replaceFirst("^//+", "/"))
                .toAbsolutePath()
                .normalize()
                .toString());
    }

    private static String trimmed(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
