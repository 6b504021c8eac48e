/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.security.AccessControlException;

/**
 * What the exceptions of the clients of object stores mean. They are told by their class names and texts,
 * since each client is on the classpath of those who use it only.
 */
final class ObjectStoreFailure {
    private static final String PACKAGE = "org.apache.hadoop.fs.s3a.";
    /** As Google's client begins what it says of an answer. */
    private static final String PRECONDITION_FAILED = "412 Precondition Failed";

    private ObjectStoreFailure() {}

    /** The condition of an upload or a read did not hold: the file is there, or is another by now. */
    static boolean isConditionNotMet(IOException failure) {
        return has(
                failure,
                cause -> cause instanceof FileAlreadyExistsException
                        || cause instanceof java.nio.file.FileAlreadyExistsException
                        || isNamed(cause, "RemoteFileChangedException")
                        || isStatus(cause, 409, 412)
                        || (cause.getMessage() != null && cause.getMessage().contains(PRECONDITION_FAILED)));
    }

    /** Another upload of the file was under way (409): whether it is there is another question. */
    static boolean isConflict(IOException failure) {
        return has(failure, cause -> isStatus(cause, 409));
    }

    /** The store understood the request and did not carry it out: no permission, no such bucket. */
    static boolean isRefused(IOException failure) {
        return failure instanceof AccessDeniedException
                || failure instanceof AccessControlException
                || isBucketMissing(failure);
    }

    static boolean isBucketMissing(Throwable failure) {
        return has(failure, cause -> isNamed(cause, "UnknownStoreException"));
    }

    private static boolean isNamed(Throwable failure, String className) {
        return failure.getClass().getName().equals(PACKAGE + className);
    }

    /** As the AWS SDK reports the status of an answer, in words. */
    private static boolean isStatus(Throwable failure, int... statuses) {
        String message = failure.getMessage();
        return failure.getClass().getName().startsWith("software.amazon.awssdk.")
                && message != null
                && IntStream.of(statuses).anyMatch(status -> message.contains("Status Code: " + status));
    }

    private static boolean has(Throwable failure, Predicate<Throwable> what) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (what.test(cause)) {
                return true;
            }
        }
        return false;
    }
}
