/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;

/** A log folder that may be read; every write is refused, with the reason and the remedy. */
record ReadOnlyLogStore(LogStore readable, WriteRefusal refusal) implements LogStore {

    @Override
    public String location() {
        return readable.location();
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) throws IOException {
        return readable.listFrom(firstName);
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        return readable.read(name);
    }

    @Override
    public Optional<InputFile> open(String name) throws IOException {
        return readable.open(name);
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) {
        throw refusal.exception();
    }

    @Override
    public void overwrite(String name, LogContent content) {
        throw refusal.exception();
    }

    @Override
    public boolean delete(String name) {
        throw refusal.exception();
    }

    @Override
    public int deleteTemporary(long before) {
        throw refusal.exception();
    }

    @Override
    public LogStore folder(String name) {
        return new ReadOnlyLogStore(readable.folder(name), refusal);
    }
}
