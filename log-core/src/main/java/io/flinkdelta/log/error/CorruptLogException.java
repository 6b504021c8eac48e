/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.error;

/** The table's log or a file that it names is missing, unreadable or contradicts itself: repair the table. */
public final class CorruptLogException extends DeltaException {

    public CorruptLogException(String problem, ErrorContext context, String remedy) {
        this(problem, context, remedy, null);
    }

    public CorruptLogException(String problem, ErrorContext context, String remedy, Throwable cause) {
        super(problem, context, remedy, cause);
    }
}
