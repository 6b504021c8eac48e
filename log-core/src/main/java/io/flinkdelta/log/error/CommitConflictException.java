/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.error;

/** Another writer's commit contradicts ours: rebase (compute again from the new version) or give up. */
public final class CommitConflictException extends DeltaException {

    public CommitConflictException(String problem, ErrorContext context, String remedy) {
        this(problem, context, remedy, null);
    }

    public CommitConflictException(String problem, ErrorContext context, String remedy, Throwable cause) {
        super(problem, context, remedy, cause);
    }
}
