/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * A failure of sink or source that no restart mends, such as a schema that differs or a missing
 * permission. Flink ends the job when it sees one instead of restarting it. The message is that of
 * the failure.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class UnrecoverableTableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnrecoverableTableException(Throwable failure) {
        super(failure.getMessage(), failure);
    }

    /** Of a failure that cannot travel to the job manager itself. */
    private UnrecoverableTableException(String message, Throwable stack) {
        super(message);
        setStackTrace(stack.getStackTrace());
    }

    /**
     * The exception as it can be sent. Flink decides about the restart on the job manager, from the
     * deserialized exception: one that does not survive the journey would count as recoverable.
     */
    static UnrecoverableTableException of(Throwable failure) {
        UnrecoverableTableException exception = new UnrecoverableTableException(failure);
        return isSerializable(exception) ? exception : new UnrecoverableTableException(describe(failure), failure);
    }

    private static boolean isSerializable(Throwable throwable) {
        try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
            out.writeObject(throwable);
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private static String describe(Throwable failure) {
        StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            text.append("\nCaused by: ").append(cause);
        }
        return text.toString();
    }
}
