/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;

/** Records every call to another store, so that a test can say which files an operation may touch. */
public final class CountingLogStore implements LogStore {
    private final List<Call> calls;
    private final LogStore delegate;
    private final String prefix;

    public CountingLogStore(LogStore delegate) {
        this(delegate, "", new CopyOnWriteArrayList<>());
    }

    private CountingLogStore(LogStore delegate, String prefix, List<Call> calls) {
        this.delegate = delegate;
        this.prefix = prefix;
        this.calls = calls;
    }

    /**
     * One call: the name of the file, or the first name of a listing; in a folder of the log with the folder's name
     * and a slash before it.
     */
    public record Call(LogOperation operation, String name) {
        @Override
        public String toString() {
            return operation + " " + name;
        }
    }

    /** All calls so far, in the order in which they began. */
    public List<Call> calls() {
        return List.copyOf(calls);
    }

    /** The names of one kind of call. */
    public List<String> names(LogOperation operation) {
        return calls.stream()
                .filter(call -> call.operation() == operation)
                .map(Call::name)
                .toList();
    }

    public int count(LogOperation operation) {
        return names(operation).size();
    }

    /** Forgets what was recorded. */
    public void reset() {
        calls.clear();
    }

    @Override
    public String location() {
        return delegate.location();
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) throws IOException {
        record(LogOperation.LIST, firstName);
        return delegate.listFrom(firstName);
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        record(LogOperation.READ, name);
        return delegate.read(name);
    }

    @Override
    public Optional<InputFile> open(String name) throws IOException {
        record(LogOperation.OPEN, name);
        return delegate.open(name);
    }

    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        record(LogOperation.PUT, name);
        return delegate.putIfAbsent(name, content);
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        record(LogOperation.OVERWRITE, name);
        delegate.overwrite(name, content);
    }

    @Override
    public boolean delete(String name) throws IOException {
        record(LogOperation.DELETE, name);
        return delegate.delete(name);
    }

    @Override
    public int deleteTemporary(long before) throws IOException {
        return delegate.deleteTemporary(before);
    }

    @Override
    public LogStore folder(String name) {
        return new CountingLogStore(delegate.folder(name), prefix + name + "/", calls);
    }

    private void record(LogOperation operation, String name) {
        calls.add(new Call(operation, prefix + name));
    }
}
