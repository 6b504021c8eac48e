/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** Data files in memory, for tests. A file that is being written is there, and empty, until it is closed. */
public final class InMemoryDataStore implements DataStore {
    private final ConcurrentSkipListMap<String, InMemoryFile> files = new ConcurrentSkipListMap<>();
    private final String location;
    private final Clock clock;

    public InMemoryDataStore() {
        this("memory:/table", Clock.systemUTC());
    }

    /**
     * An empty table.
     *
     * @param clock gives the modification times
     */
    public InMemoryDataStore(String location, Clock clock) {
        this.location = location;
        this.clock = clock;
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public OutputFile create(String path) {
        return new FileToWrite(key(path));
    }

    @Override
    public InputFile open(String path) throws FileNotFoundException {
        return file(path);
    }

    @Override
    public boolean delete(String path) {
        return files.remove(key(path)) != null;
    }

    @Override
    public long modificationTime(String path) throws FileNotFoundException {
        return file(path).modificationTime();
    }

    /** Folders are there as long as there are files in them. */
    @Override
    public Stream<DataEntry> list(String folder) {
        String prefix = folder.isEmpty() ? location + "/" : key(folder) + "/";
        Map<String, DataEntry> entries = new TreeMap<>();
        for (Map.Entry<String, InMemoryFile> file : files.tailMap(prefix).entrySet()) {
            if (!file.getKey().startsWith(prefix)) {
                break;
            }
            String rest = file.getKey().substring(prefix.length());
            int slash = rest.indexOf('/');
            String name = slash < 0 ? rest : rest.substring(0, slash);
            InMemoryFile is = file.getValue();
            entries.put(
                    name,
                    slash < 0
                            ? new DataEntry(name, Kind.FILE, is.getLength(), is.modificationTime())
                            : new DataEntry(name, Kind.FOLDER, 0, 0));
        }
        return entries.values().stream();
    }

    @Override
    public void deleteAll(List<String> paths, DeletionFailures failures) {
        paths.forEach(this::delete);
    }

    @Override
    public boolean deleteEmptyFolder(String folder) {
        return false;
    }

    /** The absolute paths of all files, ascending. */
    public List<String> paths() {
        return List.copyOf(files.keySet());
    }

    private InMemoryFile file(String path) throws FileNotFoundException {
        String key = key(path);
        return Optional.ofNullable(files.get(key)).orElseThrow(() -> new FileNotFoundException(key));
    }

    /** Relative and absolute paths of one file are one key. */
    private String key(String path) {
        if (DataPlace.isAbsoluteUri(path)) {
            return path;
        }
        return path.startsWith("/") ? location.substring(0, location.indexOf(':') + 1) + path : location + "/" + path;
    }

    private final class FileToWrite implements OutputFile {
        private final String key;

        FileToWrite(String key) {
            this.key = key;
        }

        @Override
        public PositionOutputStream create(long blockSize) throws FileAlreadyExistsException {
            if (files.putIfAbsent(key, new InMemoryFile(key, new byte[0], clock.millis())) != null) {
                throw new FileAlreadyExistsException(key);
            }
            return new Content(key);
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSize) {
            files.put(key, new InMemoryFile(key, new byte[0], clock.millis()));
            return new Content(key);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return -1;
        }

        @Override
        public String getPath() {
            return key;
        }

        @Override
        public String toString() {
            return key;
        }
    }

    private final class Content extends PositionOutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final String key;

        Content(String key) {
            this.key = key;
        }

        @Override
        public long getPos() {
            return bytes.size();
        }

        @Override
        public void write(int b) {
            bytes.write(b);
        }

        @Override
        public void write(byte[] source, int start, int length) {
            bytes.write(source, start, length);
        }

        @Override
        public void close() {
            files.computeIfPresent(key, (path, file) -> new InMemoryFile(key, bytes.toByteArray(), clock.millis()));
        }
    }
}
