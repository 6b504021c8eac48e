/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.InMemoryDataStore;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** The data files as one process sees them. */
final class SimulatedDataStore implements DataStore {
    private final SimulatedProcess process;
    private final InMemoryDataStore files;
    private final Referee referee;

    SimulatedDataStore(SimulatedProcess process, InMemoryDataStore files, Referee referee) {
        this.process = process;
        this.files = files;
        this.referee = referee;
    }

    @Override
    public String location() {
        return files.location();
    }

    @Override
    public OutputFile create(String path) {
        return new FileToWrite(files.create(path));
    }

    @Override
    public InputFile open(String path) throws IOException {
        return process.call(StoreCall.OPEN_DATA, path, fault -> files.open(path));
    }

    @Override
    public boolean delete(String path) throws IOException {
        return process.call(StoreCall.DELETE_DATA, path, fault -> {
            if (process.table().oldFiles().isInLuck(path, process.looked())) {
                process.table().tally().count("in luck");
                return true;
            }
            boolean deleted = files.delete(path);
            referee.dataFileDeleted(path);
            return deleted;
        });
    }

    @Override
    public Stream<DataEntry> list(String folder) throws IOException {
        return process.call(StoreCall.LIST_DATA, folder, fault -> {
            process.listsFolders();
            return files.list(folder);
        });
    }

    /** One after the other, of which any may be the last one. */
    @Override
    public void deleteAll(List<String> paths, DeletionFailures failures) throws IOException {
        for (String path : paths) {
            delete(path);
            process.table().tally().count("vacuumed");
        }
    }

    @Override
    public boolean deleteEmptyFolder(String folder) throws IOException {
        return process.call(StoreCall.DELETE_DATA, folder, fault -> files.deleteEmptyFolder(folder));
    }

    @Override
    public long modificationTime(String path) throws IOException {
        return files.modificationTime(path);
    }

    private final class FileToWrite implements OutputFile {
        private final OutputFile file;

        FileToWrite(OutputFile file) {
            this.file = file;
        }

        @Override
        public PositionOutputStream create(long blockSize) throws IOException {
            return process.call(
                    StoreCall.CREATE_DATA, getPath(), fault -> new Content(getPath(), file.create(blockSize)));
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSize) throws IOException {
            return process.call(
                    StoreCall.CREATE_DATA,
                    getPath(),
                    fault -> new Content(getPath(), file.createOrOverwrite(blockSize)));
        }

        @Override
        public boolean supportsBlockSize() {
            return file.supportsBlockSize();
        }

        @Override
        public long defaultBlockSize() {
            return file.defaultBlockSize();
        }

        @Override
        public String getPath() {
            return file.getPath();
        }
    }

    /** Ends with its file; a process that crashes leaves the file as it is. */
    private final class Content extends PositionOutputStream {
        private final String path;
        private final PositionOutputStream out;
        private boolean closed;

        Content(String path, PositionOutputStream out) {
            this.path = path;
            this.out = out;
        }

        @Override
        public long getPos() throws IOException {
            return out.getPos();
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
        }

        @Override
        public void write(byte[] source, int start, int length) throws IOException {
            out.write(source, start, length);
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                process.call(StoreCall.CLOSE_DATA, path, fault -> {
                    out.close();
                    return path;
                });
            }
        }
    }
}
