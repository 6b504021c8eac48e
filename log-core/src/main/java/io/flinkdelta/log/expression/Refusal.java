/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;

/** Makes the errors about SQL that is none, or not of the supported subset. */
final class Refusal {
    private static final String REMEDY = "Correct it, write it in the subset of Spark SQL that flink-delta evaluates"
            + " (docs/decisions/0013-expressions.md), or use another client.";

    private Refusal() {}

    /**
     * What stands at a position of the text.
     *
     * @param position from 0; shown from 1
     */
    static UnsupportedFeatureException of(String sql, int position, String what) {
        return new UnsupportedFeatureException(
                "The SQL expression has what this version of flink-delta does not evaluate: " + what + " at character "
                        + (position + 1) + ".",
                ErrorContext.none().with("expression", sql),
                REMEDY);
    }

    /**
     * What stands where no SQL has it.
     *
     * @param position from 0; shown from 1
     */
    static InvalidRequestException syntax(String sql, int position, String what) {
        return new InvalidRequestException(
                "The SQL expression has a syntax error: " + what + " at character " + (position + 1) + ".",
                ErrorContext.none().with("expression", sql),
                "Correct it.");
    }

    /** What may be a syntax error, or SQL that is not of the subset. */
    static UnsupportedFeatureException unexpected(String sql, int position, String what) {
        return new UnsupportedFeatureException(
                "The SQL expression has a syntax error, or what this version of flink-delta does not evaluate: " + what
                        + " at character " + (position + 1) + ".",
                ErrorContext.none().with("expression", sql),
                REMEDY);
    }

    /** A part of an expression that cannot be evaluated. */
    static UnsupportedFeatureException of(Expression part, String why) {
        return new UnsupportedFeatureException(
                "The SQL expression has what this version of flink-delta does not evaluate: " + part.toSql() + ", "
                        + why + ".",
                ErrorContext.none(),
                REMEDY);
    }
}
