/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import io.flinkdelta.common.read.DataFileReader;
import io.flinkdelta.common.read.DataFileReaders;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.alter.RowCheck;
import io.flinkdelta.log.alter.TableChange;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Reads the rows of a table for a CHECK constraint that it is to get, up to the first one on which the constraint is
 * not true. As when rows are written, null counts as violated. Only the columns that the constraint names are read,
 * one file at a time; rows that deletion vectors hide are passed over.
 *
 * <p>One thread at a time; it has no state.
 */
public final class ConstraintScan implements RowCheck {
    private static final String REMEDY =
            "Correct or delete the rows on which the constraint is false or null, or write another condition.";

    private final TableStorage storage;
    private final ZoneId zone;

    /**
     * For one table.
     *
     * @param zone in which the constraint sees timestamps, as Spark's {@code spark.sql.session.timeZone}
     */
    public ConstraintScan(TableStorage storage, ZoneId zone) {
        this.storage = storage;
        this.zone = zone;
    }

    /** {@inheritDoc} The error names the file and the values of the columns that the constraint looks at. */
    @Override
    public void requireTrue(Snapshot table, Stream<AddFile> files, TableChange.Condition condition) {
        ErrorContext where = storage.context().with("version", table.version()).with("constraint", condition.name());
        TableExpression constraint =
                TableExpression.of(condition.expression(), table.schema(), EvaluationSettings.in(zone), where);
        StructType columns = constraint.columnsOf(table.schema());
        List<String> partitionColumns = table.partitionColumns().stream()
                .filter(column -> columns.field(column).isPresent())
                .toList();
        DataFileReaders readers = DataFileReaders.create(
                storage.data(), columns, partitionColumns, ColumnMapping.of(table.protocol(), table.metadata()));
        RowType rowType = DeltaTypes.toFlink(columns);
        files.forEach(file -> {
            ErrorContext inFile = constraint.context().with("file", DataPath.decode(file.path()));
            RowExpression expression = new RowExpression(constraint.compiled(), rowType, inFile, REMEDY);
            try (DataFileReader rows = readers.open(file)) {
                rows.forEachRemaining(row -> requireTrue(expression, row));
            }
        });
    }

    private static void requireTrue(RowExpression constraint, RowData row) {
        Object value = constraint.evaluate(row);
        if (!Boolean.TRUE.equals(value)) {
            throw new InvalidRequestException(
                    "A row of the table does not satisfy the constraint.",
                    constraint.describe(row).with("result", value == null ? "null" : value),
                    REMEDY);
        }
    }
}
