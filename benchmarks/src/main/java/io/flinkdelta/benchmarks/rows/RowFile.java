/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.rows;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/**
 * Rows in Flink's binary form, made once and then loaded into memory by each run: so both sides of a
 * comparison read the same rows, at the cost of a pointer moved.
 */
public final class RowFile {
    private static final int BLOCK_BYTES = 16 << 20;
    private static final int ROW_HEADER_BYTES = 8;
    private static final int BUFFER_BYTES = 1 << 20;

    private RowFile() {}

    /** Writes part {@code part} of the rows and returns how many. */
    public static long write(Path file, RowGenerator generator, int part, int parts, long totalRows)
            throws IOException {
        long wanted = totalRows / parts + (part < totalRows % parts ? 1 : 0);
        RowDataSerializer serializer = new RowDataSerializer(generator.rowType());
        try (BlockWriter writer = new BlockWriter(file)) {
            generator.generate(part, parts, totalRows, row -> {
                writer.add(serializer.toBinaryRow(row));
                return writer.rows < wanted;
            });
            if (writer.rows != wanted) {
                throw new IllegalStateException("made " + writer.rows + " rows, wanted " + wanted);
            }
            return writer.rows;
        }
    }

    /** Loads a whole file into memory. */
    public static Rows load(Path file, int columns) throws IOException {
        List<MemorySegment> blocks = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (int size = in.readInt(); size > 0; size = in.readInt()) {
                byte[] block = new byte[size];
                in.readFully(block);
                blocks.add(MemorySegmentFactory.wrap(block));
            }
        }
        return new Rows(blocks, columns);
    }

    /** Iterates over the rows of a file, always with the same row object. One thread. */
    public static final class Rows {
        private final List<MemorySegment> blocks;
        private final BinaryRowData row;
        private int nextBlock;
        private MemorySegment block;
        private int position;

        private Rows(List<MemorySegment> blocks, int columns) {
            this.blocks = blocks;
            this.row = new BinaryRowData(columns);
        }

        /** The next row, valid until the next call; null at the end. */
        public BinaryRowData next() {
            if (block == null || position == block.size()) {
                if (nextBlock == blocks.size()) {
                    return null;
                }
                block = blocks.get(nextBlock++);
                position = 0;
            }
            int length = block.getInt(position);
            row.pointTo(block, position + ROW_HEADER_BYTES, length);
            position += ROW_HEADER_BYTES + length;
            return row;
        }

        /** Starts again at the first row. */
        public void rewind() {
            nextBlock = 0;
            block = null;
        }
    }

    /** Blocks of a size and rows, each a length in eight bytes and the row's bytes; a size 0 ends them. */
    private static final class BlockWriter implements AutoCloseable {
        private final DataOutputStream out;
        private MemorySegment block = MemorySegmentFactory.wrap(new byte[BLOCK_BYTES]);
        private int used;
        private long rows;

        BlockWriter(Path file) throws IOException {
            out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
        }

        void add(BinaryRowData row) throws IOException {
            int length = row.getSizeInBytes();
            if (used + ROW_HEADER_BYTES + length > block.size()) {
                flush();
            }
            block.putInt(used, length);
            row.getSegments()[0].copyTo(row.getOffset(), block, used + ROW_HEADER_BYTES, length);
            used += ROW_HEADER_BYTES + length;
            rows++;
        }

        private void flush() throws IOException {
            if (used > 0) {
                out.writeInt(used);
                out.write(block.getArray(), 0, used);
                used = 0;
            }
        }

        @Override
        public void close() throws IOException {
            flush();
            out.writeInt(0);
            out.close();
        }
    }
}
