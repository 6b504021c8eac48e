/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;

/** A log folder in memory, for tests; the honest store that others are measured against. */
public final class InMemoryLogStore implements LogStore {
    private final ConcurrentSkipListMap<String, InMemoryFile> files = new ConcurrentSkipListMap<>(FileNames.UTF8_ORDER);
    private final Map<String, InMemoryLogStore> folders = new ConcurrentHashMap<>();
    private final String location;
    private final Clock clock;

    public InMemoryLogStore() {
        this("memory:/table/_delta_log", Clock.systemUTC());
    }

    /**
     * An empty folder.
     *
     * @param clock gives the modification times
     */
    public InMemoryLogStore(String location, Clock clock) {
        this.location = location;
        this.clock = clock;
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) {
        return files.tailMap(firstName, true).entrySet().stream()
                .map(file -> new LogEntry(
                        file.getKey(),
                        file.getValue().getLength(),
                        file.getValue().modificationTime()));
    }

    @Override
    public Optional<byte[]> read(String name) {
        return Optional.ofNullable(files.get(name)).map(InMemoryFile::copyOfBytes);
    }

    @Override
    public Optional<InputFile> open(String name) {
        return Optional.ofNullable(files.get(name));
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        return files.putIfAbsent(FileNames.requireFileName(name), file(name, content)) == null
                ? PutOutcome.CREATED
                : PutOutcome.EXISTS;
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        files.put(FileNames.requireFileName(name), file(name, content));
    }

    @Override
    public boolean delete(String name) {
        return files.remove(name) != null;
    }

    /** There are none: a file is there as a whole or not at all. */
    @Override
    public int deleteTemporary(long before) {
        return 0;
    }

    @Override
    public InMemoryLogStore folder(String name) {
        return folders.computeIfAbsent(
                FileNames.requireFileName(name), unused -> new InMemoryLogStore(location + "/" + name, clock));
    }

    /** The names of all files, in the order of a listing. */
    public List<String> names() {
        return List.copyOf(files.keySet());
    }

    private InMemoryFile file(String name, LogContent content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);
        return new InMemoryFile(location + "/" + name, out.toByteArray(), clock.millis());
    }
}
