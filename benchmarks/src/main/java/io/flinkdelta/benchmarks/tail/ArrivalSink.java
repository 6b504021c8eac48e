/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.tail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.RowData;

/**
 * Notes when each row came.
 *
 * @param folder where each writer leaves a file in the end
 */
record ArrivalSink(String folder) implements Sink<RowData> {
    private static final long serialVersionUID = 1L;

    /** A row of {@code commit} came at this {@link System#nanoTime}. */
    record Arrival(int commit, long nanos) {}

    @Override
    public SinkWriter<RowData> createWriter(WriterInitContext context) {
        return new Writer(Path.of(folder));
    }

    /** Those of a job that has ended. */
    static List<Arrival> read(Path folder) throws IOException {
        List<Arrival> arrivals = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                for (String line : Files.readAllLines(file)) {
                    int space = line.indexOf(' ');
                    arrivals.add(new Arrival(
                            Integer.parseInt(line.substring(0, space)), Long.parseLong(line.substring(space + 1))));
                }
            }
        }
        return arrivals;
    }

    private static final class Writer implements SinkWriter<RowData> {
        private final Path folder;
        private final List<String> lines = new ArrayList<>();

        Writer(Path folder) {
            this.folder = folder;
        }

        @Override
        public void write(RowData row, Context context) {
            lines.add(TailRows.commit(row) + " " + System.nanoTime());
        }

        @Override
        public void flush(boolean endOfInput) throws IOException {
            if (endOfInput) {
                Files.write(folder.resolve(UUID.randomUUID().toString()), lines);
            }
        }

        @Override
        public void close() {}
    }
}
