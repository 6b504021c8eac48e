/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.scan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.RowData;

/**
 * Throws the rows away but counts them.
 *
 * @param folder where each writer leaves a file with its count in the end
 */
record CountingSink(String folder) implements Sink<RowData> {
    private static final long serialVersionUID = 1L;

    @Override
    public SinkWriter<RowData> createWriter(WriterInitContext context) {
        return new Writer(Path.of(folder));
    }

    /** How many rows came to all writers of a job that has ended. */
    static long count(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            long count = 0;
            for (Path file : files.toList()) {
                count += Long.parseLong(Files.readString(file));
            }
            return count;
        }
    }

    private static final class Writer implements SinkWriter<RowData> {
        private final Path folder;
        private long count;

        Writer(Path folder) {
            this.folder = folder;
        }

        @Override
        public void write(RowData row, Context context) {
            count++;
        }

        @Override
        public void flush(boolean endOfInput) throws IOException {
            if (endOfInput) {
                Files.writeString(folder.resolve(UUID.randomUUID().toString()), Long.toString(count));
            }
        }

        @Override
        public void close() {}
    }
}
