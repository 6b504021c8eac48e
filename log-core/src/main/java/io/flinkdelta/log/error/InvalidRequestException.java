/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.error;

/** The request cannot be carried out as asked: change the option, the schema, the path or the query. */
public final class InvalidRequestException extends DeltaException {

    public InvalidRequestException(String problem, ErrorContext context, String remedy) {
        this(problem, context, remedy, null);
    }

    public InvalidRequestException(String problem, ErrorContext context, String remedy, Throwable cause) {
        super(problem, context, remedy, cause);
    }
}
