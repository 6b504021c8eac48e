/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;

/** Data files that may be read only: no file is written whose commit would be refused. */
record ReadOnlyDataStore(DataStore readable, WriteRefusal refusal) implements DataStore {

    @Override
    public String location() {
        return readable.location();
    }

    @Override
    public OutputFile create(String path) {
        throw refusal.exception();
    }

    @Override
    public InputFile open(String path) throws IOException {
        return readable.open(path);
    }

    @Override
    public boolean delete(String path) {
        throw refusal.exception();
    }

    @Override
    public long modificationTime(String path) throws IOException {
        return readable.modificationTime(path);
    }

    @Override
    public Stream<DataEntry> list(String folder) throws IOException {
        return readable.list(folder);
    }

    @Override
    public void deleteAll(List<String> paths, DeletionFailures failures) {
        throw refusal.exception();
    }

    @Override
    public boolean deleteEmptyFolder(String folder) {
        throw refusal.exception();
    }
}
