/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.PartitionKey;
import io.flinkdelta.common.parquet.Partitioner;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.store.DataStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data files of one writer subtask: one open file for each partition that rows arrive for, and
 * the files that are closed but not handed over yet. Files are closed when they are large enough,
 * old enough, when too many are open (the one written to least recently) and when they buffer too
 * much together (the one that buffers the most). One thread.
 */
final class DataFiles implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataFiles.class);
    private static final float LOAD_FACTOR = 0.75f;

    private final DataFileWriters writers;
    private final Partitioner partitioner;
    private final boolean partitioned;
    private final DataStore store;
    private final FileNaming names;
    private final SinkSettings settings;
    private final Listener listener;

    /** In the order of their last use, the least recent first. */
    private final Map<PartitionKey, OpenFile> open = new LinkedHashMap<>(16, LOAD_FACTOR, true);

    private final List<ClosedFile> closed = new ArrayList<>();
    private OpenFile last;
    private long bufferedBytes;

    DataFiles(
            DataFileWriters writers,
            Partitioner partitioner,
            boolean partitioned,
            DataStore store,
            FileNaming names,
            SinkSettings settings,
            Listener listener) {
        this.writers = writers;
        this.partitioner = partitioner;
        this.partitioned = partitioned;
        this.store = store;
        this.names = names;
        this.settings = settings;
        this.listener = listener;
    }

    /** Told about what happens to files. */
    interface Listener {
        /** A file was opened at {@code now}. */
        void opened(long now);

        /** A file was finished after {@code millis} milliseconds. */
        void closed(AddFile file, long millis);
    }

    /** @param relativePath decoded, for deleting the file */
    private record ClosedFile(String relativePath, AddFile file, long rows) {}

    /**
     * Writes a row to the file of its partition. The row is not kept.
     *
     * @param now supplies epoch milliseconds when they are needed
     */
    void write(RowData row, LongSupplier now) {
        OpenFile file = fileFor(row, now);
        if (file.write(row)) {
            check(file, now.getAsLong());
        }
    }

    /** Closes the files that have been open for too long; the epoch milliseconds of the next time to call this. */
    OptionalLong closeOld(long now) {
        long interval = settings.rollingInterval().toMillis();
        for (OpenFile file : List.copyOf(open.values())) {
            if (file.isOlderThan(interval, now)) {
                close(file);
            }
        }
        return open.values().stream()
                .mapToLong(file -> file.openedAt() + interval)
                .min();
    }

    /** Closes all files and hands over those closed since the last time; empty when there were no rows. */
    List<DeltaWriterResult> takeAll() {
        for (OpenFile file : List.copyOf(open.values())) {
            close(file);
        }
        if (closed.isEmpty()) {
            return List.of();
        }
        List<AddFile> files = closed.stream().map(ClosedFile::file).toList();
        long rows = closed.stream().mapToLong(ClosedFile::rows).sum();
        closed.clear();
        return List.of(new DeltaWriterResult(files, rows));
    }

    int openFiles() {
        return open.size();
    }

    long bufferedBytes() {
        return bufferedBytes;
    }

    /**
     * Deletes what was not handed over: nobody else can know these files. Never fails: it comes after
     * a failure, and an Error thrown then would end the task manager.
     */
    @Override
    public void close() {
        for (OpenFile file : open.values()) {
            cleanUp(file.writer().relativePath(), () -> file.writer().abort());
        }
        open.clear();
        last = null;
        for (ClosedFile file : closed) {
            cleanUp(file.relativePath(), () -> store.delete(file.relativePath()));
        }
        closed.clear();
        cleanUp("compressors", writers::close);
    }

    private OpenFile fileFor(RowData row, LongSupplier now) {
        if (!partitioned && last != null) {
            return last;
        }
        PartitionKey key = partitioner.key(row);
        if (last != null && last.partition().equals(key)) {
            return last;
        }
        OpenFile file = open.get(key);
        if (file == null) {
            if (open.size() >= settings.maxOpenFiles()) {
                close(open.values().iterator().next());
            }
            file = open(key.copy(), row, now.getAsLong());
        }
        last = file;
        return file;
    }

    private OpenFile open(PartitionKey key, RowData row, long now) {
        PartitionValues values = partitioner.values(row);
        DataFileWriter writer = writers.open(Partitioner.folder(values) + names.next(), values);
        OpenFile file = new OpenFile(key, writer, now);
        open.put(key, file);
        listener.opened(now);
        return file;
    }

    private void check(OpenFile file, long now) {
        if (file.isFull(settings.targetFileSize())
                || file.isOlderThan(settings.rollingInterval().toMillis(), now)) {
            close(file);
            return;
        }
        bufferedBytes += file.measure(settings.targetFileSize(), settings.writeMemory());
        while (bufferedBytes > settings.writeMemory() && !open.isEmpty()) {
            close(open.values().stream()
                    .max(Comparator.comparingLong(OpenFile::bufferedBytes))
                    .orElseThrow());
        }
    }

    private void close(OpenFile file) {
        long start = System.nanoTime();
        DataFileWriter writer = file.writer();
        AddFile added = writer.close();
        open.remove(file.partition());
        if (file == last) {
            last = null;
        }
        bufferedBytes -= file.bufferedBytes();
        closed.add(new ClosedFile(writer.relativePath(), added, writer.rows()));
        listener.closed(added, (System.nanoTime() - start) / 1_000_000);
    }

    private void cleanUp(String what, ThrowingRunnable<IOException> action) {
        try {
            action.run();
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn("Cleaning up {} of the table {} failed; VACUUM removes what is left", what, store.location(), e);
        }
    }
}
