/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.PartitionKey;
import org.apache.flink.table.data.RowData;

/** A data file that rows are being written to, and what is needed to decide when it is closed. */
final class OpenFile {
    private static final int MAX_ROWS_BETWEEN_CHECKS = 1000;
    /** Between two checks a file may grow by about this part of what it has left. */
    private static final int CHECKS_UNTIL_FULL = 4;

    private final PartitionKey partition;
    private final DataFileWriter writer;
    private final long openedAt;
    private long rowsUntilCheck = 1;
    private long bufferedBytes;

    /** @param openedAt epoch milliseconds */
    OpenFile(PartitionKey partition, DataFileWriter writer, long openedAt) {
        this.partition = partition;
        this.writer = writer;
        this.openedAt = openedAt;
    }

    PartitionKey partition() {
        return partition;
    }

    DataFileWriter writer() {
        return writer;
    }

    /** True when it is time to look at the file's size, age and memory, which is too slow for every row. */
    boolean write(RowData row) {
        boolean large = writer.write(row);
        return --rowsUntilCheck <= 0 || large;
    }

    boolean isFull(long targetFileSize) {
        return writer.estimatedFileSize() >= targetFileSize;
    }

    /** @param interval milliseconds, 0 for never */
    boolean isOlderThan(long interval, long now) {
        return interval > 0 && now - openedAt >= interval;
    }

    long openedAt() {
        return openedAt;
    }

    /** What the file buffered when it was last looked at. */
    long bufferedBytes() {
        return bufferedBytes;
    }

    /**
     * Looks at the buffers and decides when to look again.
     *
     * @return by how much they grew since the last time
     */
    long measure(long targetFileSize, long writeMemory) {
        long before = bufferedBytes;
        bufferedBytes = writer.bufferedBytes();
        long bytesPerRow = 1 + Math.max(writer.estimatedFileSize(), bufferedBytes) / Math.max(1, writer.rows());
        long left = Math.min(targetFileSize - writer.estimatedFileSize(), writeMemory - bufferedBytes);
        long rows = Math.min(left / CHECKS_UNTIL_FULL / bytesPerRow, 1 + writer.rows() / CHECKS_UNTIL_FULL);
        rowsUntilCheck = Math.max(1, Math.min(rows, MAX_ROWS_BETWEEN_CHECKS));
        return bufferedBytes - before;
    }
}
