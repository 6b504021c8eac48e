/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.protocol.TypeWidening;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the schema that a job reads with those of other versions. Columns are followed by what they are called in
 * files: a column that is added, or renamed where columns are mapped, changes nothing. What would be read wrong, or not
 * at all, stops the job. A job that is built anew and goes on where it was before a change reads the versions before it
 * as the table shows their rows now: columns that they lack are null, narrower values are widened. Any thread.
 */
public final class SchemaWatch {
    private final TableScan scan;
    private final StructType read;

    /** @param primaryKey columns that are looked at besides those that are read */
    public SchemaWatch(TableScan scan, List<String> primaryKey) {
        this.scan = scan;
        this.read = SchemaParts.union(scan.read(), SchemaParts.select(scan.table(), primaryKey, scan.context()));
    }

    /**
     * Checks a version of the table.
     *
     * @throws InvalidRequestException when its rows cannot be read as the job reads them
     */
    public void require(Snapshot version) {
        ErrorContext where = scan.context().with("version", version.version());
        if (!version.metadata().id().equals(scan.tableId())) {
            throw new InvalidRequestException(
                    "The table was made anew while it was read.",
                    where.with("tableId", version.metadata().id()).with("expected", scan.tableId()),
                    "Start the job without state to read the new table.");
        }
        requireTracked(version);
        ColumnMapping mapping = ColumnMapping.of(version.protocol(), version.metadata());
        new Comparison(mapping, where, version.version() < scan.version()).require(version);
    }

    private void requireTracked(Snapshot version) {
        Map<MetadataColumn, String> columns = MaterializedColumns.of(scan.metadataColumns(), version, scan.context());
        if (!columns.equals(scan.materializedColumns())) {
            throw new InvalidRequestException(
                    "The table keeps the ids of rows in other columns of its files than when the job was built.",
                    scan.context().with("version", version.version()).with("columns", columns.values()),
                    "Build the job anew, and restore it from its last checkpoint or savepoint.");
        }
    }

    /** With one version. */
    private final class Comparison {
        private final ColumnMapping mapping;
        private final ErrorContext where;
        /** Than the version that the job was built with. */
        private final boolean older;

        Comparison(ColumnMapping mapping, ErrorContext where, boolean older) {
            this.mapping = mapping;
            this.where = where;
            this.older = older;
        }

        void require(Snapshot version) {
            StructType found = version.schema();
            if (!mapping.physicalNames(found, version.partitionColumns())
                    .equals(scan.mapping().physicalNames(scan.table(), scan.partitionColumns()))) {
                throw changed("The table is partitioned by other columns.", where);
            }
            if (older && mapping == ColumnMapping.NONE) {
                // Columns are never dropped then, unless the table is overwritten with others.
                for (StructField field : found.fields()) {
                    if (same(field, mapping, scan.table(), scan.mapping()).isEmpty()) {
                        throw changed(
                                "The table had a column that it has no more, without column mapping.",
                                where.with("column", field.name()));
                    }
                }
            }
            requireFields(read, found, "");
        }

        private void requireFields(StructType expected, StructType found, String parent) {
            for (StructField field : expected.fields()) {
                requireField(field, same(field, scan.mapping(), found, mapping), parent + field.name());
            }
        }

        private void requireField(StructField expected, Optional<StructField> found, String column) {
            if (found.isEmpty()) {
                if (older && expected.nullable()) {
                    return;
                }
                throw changed(
                        older
                                ? "A column that is read as NOT NULL was not there yet."
                                : "A column that is read was dropped or renamed.",
                        where.with("column", column));
            }
            requireNulls(expected.nullable(), found.get().nullable(), column);
            requireType(expected.type(), found.get().type(), column);
        }

        private void requireNulls(boolean expected, boolean found, String column) {
            if (found && !expected) {
                throw changed("A column that is read as NOT NULL may be null.", where.with("column", column));
            }
        }

        private void requireType(DataType expected, DataType found, String column) {
            if (expected instanceof StructType left && found instanceof StructType right) {
                requireFields(left, right, column + ".");
            } else if (expected instanceof ArrayType left && found instanceof ArrayType right) {
                requireNulls(left.containsNull(), right.containsNull(), column + ".element");
                requireType(left.elementType(), right.elementType(), column + ".element");
            } else if (expected instanceof MapType left && found instanceof MapType right) {
                requireNulls(left.valueContainsNull(), right.valueContainsNull(), column + ".value");
                requireType(left.keyType(), right.keyType(), column + ".key");
                requireType(left.valueType(), right.valueType(), column + ".value");
            } else if (!expected.equals(found) && !(older && TypeWidening.isSupported(found, expected))) {
                throw changed(
                        "A column that is read has another type.",
                        where.with("column", column)
                                .with("expected", expected.describe())
                                .with("found", found.describe()));
            }
        }

        private InvalidRequestException changed(String problem, ErrorContext place) {
            return new InvalidRequestException(
                    problem,
                    place.with("schemaVersion", scan.version()),
                    older
                            ? "The job was built with a later schema than this version has, which cannot be read by it. Start"
                                    + " without state, with the rows of a version since the change or with its changes"
                                    + " (scan.version-as-of, scan.starting-version)."
                            : "Build the job anew, so that it takes the new schema, and restore it from its last"
                                    + " checkpoint or savepoint: it goes on where that was.");
        }
    }

    /** The field of {@code in} that is called in files as {@code field} is. */
    private static Optional<StructField> same(
            StructField field, ColumnMapping mapping, StructType in, ColumnMapping inMapping) {
        String name = mapping.physicalName(field);
        return in.fields().stream()
                .filter(candidate -> inMapping.physicalName(candidate).equals(name))
                .findFirst();
    }
}
