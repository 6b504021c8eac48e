/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** The path of a table as a user writes it. It is read as Hadoop, and so Spark, reads it: not percent-encoded. */
final class TablePaths {
    private static final String LOCAL = "file";
    /** With a password; that of a container alone, as abfs has it, is no secret. */
    private static final Pattern LOGIN = Pattern.compile("(?<=^[a-zA-Z][a-zA-Z0-9+.-]{0,20}://)[^/:]*:[^/]*@");

    private static final String ADD_JARS =
            "put the jars of its file system on the class path (docs/storage.md): for the"
                    + " command flink-delta into the environment variable FLINK_DELTA_CLASSPATH, for a job into Flink's lib folder"
                    + " or the job's jar.";

    private TablePaths() {}

    /** The path as it may be shown: without a login in its authority. */
    static String shown(String path) {
        return LOGIN.matcher(path).replaceFirst("");
    }

    /**
     * The path with its scheme and authority, absolute, without a trailing slash. What has no scheme
     * is on {@code fs.defaultFS}.
     */
    static Path qualify(String path, Configuration hadoop) {
        ErrorContext where = ErrorContext.table(shown(path));
        if (path.isBlank()) {
            throw new InvalidRequestException("The path of the table is empty.", where, "Give its folder.");
        }
        try {
            Path parsed = new Path(path);
            String scheme = parsed.toUri().getScheme();
            if (scheme == null) {
                scheme = defaultScheme(hadoop);
            }
            if (scheme.equals(LOCAL)) {
                // Not Hadoop's to serve: looking for its file systems would take longer than opening most tables.
                return local(parsed, where);
            }
            requireFileSystem(scheme, hadoop, where);
            return parsed.getFileSystem(hadoop).makeQualified(parsed);
        } catch (UnsupportedFileSystemException e) {
            throw new InvalidRequestException(
                    "Hadoop has no file system for the path of the table: " + e.getMessage() + ".",
                    where,
                    "Correct the scheme of the path, or " + ADD_JARS,
                    e);
        } catch (IllegalArgumentException e) {
            throw notAPath(path, where, e);
        } catch (IOException e) {
            throw StorageErrors.of(e, where, shown(path), "open the table");
        } catch (RuntimeException e) {
            throw hidden(e, path, where);
        }
    }

    /**
     * The place behind the mount points of a {@code viewfs:} path, found by the nearest folder that is
     * there already.
     */
    static Path behindMounts(Path path, FileSystem files) throws IOException {
        String rest = "";
        for (Path there = path; there != null; there = there.getParent()) {
            try {
                Path resolved = files.resolvePath(there);
                return rest.isEmpty()
                        ? resolved
                        : new Path(
                                resolved.toUri().getScheme(),
                                resolved.toUri().getAuthority(),
                                resolved.toUri().getPath() + rest);
            } catch (FileNotFoundException e) {
                rest = "/" + there.getName() + rest;
            }
        }
        return path;
    }

    /** Of {@code fs.defaultFS}; without a file system of Hadoop's being loaded for what is local. */
    private static String defaultScheme(Configuration hadoop) {
        String uri = hadoop.getTrimmed(
                CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY,
                CommonConfigurationKeysPublic.FS_DEFAULT_NAME_DEFAULT);
        return uri.startsWith(LOCAL + ":")
                ? LOCAL
                : FileSystem.getDefaultUri(hadoop).getScheme();
    }

    private static void requireFileSystem(String scheme, Configuration hadoop, ErrorContext where) throws IOException {
        try {
            FileSystem.getFileSystemClass(scheme, hadoop);
        } catch (RuntimeException e) {
            if (e.getCause() instanceof ClassNotFoundException missing) {
                throw new InvalidRequestException(
                        "The file system of the scheme " + scheme + " is not on the classpath: " + missing.getMessage()
                                + ".",
                        where.with("option", "fs." + scheme + ".impl"),
                        "Correct the option, or " + ADD_JARS,
                        e);
            }
            throw e;
        }
    }

    private static Path local(Path path, ErrorContext where) {
        String host = path.toUri().getAuthority();
        if (host != null && path.toUri().getScheme() != null) {
            throw new InvalidRequestException(
                    "The path of the table names a host, '" + host + "', but the scheme file: has none.",
                    where,
                    "Write file:/path or file:///path.");
        }
        return new Path(LOCAL, null, LocalPaths.absolute(path.toUri().getPath()).toString());
    }

    /** Hadoop's client for FTP asks its server already for what a path is relative to, and wraps the failure. */
    private static RuntimeException hidden(RuntimeException failure, String path, ErrorContext where) {
        if (failure.getCause() instanceof UnknownHostException host) {
            return unknownHost(host, where);
        }
        return failure.getCause() instanceof IOException storage
                ? StorageErrors.of(storage, where, shown(path), "open the table")
                : failure;
    }

    private static InvalidRequestException unknownHost(UnknownHostException failure, ErrorContext where) {
        return new InvalidRequestException(
                "The host in the path of the table is unknown: " + failure.getMessage() + ".",
                where,
                "Correct the path, or the Hadoop options that name the service.",
                failure);
    }

    private static InvalidRequestException notAPath(String path, ErrorContext where, IllegalArgumentException cause) {
        if (!shown(path).equals(path)) {
            // Not with the cause, which may repeat the path.
            return new InvalidRequestException(
                    "The path of the table cannot be used; it has a login in it.",
                    where,
                    "Leave it out, and give it by Hadoop options, such as fs.s3a.access.key and fs.s3a.secret.key.");
        }
        if (cause.getCause() instanceof UnknownHostException host) {
            return unknownHost(host, where);
        }
        return new InvalidRequestException(
                "This is not the path of a table: " + cause.getMessage() + ".",
                where,
                "Give a local path or a URI.",
                cause);
    }
}
