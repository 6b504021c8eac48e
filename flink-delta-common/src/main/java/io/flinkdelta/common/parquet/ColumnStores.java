/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.schema.MessageType;

/** Makes the buffers of row groups. They share one compressor, and so one thread. */
final class ColumnStores {
    /** Sizes are checked from the first row on, so that a few huge values do not escape them. */
    private static final int FIRST_SIZE_CHECK = 1;

    private static final int MAX_PADDING_BYTES = 8 * 1024 * 1024;

    private final MessageType message;
    private final DataFileFormat format;
    private final ParquetProperties properties;
    private final CompressionCodecFactory codecs;
    private final BytesInputCompressor compressor;

    ColumnStores(MessageType message, DataFileFormat format) {
        this.message = message;
        this.format = format;
        this.properties = ParquetProperties.builder()
                .withPageSize(format.pageBytes())
                .withDictionaryPageSize(format.dictionaryBytes())
                .withMinRowCountForPageSizeCheck(FIRST_SIZE_CHECK)
                .build();
        this.codecs = new CodecFactory(new Configuration(false), format.pageBytes());
        this.compressor = codecs.getCompressor(format.compression().codecName());
    }

    long rowGroupBytes() {
        return format.rowGroupBytes();
    }

    /** The largest number of rows between two looks at the buffers' size. */
    int maxRowsBetweenChecks() {
        return properties.getMaxRowCountForPageSizeCheck();
    }

    /** A new file, its header written. */
    ParquetFileWriter create(OutputFile file) throws IOException {
        ParquetFileWriter writer = new ParquetFileWriter(
                file,
                message,
                ParquetFileWriter.Mode.CREATE,
                format.rowGroupBytes(),
                MAX_PADDING_BYTES,
                properties.getColumnIndexTruncateLength(),
                properties.getStatisticsTruncateLength(),
                properties.getPageWriteChecksumEnabled());
        writer.start();
        return writer;
    }

    RowGroup newRowGroup() {
        ColumnChunkPageWriteStore pages = new ColumnChunkPageWriteStore(
                compressor,
                message,
                properties.getAllocator(),
                properties.getColumnIndexTruncateLength(),
                properties.getPageWriteChecksumEnabled());
        return new RowGroup(pages, properties.newColumnWriteStore(message, pages));
    }

    void close() {
        codecs.release();
    }

    /** The buffers of one row group: values not yet in a page, and finished pages. */
    record RowGroup(ColumnChunkPageWriteStore pages, ColumnWriteStore columns) {

        /** Finishes the pages and appends them to the file. */
        void writeTo(ParquetFileWriter file, long rows) throws IOException {
            file.startBlock(rows);
            columns.flush();
            pages.flushToFileWriter(file);
            file.endBlock();
            columns.close();
            pages.close();
        }
    }
}
