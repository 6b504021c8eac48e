/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.expression.Expression.And;
import io.flinkdelta.log.expression.Expression.IsNull;
import io.flinkdelta.log.expression.Expression.Not;
import io.flinkdelta.log.expression.Expression.Or;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A filter that tells which files of a table a scan need not read: partition pruning and data skipping
 * by statistics (PROTOCOL.md, "Per-file Statistics"). It promises: a file for which {@link #mayMatch}
 * is false holds no row on which the filter is true. What is not known keeps the file: a column without
 * statistics, a part of the filter that is not understood, a bound that cannot be parsed. Timestamps
 * are taken to be cut to milliseconds by their writers, statistics of a file with a deletion vector to
 * be those of all its rows. Immutable, any thread.
 */
public final class ScanFilter {
    private final Condition condition;
    private final List<List<String>> statsColumns;
    private final Optional<Expression> partitionFilter;
    private final Optional<Expression> residual;

    private ScanFilter(
            Condition condition,
            List<List<String>> statsColumns,
            Optional<Expression> partitionFilter,
            Optional<Expression> residual) {
        this.condition = condition;
        this.statsColumns = List.copyOf(statsColumns);
        this.partitionFilter = partitionFilter;
        this.residual = residual;
    }

    /**
     * For files of one version of a table.
     *
     * @param filter over logical names, in any case
     * @param metadata of that version
     * @param table for errors
     * @throws io.flinkdelta.log.error.InvalidRequestException when it names a column that there is not
     */
    public static ScanFilter of(Expression filter, Metadata metadata, ErrorContext table) {
        return of(filter, ScanTable.of(metadata, table));
    }

    /**
     * For files of a table.
     *
     * @param filter over logical names, in any case
     * @param schema all columns of the table
     * @param mapping how they are named in the files
     * @param table for errors
     * @throws io.flinkdelta.log.error.InvalidRequestException when it names a column that there is not
     */
    public static ScanFilter of(
            Expression filter,
            StructType schema,
            List<String> partitionColumns,
            ColumnMapping mapping,
            ErrorContext table) {
        return of(filter, new ScanTable(schema, partitionColumns, mapping, table));
    }

    private static ScanFilter of(Expression filter, ScanTable table) {
        ConditionCompiler compiler = new ConditionCompiler(table);
        List<Expression> conjuncts = new ArrayList<>();
        split(filter, conjuncts);
        Condition whole = null;
        List<Expression> exact = new ArrayList<>();
        List<Expression> others = new ArrayList<>();
        for (Expression conjunct : conjuncts) {
            Condition part = compiler.compile(conjunct);
            (part.exact() ? exact : others).add(conjunct);
            whole = whole == null ? part : whole.and(part);
        }
        return new ScanFilter(whole, compiler.statsColumns(), join(exact), join(others));
    }

    /**
     * For the rows on which {@code condition} is not true, false or null: what a CHECK constraint that is added to a
     * table looks for.
     *
     * @param condition over logical names, in any case
     * @param metadata of the version whose files are looked at
     * @param table for errors
     * @throws io.flinkdelta.log.error.InvalidRequestException when it names a column that there is not
     */
    public static ScanFilter ofViolations(Expression condition, Metadata metadata, ErrorContext table) {
        ConditionCompiler compiler = new ConditionCompiler(ScanTable.of(metadata, table));
        Condition violated = compiler.compile(condition).notTrue();
        Expression filter = new Or(new Not(condition), new IsNull(condition));
        return new ScanFilter(violated, compiler.statsColumns(), Optional.empty(), Optional.of(filter));
    }

    private static void split(Expression filter, List<Expression> conjuncts) {
        if (filter instanceof And and) {
            split(and.left(), conjuncts);
            split(and.right(), conjuncts);
        } else {
            conjuncts.add(filter);
        }
    }

    private static Optional<Expression> join(List<Expression> conjuncts) {
        return conjuncts.stream().reduce(And::new);
    }

    /**
     * The part of the filter that pruning answers exactly: it is true on every row of every file that is
     * kept. It is about partition columns and constants only.
     */
    public Optional<Expression> partitionFilter() {
        return partitionFilter;
    }

    /** The rest, which is still to be evaluated on the rows of the files that are kept. */
    public Optional<Expression> residual() {
        return residual;
    }

    /** The columns whose statistics are asked for, by physical names from the top down. */
    public List<List<String>> statsColumns() {
        return statsColumns;
    }

    /** Whether a file of this partition may hold a row on which the filter is true, whatever its statistics. */
    public boolean mayMatch(PartitionValues partition) {
        return mayMatch(partition, FileStats.UNKNOWN);
    }

    /**
     * Whether a file may have a row on which the filter is true, by what an action of the log says of it.
     *
     * @param stats the statistics as the log has them, as JSON
     */
    public boolean mayMatch(PartitionValues partition, Optional<String> stats) {
        return mayMatch(
                partition, stats.isEmpty() ? FileStats.UNKNOWN : new JsonFileStats(statsColumns()).read(stats.get()));
    }

    /** Whether a file may hold a row on which the filter is true. */
    public boolean mayMatch(PartitionValues partition, FileStats stats) {
        return Outcomes.mayBe(condition.outcomes(new FileFacts(partition, stats)), Outcomes.TRUE);
    }
}
