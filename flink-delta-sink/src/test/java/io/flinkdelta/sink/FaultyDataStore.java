/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.store.DataStore;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** Data files whose creation or closing fails as a test tells it. Any thread. */
final class FaultyDataStore implements DataStore {
    private final DataStore delegate;
    private final Queue<Fault> onCreate = new ConcurrentLinkedQueue<>();
    private final Queue<Fault> onClose = new ConcurrentLinkedQueue<>();
    private final List<String> deleted = new CopyOnWriteArrayList<>();
    private final CountDownLatch created = new CountDownLatch(1);
    private final AtomicInteger open = new AtomicInteger();

    FaultyDataStore(DataStore delegate) {
        this.delegate = delegate;
    }

    /** @param toSkip how many calls pass before the one that fails */
    private record Fault(
            AtomicInteger toSkip, AtomicInteger times, BooleanSupplier when, Supplier<? extends Throwable> failure) {
        boolean strikes() {
            return toSkip.getAndDecrement() <= 0 && when.getAsBoolean() && times.getAndDecrement() > 0;
        }

        void strike() throws IOException {
            Throwable thrown = failure.get();
            if (thrown instanceof IOException io) {
                throw io;
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    void failCreate(int toSkip, int times, Supplier<? extends Throwable> failure) {
        onCreate.add(new Fault(new AtomicInteger(toSkip), new AtomicInteger(times), () -> true, failure));
    }

    /** Fails once, while other files are open. */
    void failCreateBesideOthers(int toSkip, Supplier<? extends Throwable> failure) {
        onCreate.add(new Fault(new AtomicInteger(toSkip), new AtomicInteger(1), () -> open.get() > 0, failure));
    }

    void failClose(int toSkip, int times, Supplier<? extends Throwable> failure) {
        onClose.add(new Fault(new AtomicInteger(toSkip), new AtomicInteger(times), () -> true, failure));
    }

    /** Waits until some file was created: rows have reached a writer. */
    void awaitCreated() throws InterruptedException {
        if (!created.await(1, TimeUnit.MINUTES)) {
            throw new AssertionError("no data file was created within a minute");
        }
    }

    /** The paths that were deleted. */
    List<String> deleted() {
        return deleted;
    }

    @Override
    public String location() {
        return delegate.location();
    }

    @Override
    public OutputFile create(String path) {
        return new FaultyFile(delegate.create(path));
    }

    @Override
    public InputFile open(String path) throws IOException {
        return delegate.open(path);
    }

    @Override
    public boolean delete(String path) throws IOException {
        deleted.add(path);
        return delegate.delete(path);
    }

    @Override
    public long modificationTime(String path) throws IOException {
        return delegate.modificationTime(path);
    }

    @Override
    public Stream<DataEntry> list(String folder) throws IOException {
        return delegate.list(folder);
    }

    @Override
    public void deleteAll(List<String> paths, DeletionFailures failures) throws IOException {
        deleted.addAll(paths);
        delegate.deleteAll(paths, failures);
    }

    @Override
    public boolean deleteEmptyFolder(String folder) throws IOException {
        return delegate.deleteEmptyFolder(folder);
    }

    private static void strike(Queue<Fault> faults) throws IOException {
        for (Fault fault : faults) {
            if (fault.strikes()) {
                fault.strike();
            }
        }
    }

    private final class FaultyFile implements OutputFile {
        private final OutputFile file;

        FaultyFile(OutputFile file) {
            this.file = file;
        }

        @Override
        public PositionOutputStream create(long blockSizeHint) throws IOException {
            strike(onCreate);
            FaultyStream stream = new FaultyStream(file.create(blockSizeHint));
            created.countDown();
            return stream;
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
            strike(onCreate);
            return new FaultyStream(file.createOrOverwrite(blockSizeHint));
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

    private final class FaultyStream extends PositionOutputStream {
        private final PositionOutputStream out;
        private boolean closed;

        FaultyStream(PositionOutputStream out) {
            this.out = out;
            open.incrementAndGet();
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
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                open.decrementAndGet();
            }
            strike(onClose);
            out.close();
        }
    }
}
