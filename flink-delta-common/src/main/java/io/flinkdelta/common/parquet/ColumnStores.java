/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.parquet.column.PageLimits;
import io.flinkdelta.common.parquet.column.PageScratch;
import io.flinkdelta.log.protocol.ColumnMapping;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.schema.MessageType;

/** Makes what files are written with. They share one compressor and some memory, and so one thread. */
final class ColumnStores {
    private static final int MAX_PADDING_BYTES = 8 * 1024 * 1024;

    private final MessageType message;
    private final DataFileFormat format;
    private final ParquetProperties properties;
    private final CompressionCodecFactory codecs;
    private final BytesInputCompressor compressor;
    private final PageScratch scratch = new PageScratch();

    ColumnStores(MessageType message, DataFileFormat format) {
        this.message = message;
        this.format = format;
        this.properties = ParquetProperties.builder().build();
        this.codecs = new CodecFactory(new Configuration(false), format.pageBytes());
        this.compressor = codecs.getCompressor(format.compression().codecName());
    }

    long rowGroupBytes() {
        return format.rowGroupBytes();
    }

    PageScratch scratch() {
        return scratch;
    }

    MessageType message() {
        return message;
    }

    /** A new file, to be started before its first row group: only from then on does its stream buffer anything. */
    ParquetFileWriter create(OutputFile file) throws IOException {
        return new ParquetFileWriter(
                file,
                message,
                ParquetFileWriter.Mode.CREATE,
                format.rowGroupBytes(),
                MAX_PADDING_BYTES,
                properties.getColumnIndexTruncateLength(),
                properties.getStatisticsTruncateLength(),
                properties.getPageWriteChecksumEnabled());
    }

    /** Writers of values and their encoders, for one file. */
    ValueWriters newValueWriters(ColumnMapping mapping) {
        PageLimits limits =
                new PageLimits(format.pageBytes(), properties.getPageRowCountLimit(), format.dictionaryBytes());
        return new ValueWriters(message, mapping, limits, scratch);
    }

    /** Takes the finished pages of one row group. */
    ColumnChunkPageWriteStore newPages() {
        return new ColumnChunkPageWriteStore(
                compressor,
                message,
                properties.getAllocator(),
                properties.getColumnIndexTruncateLength(),
                properties.getPageWriteChecksumEnabled());
    }

    void close() {
        codecs.release();
    }
}
