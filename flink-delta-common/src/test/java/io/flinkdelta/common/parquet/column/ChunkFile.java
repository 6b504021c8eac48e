/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import io.flinkdelta.log.store.InMemoryDataStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** A Parquet file of one column in memory, written by us or by Parquet's own writer, read by Parquet's own. */
final class ChunkFile {
    private static final String NAME = "chunk.parquet";
    private static final int COLUMN_INDEX_BYTES = 64;

    private final MessageType message;
    private final ColumnDescriptor column;
    private final InMemoryDataStore store = new InMemoryDataStore();

    ChunkFile(MessageType message) {
        this.message = message;
        this.column = message.getColumns().get(0);
    }

    /** What is written in a row group. */
    private interface RowGroup {
        long write(ColumnChunkPageWriteStore pages) throws IOException;
    }

    /** Each list is a row group. */
    ChunkFile writtenByUs(List<List<Cell>> rowGroups, PageLimits limits) throws IOException {
        PageScratch scratch = new PageScratch();
        ColumnEncoder encoder = switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> new BooleanEncoder(column, limits, scratch);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> new BytesEncoder(column, limits, scratch);
            default -> new NumberEncoder(column, limits, scratch);
        };
        List<RowGroup> writes = new ArrayList<>();
        for (List<Cell> cells : rowGroups) {
            writes.add(pages -> {
                encoder.startChunk(pages.getPageWriter(column));
                long rows = 0;
                for (Cell cell : cells) {
                    if (cell.repetition() == 0 && rows++ > 0) {
                        encoder.endPageIfFull(rows - 1);
                    }
                    put(encoder, cell);
                }
                encoder.endChunk(rows);
                return rows;
            });
        }
        return written(writes);
    }

    private void put(ColumnEncoder encoder, Cell cell) {
        if (cell.value() == null) {
            encoder.addAbsent(cell.repetition(), cell.definition());
        } else if (cell.value() instanceof Boolean value) {
            ((BooleanEncoder) encoder).add(value, cell.repetition());
        } else if (cell.value() instanceof Binary value) {
            ((BytesEncoder) encoder).add(value.getBytes(), cell.repetition());
        } else if (cell.value() instanceof Float value) {
            ((NumberEncoder) encoder).addFloat(value, cell.repetition());
        } else if (cell.value() instanceof Double value) {
            ((NumberEncoder) encoder).addDouble(value, cell.repetition());
        } else {
            ((NumberEncoder) encoder).add(((Number) cell.value()).longValue(), cell.repetition());
        }
    }

    ChunkFile writtenByParquet(List<List<Cell>> rowGroups) throws IOException {
        List<RowGroup> writes = new ArrayList<>();
        for (List<Cell> cells : rowGroups) {
            writes.add(pages -> {
                ColumnWriteStore columns = ParquetProperties.builder().build().newColumnWriteStore(message, pages);
                ColumnWriter writer = columns.getColumnWriter(column);
                long rows = 0;
                for (Cell cell : cells) {
                    if (cell.repetition() == 0 && rows++ > 0) {
                        columns.endRecord();
                    }
                    put(writer, cell);
                }
                columns.endRecord();
                columns.flush();
                return rows;
            });
        }
        return written(writes);
    }

    private static void put(ColumnWriter writer, Cell cell) {
        int repetition = cell.repetition();
        int definition = cell.definition();
        if (cell.value() == null) {
            writer.writeNull(repetition, definition);
        } else if (cell.value() instanceof Boolean value) {
            writer.write(value, repetition, definition);
        } else if (cell.value() instanceof Binary value) {
            writer.write(value, repetition, definition);
        } else if (cell.value() instanceof Float value) {
            writer.write(value, repetition, definition);
        } else if (cell.value() instanceof Double value) {
            writer.write(value, repetition, definition);
        } else if (cell.value() instanceof Integer value) {
            writer.write(value, repetition, definition);
        } else {
            writer.write((long) cell.value(), repetition, definition);
        }
    }

    private ChunkFile written(List<RowGroup> rowGroups) throws IOException {
        CodecFactory codecs = new CodecFactory(new Configuration(false), 1 << 16);
        BytesInputCompressor compressor = codecs.getCompressor(CompressionCodecName.SNAPPY);
        try (ParquetFileWriter file = new ParquetFileWriter(
                store.create(NAME),
                message,
                ParquetFileWriter.Mode.CREATE,
                1 << 20,
                0,
                COLUMN_INDEX_BYTES,
                Integer.MAX_VALUE,
                true)) {
            file.start();
            for (RowGroup rowGroup : rowGroups) {
                ColumnChunkPageWriteStore pages = new ColumnChunkPageWriteStore(
                        compressor,
                        message,
                        ParquetProperties.builder().build().getAllocator(),
                        COLUMN_INDEX_BYTES,
                        true);
                long rows = rowGroup.write(pages);
                file.startBlock(rows);
                pages.flushToFileWriter(file);
                file.endBlock();
                pages.close();
            }
            file.end(Map.of());
        }
        codecs.release();
        return this;
    }

    /** The cells of each row group. */
    List<List<Cell>> read() throws IOException {
        List<List<Cell>> rowGroups = new ArrayList<>();
        try (ParquetFileReader reader = ParquetFileReader.open(store.open(NAME))) {
            for (var pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                ColumnReadStoreImpl columns = new ColumnReadStoreImpl(
                        pages,
                        new GroupRecordConverter(message).getRootConverter(),
                        message,
                        reader.getFileMetaData().getCreatedBy());
                ColumnReader values = columns.getColumnReader(column);
                long count = pages.getPageReader(column).getTotalValueCount();
                List<Cell> cells = new ArrayList<>();
                for (long i = 0; i < count; i++) {
                    cells.add(cell(values));
                    values.consume();
                }
                rowGroups.add(cells);
            }
        }
        return rowGroups;
    }

    private Cell cell(ColumnReader values) {
        int repetition = values.getCurrentRepetitionLevel();
        int definition = values.getCurrentDefinitionLevel();
        if (definition < column.getMaxDefinitionLevel()) {
            return new Cell(repetition, definition, null);
        }
        Object value = switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> values.getBoolean();
            case INT32 -> values.getInteger();
            case INT64 -> values.getLong();
            case FLOAT -> values.getFloat();
            case DOUBLE -> values.getDouble();
            default -> values.getBinary().copy();
        };
        return new Cell(repetition, definition, value);
    }

    List<ColumnChunkMetaData> chunks() throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(store.open(NAME))) {
            return reader.getFooter().getBlocks().stream()
                    .map(block -> block.getColumns().get(0))
                    .toList();
        }
    }

    ColumnIndex columnIndex(ColumnChunkMetaData chunk) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(store.open(NAME))) {
            return reader.readColumnIndex(chunk);
        }
    }

    OffsetIndex offsetIndex(ColumnChunkMetaData chunk) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(store.open(NAME))) {
            return reader.readOffsetIndex(chunk);
        }
    }
}
