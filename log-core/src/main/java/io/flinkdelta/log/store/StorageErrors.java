/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/**
 * Turns the {@link IOException} of a storage into the error that tells the caller what to do. The
 * whole chain of causes is looked at, since streams wrap what the file system reports.
 */
public final class StorageErrors {
    private static final List<String> DENIALS =
            List.of("permission denied", "operation not permitted", "accessdenied", "accesscontrolexception");

    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:");

    private StorageErrors() {}

    /**
     * The error for a failure: InvalidRequest, CorruptLog for a missing file, else StorageUnavailable.
     *
     * @param where the table, version, ... of the work that failed
     * @param path the file or folder that it failed on, or null when the exception names it
     * @param doing what was tried, to follow "Cannot": {@code "read the checkpoint"}
     */
    public static DeltaException of(IOException failure, ErrorContext where, String path, String doing) {
        ErrorContext context = where.with("path", path);
        return switch (kind(failure)) {
            case MISSING ->
                new CorruptLogException(
                        "Cannot " + doing + ": the file is missing.",
                        context,
                        "It may have been removed by VACUUM or by hand: use a newer version, or restore the file.",
                        failure);
            case NO_BUCKET ->
                new InvalidRequestException(
                        "Cannot " + doing + ": there is no such bucket.",
                        context,
                        "Create it, or correct the path of the table and the endpoint of the storage.",
                        failure);
            case DENIED ->
                new InvalidRequestException(
                        "Cannot " + doing + ": permission denied" + reason(failure),
                        context,
                        whomToGrant(context),
                        failure);
            case READ_ONLY ->
                new InvalidRequestException(
                        "Cannot " + doing + ": the file system is read-only.",
                        context,
                        "Mount it for writing, or put the table elsewhere.",
                        failure);
            case NOT_A_FOLDER ->
                new InvalidRequestException(
                        "Cannot " + doing + ": there is a file where a folder is needed, or the reverse"
                                + reason(failure),
                        context,
                        "Correct the path of the table, or move the file away.",
                        failure);
            case NAME_TOO_LONG ->
                new InvalidRequestException(
                        "Cannot " + doing + ": a name is longer than the storage allows" + reason(failure),
                        context,
                        "Shorten it; a long value of a partition column makes a long folder name.",
                        failure);
            case FULL ->
                new StorageUnavailableException(
                        "Cannot " + doing + ": no space is left" + reason(failure),
                        context,
                        "Free some space or raise the quota, then try again; the table is as it was.",
                        failure);
            case UNSUPPORTED ->
                new InvalidRequestException(
                        "Cannot " + doing + ": the file system does not do what this takes" + reason(failure),
                        context,
                        "Put the table on another file system.",
                        failure);
            case INTERRUPTED ->
                new StorageUnavailableException(
                        "Cannot " + doing + ": the thread was interrupted.", context, "Try again.", failure);
            case OTHER -> failed(failure, context, doing);
        };
    }

    /**
     * The error for a failure to write a file: as {@link #of}, but that something is missing (a folder, the lease of
     * the file) says nothing of the table.
     *
     * @param where names the file, too
     * @param doing what was tried, to follow "Cannot"
     */
    public static DeltaException ofWrite(IOException failure, ErrorContext where, String doing) {
        return kind(failure) == Kind.MISSING ? failed(failure, where, doing) : of(failure, where, null, doing);
    }

    /** The user of a local file system is that of the process, elsewhere that of the credentials. */
    private static String whomToGrant(ErrorContext context) {
        Map<String, String> where = context.pairs();
        String place = where.getOrDefault("table", where.getOrDefault("path", ""));
        return SCHEME.matcher(place).lookingAt() && !place.startsWith("file:")
                ? "Grant the permission to the user of the credentials that the storage was given, or give it those of"
                        + " another (docs/storage.md)."
                : "Grant the user " + System.getProperty("user.name") + " the permission, or run as another user.";
    }

    private static DeltaException failed(IOException failure, ErrorContext context, String doing) {
        return new StorageUnavailableException(
                "Cannot " + doing + ": the storage failed" + reason(failure),
                context,
                "Check that the storage can be reached, then try again.",
                failure);
    }

    private enum Kind {
        MISSING,
        NO_BUCKET,
        DENIED,
        READ_ONLY,
        NOT_A_FOLDER,
        NAME_TOO_LONG,
        FULL,
        UNSUPPORTED,
        INTERRUPTED,
        OTHER
    }

    private static Kind kind(IOException failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            Kind kind = kindOf(cause instanceof RemoteException remote ? remote.unwrapRemoteException() : cause);
            if (kind != Kind.OTHER) {
                return kind;
            }
        }
        return Kind.OTHER;
    }

    private static Kind kindOf(Throwable cause) {
        if (ObjectStoreFailure.isBucketMissing(cause)) {
            return Kind.NO_BUCKET;
        }
        if (cause instanceof AccessDeniedException || cause instanceof AccessControlException) {
            return Kind.DENIED;
        }
        if (cause instanceof NoSuchFileException || cause instanceof FileNotFoundException) {
            return Kind.MISSING;
        }
        if (cause instanceof IOException io && isNameTooLong(saying(io))) {
            return Kind.NAME_TOO_LONG; // To HDFS this is a quota, too.
        }
        if (cause instanceof ClusterStorageCapacityExceededException) {
            return Kind.FULL;
        }
        if (cause instanceof NotDirectoryException
                || cause instanceof ParentNotDirectoryException
                || cause instanceof FileAlreadyExistsException) {
            return Kind.NOT_A_FOLDER;
        }
        if (cause instanceof UnsupportedOperationException) {
            return Kind.UNSUPPORTED;
        }
        if (cause instanceof ClosedByInterruptException || cause instanceof InterruptedIOException) {
            return Kind.INTERRUPTED;
        }
        return cause instanceof IOException io ? kindOfReason(io) : Kind.OTHER;
    }

    /** What the operating system says has no exception class of its own. */
    private static Kind kindOfReason(IOException cause) {
        String reason = saying(cause);
        if (reason.contains("no space left on device") || reason.contains("quota exceeded")) {
            return Kind.FULL;
        }
        if (reason.contains("read-only file system")) {
            return Kind.READ_ONLY;
        }
        if (reason.contains("not a directory") || reason.contains("is a directory")) {
            return Kind.NOT_A_FOLDER;
        }
        return isDenied(reason) ? Kind.DENIED : Kind.OTHER;
    }

    /** The operating system says it in two ways; an answer about many files has codes or exceptions in its text. */
    private static boolean isDenied(String reason) {
        return DENIALS.stream().anyMatch(reason::contains);
    }

    private static boolean isNameTooLong(String reason) {
        return reason.contains("file name too long") || reason.contains("path component name limit");
    }

    /** In lower case. */
    private static String saying(IOException failure) {
        String said = failure instanceof FileSystemException system ? system.getReason() : failure.getMessage();
        return said == null ? "" : said.toLowerCase(Locale.ROOT);
    }

    private static String reason(IOException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank()
                ? "."
                : " (" + message.lines().findFirst().orElse("") + ").";
    }
}
