/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.file.LogFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.apache.parquet.io.InputFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log folder of a table that a log store of the user's choice guards, as it does for the table's
 * other writers. Commits are written, read and listed by it; checkpoints and hints, which Delta's
 * writers do not give to it either, by the store that lies beneath.
 *
 * <p>The plug-in answers with success or an exception. That the file is there is {@link
 * PutOutcome#EXISTS}; a denied permission is an error; all else leaves it open whether the commit
 * landed.
 */
public final class PluginLogStore implements LogStore {
    private static final Logger LOG = LoggerFactory.getLogger(PluginLogStore.class);
    /** Not above any name of a file in the log; a listing needs one to start at. */
    private static final String LOWEST_NAME = "!";

    private final Path folder;
    private final LogStorePlugin plugin;
    private final LogStore beneath;
    private volatile boolean folderMade;

    PluginLogStore(Path folder, LogStorePlugin plugin, LogStore beneath) {
        this.folder = folder;
        this.plugin = plugin;
        this.beneath = beneath;
    }

    @Override
    public String location() {
        return beneath.location();
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) throws IOException {
        return plugin.listFrom(file(firstName.isEmpty() ? LOWEST_NAME : firstName)).stream()
                .filter(status -> status.isFile())
                .map(status -> new LogEntry(status.getPath().getName(), status.getLen(), status.getModificationTime()))
                .filter(entry ->
                        !FileNames.isHidden(entry.name()) && FileNames.UTF8_ORDER.compare(entry.name(), firstName) >= 0)
                .sorted(Comparator.comparing(LogEntry::name, FileNames.UTF8_ORDER));
    }

    /**
     * A commit that the plug-in has accepted may be missing until it is listed: the store with a table
     * of commits beside the log copies it then, if its writer could not.
     */
    @Override
    public Optional<byte[]> read(String name) throws IOException {
        if (!isCommit(name)) {
            return beneath.read(name);
        }
        Optional<byte[]> content = plugin.read(file(name));
        if (content.isEmpty() && isListed(name)) {
            return plugin.read(file(name));
        }
        return content;
    }

    @Override
    public Optional<InputFile> open(String name) throws IOException {
        return beneath.open(name);
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        if (!isCommit(name)) {
            return beneath.putIfAbsent(name, content);
        }
        Iterator<String> lines = lines(content);
        if (!folderMade) {
            plugin.makeFolder(folder);
            folderMade = true;
        }
        try {
            plugin.create(file(name), lines);
            return PutOutcome.CREATED;
        } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
            LOG.debug("{} is there", name, e);
            return PutOutcome.EXISTS;
        } catch (AccessControlException | AccessDeniedException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            LOG.warn("The log store cannot tell what came of the commit {} in {}", name, location(), e);
            return PutOutcome.UNKNOWN;
        }
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        beneath.overwrite(name, content);
    }

    @Override
    public boolean delete(String name) throws IOException {
        return beneath.delete(name);
    }

    @Override
    public int deleteTemporary(long before) throws IOException {
        return beneath.deleteTemporary(before);
    }

    /** Holds no commits. */
    @Override
    public LogStore folder(String name) {
        return beneath.folder(name);
    }

    private boolean isListed(String name) throws IOException {
        try (Stream<LogEntry> entries = listFrom(name)) {
            return entries.findFirst()
                    .filter(entry -> entry.name().equals(name))
                    .isPresent();
        }
    }

    private Path file(String name) {
        return HadoopLogFolder.file(folder, name);
    }

    private static boolean isCommit(String name) {
        return LogFile.parse(name).filter(LogFile.Commit.class::isInstance).isPresent();
    }

    private static Iterator<String> lines(LogContent content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        content.writeTo(bytes);
        return bytes.toString(StandardCharsets.UTF_8).lines().iterator();
    }
}
