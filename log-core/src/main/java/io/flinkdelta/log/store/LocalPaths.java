/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Names of the local file system as paths that the JVM can open. */
final class LocalPaths {

    private LocalPaths() {}

    /** {@code folder/relative}, or {@code relative} itself when it is absolute. */
    static Path resolve(Path folder, String relative) {
        try {
            return folder.resolve(relative);
        } catch (InvalidPathException e) {
            throw unusable(folder + "/" + relative, e);
        }
    }

    /** The path, absolute and without {@code .} and {@code ..}. */
    static Path absolute(String path) {
        try {
            return Path.of(path).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw unusable(path, e);
        }
    }

    /**
     * Removes the checksum that Hadoop's local file system may have left beside {@code file}: once
     * the file is replaced it would make Hadoop's readers refuse the new content.
     */
    static void deleteChecksum(Path file) throws IOException {
        Files.deleteIfExists(
                file.resolveSibling(FileNames.checksum(file.getFileName().toString())));
    }

    private static InvalidRequestException unusable(String path, InvalidPathException cause) {
        ErrorContext where = ErrorContext.none().with("path", path);
        if (path.chars().allMatch(c -> c > 0 && c < 128) || path.indexOf(0) >= 0) {
            return new InvalidRequestException(
                    "The local file system cannot hold a file of this name: " + cause.getReason() + ".",
                    where,
                    "Use another path.",
                    cause);
        }
        return new InvalidRequestException(
                "This JVM cannot open files whose names are not ASCII, because it was started with the file name"
                        + " encoding " + System.getProperty("sun.jnu.encoding") + ".",
                where,
                "Set the environment variable LC_ALL=C.UTF-8 for this process (in Flink for every JobManager and"
                        + " TaskManager) and start it again.",
                cause);
    }
}
