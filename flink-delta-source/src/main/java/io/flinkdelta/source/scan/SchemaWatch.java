/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.Optional;

/**
 * Compares the schema that a job reads with those of later versions. Columns are followed by what they are called in
 * files: a column that is added, or renamed where columns are mapped, changes nothing. What would be read wrong, or not
 * at all, stops the job. Any thread.
 */
public final class SchemaWatch {
    private final TableScan scan;
    private final StructType read;

    public SchemaWatch(TableScan scan) {
        this.scan = scan;
        this.read = scan.read();
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
        ColumnMapping mapping = ColumnMapping.of(version.protocol(), version.metadata());
        StructType now = version.schema();
        if (!mapping.physicalNames(now, version.partitionColumns())
                .equals(scan.mapping().physicalNames(scan.table(), scan.partitionColumns()))) {
            throw changed("The table is partitioned by other columns.", where);
        }
        requireFields(read, now, mapping, "", where);
    }

    private void requireFields(
            StructType expected, StructType found, ColumnMapping mapping, String parent, ErrorContext where) {
        for (StructField field : expected.fields()) {
            String column = parent + field.name();
            Optional<StructField> now = found.fields().stream()
                    .filter(candidate -> scan.mapping().physicalName(field).equals(mapping.physicalName(candidate)))
                    .findFirst();
            if (now.isEmpty()) {
                throw changed("A column that is read was dropped or renamed.", where.with("column", column));
            }
            if (now.get().nullable() && !field.nullable()) {
                throw changed("A column that is read as NOT NULL may be null.", where.with("column", column));
            }
            requireType(field.type(), now.get().type(), mapping, column, where);
        }
    }

    private void requireType(
            DataType expected, DataType found, ColumnMapping mapping, String column, ErrorContext where) {
        if (expected instanceof StructType left && found instanceof StructType right) {
            requireFields(left, right, mapping, column + ".", where);
        } else if (expected instanceof ArrayType left && found instanceof ArrayType right) {
            requireType(left.elementType(), right.elementType(), mapping, column + ".element", where);
        } else if (expected instanceof MapType left && found instanceof MapType right) {
            requireType(left.keyType(), right.keyType(), mapping, column + ".key", where);
            requireType(left.valueType(), right.valueType(), mapping, column + ".value", where);
        } else if (!expected.equals(found)) {
            throw changed(
                    "A column that is read has another type.",
                    where.with("column", column)
                            .with("expected", expected.describe())
                            .with("found", found.describe()));
        }
    }

    private static InvalidRequestException changed(String problem, ErrorContext where) {
        return new InvalidRequestException(
                problem,
                where,
                "Everything before this version was read. Build the job anew, so that it takes the new schema, and"
                        + " restore it from its last checkpoint or savepoint: it goes on at this version.");
    }
}
