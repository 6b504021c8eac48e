/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * Writes actions as one Parquet file of a checkpoint: snappy, one row an action. In memory is one row
 * group, whatever the number of actions. Any thread.
 */
public final class CheckpointWriter {
    private static final long ROW_GROUP_BYTES = 32L << 20;
    private static final int PAGE_BYTES = 1 << 20;

    private final CheckpointLayout layout;
    private final CheckpointPart part;
    private final long rowGroupBytes;

    public CheckpointWriter(CheckpointLayout layout, CheckpointPart part) {
        this(layout, part, ROW_GROUP_BYTES);
    }

    private CheckpointWriter(CheckpointLayout layout, CheckpointPart part, long rowGroupBytes) {
        this.layout = layout;
        this.part = part;
        this.rowGroupBytes = rowGroupBytes;
    }

    /** One of {@code writers} that write at the same time and share the memory that one alone would have. */
    public CheckpointWriter sharing(int writers) {
        return new CheckpointWriter(layout, part, Math.max(ROW_GROUP_BYTES / writers, PAGE_BYTES));
    }

    /**
     * What was written.
     *
     * @param addFiles how many of the actions are live files
     */
    public record Written(long actions, long addFiles, long bytes) {
        /** Of several files together. */
        public static Written sum(Stream<Written> files) {
            return files.reduce(
                    new Written(0, 0, 0),
                    (left, right) -> new Written(
                            left.actions + right.actions, left.addFiles + right.addFiles, left.bytes + right.bytes));
        }
    }

    /** Writes all of {@code actions}; does not close {@code out}. */
    public Written write(OutputStream out, Iterator<Action> actions) throws IOException {
        CountingStream counting = new CountingStream(out);
        long count = 0;
        long addFiles = 0;
        try (ParquetWriter<Action> writer = new Builder(new StreamFile(counting)).build()) {
            while (actions.hasNext()) {
                Action action = actions.next();
                writer.write(action);
                count++;
                addFiles += action instanceof AddFile ? 1 : 0;
            }
        }
        counting.flush();
        return new Written(count, addFiles, counting.getPos());
    }

    private final class Builder extends ParquetWriter.Builder<Action, Builder> {
        private final ActionWriteSupport support = new ActionWriteSupport(layout, part);

        Builder(OutputFile file) {
            super(file);
            withConf(new PlainParquetConfiguration());
            withCompressionCodec(CompressionCodecName.SNAPPY);
            withRowGroupSize(rowGroupBytes);
            withPageSize(PAGE_BYTES);
            // Read by nobody, and they cost as much as a column.
            withSizeStatisticsEnabled(false);
            withStatisticsEnabled("add.stats", false);
            // Nearly every value of these is another one: a dictionary would be built and thrown away.
            CheckpointSchema.distinct(support.schema()).forEach(column -> withDictionaryEncoding(column, false));
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // abstract above, so it must be here
        protected WriteSupport<Action> getWriteSupport(Configuration configuration) {
            return support;
        }

        @Override
        protected WriteSupport<Action> getWriteSupport(ParquetConfiguration configuration) {
            return support;
        }
    }

    private record StreamFile(CountingStream stream) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return stream;
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return stream;
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }

    /** Counts, and leaves the stream below open. */
    private static final class CountingStream extends PositionOutputStream {
        private final OutputStream out;
        private long position;

        CountingStream(OutputStream out) {
            this.out = out;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            position++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            position += length;
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.flush();
        }
    }
}
