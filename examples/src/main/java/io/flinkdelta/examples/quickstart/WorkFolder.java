/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import io.flinkdelta.examples.kafka.Folders;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * The folder of one quickstart: emptied when it is an earlier quickstart's, refused when it is
 * anything else's, and locked while this one runs. A marker file tells.
 */
final class WorkFolder implements AutoCloseable {
    private static final String MARKER = ".flink-delta-quickstart";

    private final Path folder;
    private final FileChannel marker;

    private WorkFolder(Path folder, FileChannel marker) {
        this.folder = folder;
        this.marker = marker;
    }

    /**
     * Takes the folder, which need not exist, and empties it.
     *
     * @throws InvalidRequestException when the folder holds something else or is in use
     */
    static WorkFolder claim(Path folder) throws IOException {
        ErrorContext context = ErrorContext.none().with("folder", folder);
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new InvalidRequestException("The quickstart's folder is a file.", context, "Choose another one.");
        }
        Files.createDirectories(folder);
        boolean earlierQuickstart = Files.exists(folder.resolve(MARKER));
        if (!earlierQuickstart && !isEmpty(folder)) {
            throw new InvalidRequestException(
                    "The folder holds something that is not a quickstart's.",
                    context,
                    "Choose an empty or a new folder; nothing was changed.");
        }
        FileChannel marker =
                FileChannel.open(folder.resolve(MARKER), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locks(marker)) {
            marker.close();
            throw new InvalidRequestException(
                    "Another quickstart is running in the folder.", context, "End it or choose another folder.");
        }
        WorkFolder claimed = new WorkFolder(folder, marker);
        claimed.empty();
        return claimed;
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    private static boolean locks(FileChannel marker) throws IOException {
        try {
            FileLock lock = marker.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private void empty() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.toList()) {
                if (!entry.getFileName().toString().equals(MARKER)) {
                    Folders.delete(entry);
                }
            }
        }
    }

    Path table() {
        return folder.resolve("covid");
    }

    Path kafka() {
        return folder.resolve("kafka");
    }

    Path kafkaLog() {
        return folder.resolve("kafka.log");
    }

    Path flink() {
        return folder.resolve("flink");
    }

    /** Ends the claim; what is in the folder stays. */
    @Override
    public void close() throws IOException {
        marker.close();
    }
}
