/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.table;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.flink.util.ExceptionUtils;
import org.apache.hadoop.security.AccessControlException;

/**
 * Tells failures that a restart may mend (a storage that is not available for a while, a lost
 * answer) from those that it cannot; Flink restarts a job for ever by default.
 */
public final class TableFailures {
    private static final List<String> FULL =
            List.of("no space left on device", "disk quota exceeded", "not enough space");
    private static final List<String> FORBIDDEN = List.of("permission denied", "read-only file system");

    private TableFailures() {}

    /** What to throw for {@code failure}: itself, or an {@link UnrecoverableTableException} because of it. */
    public static RuntimeException unchecked(RuntimeException failure, ErrorContext context) {
        return unrecoverable(failure, context).map(RuntimeException.class::cast).orElse(failure);
    }

    /** What to throw for {@code failure}: itself, or an {@link UnrecoverableTableException} because of it. */
    public static IOException checked(IOException failure, ErrorContext context) {
        unrecoverable(failure, context).ifPresent(unrecoverable -> {
            throw unrecoverable;
        });
        return failure;
    }

    /** Whether it is what the table, or a version of it, holds that is the matter, and not the way to it. */
    public static boolean isOfTable(Throwable failure) {
        return failure instanceof InvalidRequestException
                || failure instanceof UnsupportedFeatureException
                || failure instanceof CorruptLogException;
    }

    private static Optional<UnrecoverableTableException> unrecoverable(Throwable failure, ErrorContext context) {
        if (ExceptionUtils.findThrowable(failure, UnrecoverableTableException.class)
                .isPresent()) {
            return Optional.empty();
        }
        if (isOfTable(failure)) {
            return Optional.of(UnrecoverableTableException.of(failure));
        }
        return because(failure, context).map(reason -> UnrecoverableTableException.of(reason));
    }

    /** The failure, told as what the user has to put right. */
    private static Optional<DeltaException> because(Throwable failure, ErrorContext context) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (isForbidden(cause)) {
                return Optional.of(new InvalidRequestException(
                        "The storage denies access to the table: " + cause.getMessage(),
                        context,
                        "Give the user that the job runs as the right to read, create and delete files there.",
                        failure));
            }
            if (isFull(cause)) {
                return Optional.of(new InvalidRequestException(
                        "The storage of the table is full: " + cause.getMessage(),
                        context,
                        "Free space or raise the quota, then start the job from its last checkpoint.",
                        failure));
            }
        }
        return Optional.empty();
    }

    private static boolean isForbidden(Throwable failure) {
        return failure instanceof AccessDeniedException
                || failure instanceof AccessControlException
                || (failure instanceof IOException && says(failure, FORBIDDEN));
    }

    private static boolean isFull(Throwable failure) {
        return failure instanceof IOException
                && (failure.getClass().getSimpleName().endsWith("QuotaExceededException") || says(failure, FULL));
    }

    private static boolean says(Throwable failure, List<String> words) {
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return words.stream().anyMatch(message::contains);
    }
}
