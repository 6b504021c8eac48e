/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import io.flinkdelta.benchmarks.rows.RowFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.RowData;

/** Loads the rows of one file into memory, asks for the start signal, then emits them as fast as it can. */
final class RowFileReader implements SourceReader<RowData, RowFileSplit> {
    private static final int ROWS_A_POLL = 16;

    private final SourceReaderContext context;
    private final String file;
    private final int columns;
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private RowFile.Rows rows;

    RowFileReader(SourceReaderContext context, String file, int columns) {
        this.context = context;
        this.file = file;
        this.columns = columns;
    }

    @Override
    public void start() {
        try {
            rows = RowFile.load(Path.of(file), columns);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        context.sendSplitRequest();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowData> output) {
        if (!started.isDone()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        for (int i = 0; i < ROWS_A_POLL; i++) {
            RowData row = rows.next();
            if (row == null) {
                return InputStatus.END_OF_INPUT;
            }
            output.collect(row);
        }
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public List<RowFileSplit> snapshotState(long checkpointId) {
        return List.of();
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return started;
    }

    @Override
    public void addSplits(List<RowFileSplit> splits) {
        started.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
        rows = null;
    }
}
