/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;

/** The errors of an expression that has no value for a row. */
final class EvaluationErrors {
    private static final String REMEDY = "Correct the value before it is written, or change the expression.";

    private EvaluationErrors() {}

    static InvalidRequestException of(String problem) {
        return new InvalidRequestException(problem, ErrorContext.none(), REMEDY);
    }

    static InvalidRequestException overflow(String operation, Object result) {
        return of("The result of " + operation + " is out of the range of its type: " + result + ".");
    }

    static InvalidRequestException divisionByZero() {
        return of("A number is divided by zero.");
    }

    static InvalidRequestException noCast(Object value, String type) {
        return of("The value '" + value + "' cannot be cast to " + type + ".");
    }
}
