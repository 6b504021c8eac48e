/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.action.PartitionValueFormat;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.expression.Expression.And;
import io.flinkdelta.log.expression.Expression.Arithmetic;
import io.flinkdelta.log.expression.Expression.CaseWhen;
import io.flinkdelta.log.expression.Expression.Cast;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.FunctionCall;
import io.flinkdelta.log.expression.Expression.In;
import io.flinkdelta.log.expression.Expression.IsNull;
import io.flinkdelta.log.expression.Expression.Like;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.expression.Expression.Negate;
import io.flinkdelta.log.expression.Expression.Not;
import io.flinkdelta.log.expression.Expression.Or;
import io.flinkdelta.log.schema.StructType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Compiles the operands of comparisons, and gathers the columns whose statistics they need. */
final class OperandCompiler implements Expression.Visitor<Operand> {
    private final ScanTable table;
    private final List<List<String>> statsColumns = new ArrayList<>();

    OperandCompiler(ScanTable table) {
        this.table = table;
    }

    List<List<String>> statsColumns() {
        return statsColumns;
    }

    Operand compile(Expression operand) {
        return operand.accept(this);
    }

    @Override
    public Operand literal(Literal literal) {
        return Operand.constant(literal.type(), literal.value());
    }

    @Override
    public Operand column(Column path) {
        ScanColumn column = ScanColumn.find(path.path(), table);
        if (column.partition()) {
            return partition(column);
        }
        if (column.type() instanceof StructType) {
            return Operand.unknown(column.type());
        }
        int position = statsColumns.indexOf(column.physicalPath());
        if (position < 0) {
            position = statsColumns.size();
            statsColumns.add(column.physicalPath());
        }
        int found = position;
        return new Operand(column.type(), null, facts -> statistics(column, found, facts.stats()), false);
    }

    private static Operand partition(ScanColumn column) {
        String name = column.physicalPath().get(0);
        return ValueOrder.of(column.type())
                .map(order ->
                        new Operand(column.type(), null, facts -> partitionValue(column, name, order, facts), true))
                .orElse(Operand.ANY);
    }

    /** A value that is no value of the column's type is for the reader of the rows to complain about. */
    private static ValueRange partitionValue(ScanColumn column, String name, ValueOrder order, FileFacts facts) {
        if (!facts.partition().contains(name)) {
            return ValueRange.ANY;
        }
        try {
            Object value = PartitionValueFormat.parse(
                    name, column.type(), facts.partition().get(name));
            return ValueRange.exactly(value == null ? null : order.normalize(value));
        } catch (CorruptLogException e) {
            return ValueRange.ANY;
        }
    }

    /** A null count says something in two cases whatever a deletion vector hides: none, and all. */
    private static ValueRange statistics(ScanColumn column, int position, FileStats stats) {
        BigDecimal nullCount = count(stats.nullCount(position));
        boolean nulls = nullCount == null || nullCount.signum() != 0;
        BigDecimal numRecords = count(stats.numRecords());
        if (nulls && nullCount != null && numRecords != null && nullCount.compareTo(numRecords) == 0) {
            return ValueRange.ONLY_NULL;
        }
        Object least = BoundText.parse(stats.minValue(position), column.type(), true, column.widened());
        Object greatest = BoundText.parse(stats.maxValue(position), column.type(), false, column.widened());
        return new ValueRange(least, greatest, nulls, true);
    }

    private static BigDecimal count(StatsScalar scalar) {
        try {
            return scalar == null || scalar.quoted() ? null : new BigDecimal(scalar.text());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public Operand negate(Negate negate) {
        return compile(negate.operand()).negated();
    }

    @Override
    public Operand cast(Cast cast) {
        return compile(cast.operand()).cast(cast.type());
    }

    @Override
    public Operand arithmetic(Arithmetic arithmetic) {
        return unknown(arithmetic.left(), arithmetic.right());
    }

    @Override
    public Operand function(FunctionCall function) {
        return unknown(function.arguments().toArray(Expression[]::new));
    }

    @Override
    public Operand caseWhen(CaseWhen caseWhen) {
        caseWhen.branches().forEach(branch -> unknown(branch.condition(), branch.result()));
        caseWhen.otherwise().ifPresent(this::unknown);
        return Operand.ANY;
    }

    @Override
    public Operand comparison(Comparison comparison) {
        return unknown(comparison.left(), comparison.right());
    }

    @Override
    public Operand and(And and) {
        return unknown(and.left(), and.right());
    }

    @Override
    public Operand or(Or or) {
        return unknown(or.left(), or.right());
    }

    @Override
    public Operand not(Not not) {
        return unknown(not.operand());
    }

    @Override
    public Operand isNull(IsNull isNull) {
        return unknown(isNull.operand());
    }

    @Override
    public Operand in(In in) {
        in.options().forEach(this::unknown);
        return unknown(in.operand());
    }

    @Override
    public Operand like(Like like) {
        return unknown(like.operand(), like.pattern());
    }

    /** Nothing is known about its values, so no statistics are needed; its columns must be there all the same. */
    private Operand unknown(Expression... parts) {
        for (Expression part : parts) {
            new OperandCompiler(table).compile(part);
        }
        return Operand.ANY;
    }
}
