/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log folder of a table on the local file system (or one that is mounted, NFS included).
 *
 * <p>A new file is written under a hidden temporary name, forced to the disk, and then given its
 * name by a hard link, which the kernel creates for one caller only. So no reader, whatever its
 * process, sees a part of the content, and a crash leaves at most a hidden temporary file behind. A
 * file system without hard links is refused for writing. No {@code .crc} files are written, and a
 * stale one beside a file that is written here is removed.
 */
public final class LocalLogStore implements LogStore {
    private static final Logger LOG = LoggerFactory.getLogger(LocalLogStore.class);

    private final Path folder;

    /**
     * A store on one folder.
     *
     * @param folder the {@code _delta_log} folder, which need not be there yet
     */
    public LocalLogStore(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    @Override
    public String location() {
        return "file:" + folder;
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) throws IOException {
        List<LogEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(
                folder, path -> isListed(path.getFileName().toString(), firstName))) {
            for (Path path : paths) {
                entry(path).ifPresent(entries::add);
            }
        } catch (NoSuchFileException e) {
            return Stream.empty();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(Comparator.comparing(LogEntry::name, FileNames.UTF8_ORDER));
        return entries.stream();
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file(name)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<InputFile> open(String name) throws IOException {
        try {
            return Optional.of(LocalInputFile.of(file(name)));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        Path target = file(name);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return PutOutcome.EXISTS; // Without having written and forced a file for nothing.
        }
        Path temporary = write(name, content);
        try {
            LocalPaths.deleteChecksum(target);
            return link(target, temporary);
        } finally {
            discard(temporary);
        }
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        Path target = file(name);
        Path temporary = write(name, content);
        try {
            LocalPaths.deleteChecksum(target);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            discard(temporary);
        }
    }

    @Override
    public boolean delete(String name) throws IOException {
        Path target = file(FileNames.requireFileName(name));
        LocalPaths.deleteChecksum(target);
        return Files.deleteIfExists(target);
    }

    @Override
    public int deleteTemporary(long before) throws IOException {
        int deleted = 0;
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(
                folder, path -> FileNames.isTemporary(path.getFileName().toString()))) {
            for (Path path : paths) {
                Optional<LogEntry> entry = entry(path);
                if (entry.isPresent() && entry.get().modificationTime() < before && Files.deleteIfExists(path)) {
                    deleted++;
                }
            }
        } catch (NoSuchFileException e) {
            return deleted;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return deleted;
    }

    @Override
    public LogStore folder(String name) {
        return new LocalLogStore(file(FileNames.requireFileName(name)));
    }

    /** The content under a temporary name; nothing is left behind when it fails. */
    private Path write(String name, LogContent content) throws IOException {
        Path temporary = file(FileNames.requireFileName(name)).resolveSibling(FileNames.temporary(name));
        LocalOutputStream out = LocalOutputStream.open(temporary, StandardOpenOption.CREATE_NEW);
        boolean complete = false;
        try (out) {
            content.writeTo(new LentStream(out));
            out.force();
            complete = true;
        } finally {
            if (!complete) {
                discard(temporary);
            }
        }
        return temporary;
    }

    private PutOutcome link(Path target, Path temporary) throws IOException {
        try {
            Files.createLink(target, temporary);
            return PutOutcome.CREATED;
        } catch (UnsupportedOperationException e) {
            throw noHardLinks(e);
        } catch (IOException e) {
            // A network file system may have made the link, lost the answer, and tried again.
            try {
                if (Files.isSameFile(target, temporary)) {
                    return PutOutcome.CREATED;
                }
            } catch (NoSuchFileException absent) {
                // The target is not there: nothing was made.
            } catch (IOException lost) {
                e.addSuppressed(lost);
                return PutOutcome.UNKNOWN;
            }
            if (e instanceof FileAlreadyExistsException) {
                return PutOutcome.EXISTS;
            }
            if (isLackOfHardLinks(e)) {
                throw noHardLinks(e);
            }
            throw e;
        }
    }

    /** A temporary file that stays is an eyesore; it must not change what the caller is told. */
    private static void discard(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            LOG.warn("Cannot delete the temporary file {}, which may be deleted by hand", temporary, e);
        }
    }

    private boolean isLackOfHardLinks(IOException e) {
        String reason = e instanceof FileSystemException failure ? String.valueOf(failure.getReason()) : "";
        return switch (reason.toLowerCase(Locale.ROOT)) {
            case "operation not permitted", "operation not supported", "function not implemented" -> true;
            default -> false;
        };
    }

    private InvalidRequestException noHardLinks(Exception cause) {
        return new InvalidRequestException(
                "The file system has no hard links, without which two writers could overwrite each other's commits.",
                ErrorContext.none().with("folder", folder),
                "Put the table on a local file system with hard links (ext4, xfs, btrfs, tmpfs, NFS, APFS, NTFS) or on"
                        + " HDFS.",
                cause);
    }

    private Path file(String name) {
        return LocalPaths.resolve(folder, name);
    }

    private static boolean isListed(String name, String firstName) {
        return !FileNames.isHidden(name) && FileNames.UTF8_ORDER.compare(name, firstName) >= 0;
    }

    /** Empty when it is a folder, or was deleted in the meantime. */
    private static Optional<LogEntry> entry(Path path) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return attributes.isDirectory()
                    ? Optional.empty()
                    : Optional.of(new LogEntry(
                            path.getFileName().toString(),
                            attributes.size(),
                            attributes.lastModifiedTime().toMillis()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
