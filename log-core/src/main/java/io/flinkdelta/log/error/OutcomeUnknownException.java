/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.error;

/** A write was sent and its answer lost: look for the own txnId; until then retry and delete nothing. */
public final class OutcomeUnknownException extends DeltaException {

    public OutcomeUnknownException(String problem, ErrorContext context, String remedy) {
        this(problem, context, remedy, null);
    }

    public OutcomeUnknownException(String problem, ErrorContext context, String remedy, Throwable cause) {
        super(problem, context, remedy, cause);
    }
}
