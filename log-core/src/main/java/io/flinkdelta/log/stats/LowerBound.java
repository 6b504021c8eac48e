/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the values of a column are not below on the rows of a file, by its partition value or its statistics (PROTOCOL.md,
 * "Per-file Statistics"). The column is one of whole numbers or of time: days since the epoch of a date, microseconds of
 * a timestamp. Immutable, any thread.
 */
public final class LowerBound {
    private final Operand column;
    private final List<List<String>> statsColumns;

    private LowerBound(Operand column, List<List<String>> statsColumns) {
        this.column = column;
        this.statsColumns = List.copyOf(statsColumns);
    }

    /**
     * For files of a table.
     *
     * @param path of the column, from the top down, in any case
     * @param schema all columns of the table
     * @param mapping how they are named in the files
     * @param table for errors
     * @throws io.flinkdelta.log.error.InvalidRequestException when there is no such column
     */
    public static LowerBound of(
            List<String> path,
            StructType schema,
            List<String> partitionColumns,
            ColumnMapping mapping,
            ErrorContext table) {
        OperandCompiler compiler = new OperandCompiler(new ScanTable(schema, partitionColumns, mapping, table));
        Operand column = compiler.compile(new Column(path));
        return new LowerBound(column, compiler.statsColumns());
    }

    /** The columns whose statistics are asked for, by physical names from the top down. */
    public List<List<String>> statsColumns() {
        return statsColumns;
    }

    /** The bound of a file; empty when the log does not tell, or no row has a value. */
    public OptionalLong of(AddFile file) {
        return of(
                file.partitionValues(),
                file.stats().isEmpty()
                        ? FileStats.UNKNOWN
                        : new JsonFileStats(statsColumns).read(file.stats().get()));
    }

    /** The bound of a file; empty when the log does not tell, or no row has a value. */
    public OptionalLong of(PartitionValues partition, FileStats stats) {
        Object least = column.on(new FileFacts(partition, stats)).least();
        return least instanceof Long value ? OptionalLong.of(value) : OptionalLong.empty();
    }
}
