/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.FunctionCall;
import io.flinkdelta.log.expression.Expression.IsNull;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.expression.Expression.Or;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The declared length of a string column that Spark made as {@code char(n)} or {@code varchar(n)}. As by Delta in
 * Spark it is a limit only: values are neither filled up nor cut.
 *
 * @param type as the schema says it: {@code varchar(10)}
 * @param length in code points
 */
record LengthLimit(String type, int length) {
    /** Where Spark keeps the declared type. */
    private static final String METADATA = "__CHAR_VARCHAR_TYPE_STRING";

    private static final Pattern TYPE = Pattern.compile("(?:var)?char\\((\\d{1,9})\\)", Pattern.CASE_INSENSITIVE);

    /**
     * That of a column, if it has one.
     *
     * @throws UnsupportedFeatureException when the limit is on strings inside of a nested type
     */
    static Optional<LengthLimit> of(StructField field, ErrorContext context) {
        Optional<String> declared = field.metadata().get(METADATA).map(type -> type.asText());
        if (declared.isEmpty()) {
            return Optional.empty();
        }
        String type = declared.get().strip();
        Matcher matcher = TYPE.matcher(type);
        if (!matcher.matches()) {
            throw new UnsupportedFeatureException(
                    "A column has strings of a limited length inside of a nested type, which this version of"
                            + " flink-delta does not check.",
                    context.with("column", field.name()).with("type", type),
                    "Use another client, or make the column one of strings without a limit.");
        }
        return Optional.of(new LengthLimit(type, Integer.parseInt(matcher.group(1))));
    }

    /** That the column is null or not longer. */
    Expression condition(String column) {
        Expression value = Column.of(column);
        return new Or(
                new IsNull(value),
                new Comparison(
                        Comparison.Operator.LESS_OR_EQUAL,
                        new FunctionCall("length", List.of(value)),
                        new Literal(length, PrimitiveType.INTEGER)));
    }
}
