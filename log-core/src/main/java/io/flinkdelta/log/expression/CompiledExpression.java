/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Optional;

/**
 * An expression bound to the columns of a table, ready to be evaluated for many rows. Its types, implicit
 * casts and errors are those of Spark 4 in ANSI mode, the default there: overflow, division by zero and a
 * string that is not what it is cast to are errors and not null.
 *
 * <p>Any thread; it has no state.
 */
public final class CompiledExpression {
    private final Node root;
    private final List<ColumnReference> columns;
    private final EvaluationSettings settings;

    private CompiledExpression(Node root, List<ColumnReference> columns, EvaluationSettings settings) {
        this.root = root;
        this.columns = List.copyOf(columns);
        this.settings = settings;
    }

    /**
     * A column that an expression uses.
     *
     * @param path the logical names from the top down, spelled as in the schema
     */
    public record ColumnReference(List<String> path, DataType type) {
        public ColumnReference {
            path = List.copyOf(path);
        }

        /** The path with dots, for messages. */
        public String name() {
            return String.join(".", path);
        }
    }

    /**
     * Binds {@code expression} to {@code schema}; names are found in any case.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when a name is no column of the schema
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException naming the part that cannot be evaluated: a
     *     function, or operands of types that do not go together
     */
    public static CompiledExpression compile(Expression expression, StructType schema, EvaluationSettings settings) {
        Binder binder = new Binder(schema, settings);
        Node root = expression.accept(binder);
        return new CompiledExpression(root, binder.columns(), settings);
    }

    /**
     * The same with its value cast to {@code target}; itself when the types are equal.
     *
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when there is no such cast
     */
    public CompiledExpression castTo(DataType target) {
        return root.type().equals(target)
                ? this
                : new CompiledExpression(root.castTo(target, new Casts(settings.zone())), columns, settings);
    }

    /** The type of the value. */
    public DataType type() {
        return root.type();
    }

    /** Whether the value, or the error in its place, is the same for all rows at all times. */
    public boolean isConstant() {
        return root.isConstant();
    }

    /** The error of a constant part that has no value, such as {@code 1/0}: that of each row which asks for it. */
    public Optional<InvalidRequestException> failureOfConstant() {
        return root.failure();
    }

    /** The columns whose values {@link #evaluate} asks for. */
    public List<ColumnReference> columns() {
        return columns;
    }

    /**
     * The value for one row, of the Java class that {@link Expression} names for {@link #type}, or null.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when the expression has no value for the row, such
     *     as for an overflow
     */
    public Object evaluate(ColumnValues row) {
        return root.evaluator().evaluate(row);
    }

    /** Whether the value for one row is true: neither false nor null. */
    public boolean isTrue(ColumnValues row) {
        return Boolean.TRUE.equals(evaluate(row));
    }
}
