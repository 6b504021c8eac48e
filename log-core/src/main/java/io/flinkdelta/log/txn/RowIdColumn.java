/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.store.DataStore;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;

/**
 * The stable row ids of a data file (PROTOCOL.md, "Row Tracking"): what the materialized column says, else the file's
 * {@code baseRowId} and the position. A row without either has none. Any thread.
 */
final class RowIdColumn {
    private final DataStore store;
    private final String name;

    /** @param name of the materialized column */
    RowIdColumn(DataStore store, String name) {
        this.store = store;
        this.name = name;
    }

    /** Takes one row. */
    @FunctionalInterface
    interface Rows {
        void row(long position, long id);
    }

    /** Every row that has an id, in order. */
    void forEach(AddFile file, Rows rows) throws IOException {
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .usePageChecksumVerification()
                .build();
        try (ParquetFileReader parquet = ParquetFileReader.open(store.open(DataPath.decode(file.path())), options)) {
            MessageType schema = parquet.getFileMetaData().getSchema();
            if (!schema.containsField(name)) {
                defaults(file, parquet.getRecordCount(), rows);
                return;
            }
            MessageType projection = new MessageType(schema.getName(), List.of(schema.getType(name)));
            parquet.setRequestedSchema(projection);
            String createdBy = parquet.getFileMetaData().getCreatedBy();
            long first = 0;
            for (PageReadStore pages = parquet.readNextRowGroup(); pages != null; pages = parquet.readNextRowGroup()) {
                ColumnReader column = new ColumnReadStoreImpl(pages, new Unconverted(), projection, createdBy)
                        .getColumnReader(projection.getColumns().get(0));
                materialized(file, column, first, first + pages.getRowCount(), rows);
                first += pages.getRowCount();
            }
        }
    }

    private static void defaults(AddFile file, long count, Rows rows) {
        for (long position = 0; file.baseRowId().isPresent() && position < count; position++) {
            rows.row(position, file.baseRowId().getAsLong() + position);
        }
    }

    private static void materialized(AddFile file, ColumnReader column, long first, long end, Rows rows) {
        int present = column.getDescriptor().getMaxDefinitionLevel();
        for (long position = first; position < end; position++) {
            if (column.getCurrentDefinitionLevel() == present) {
                rows.row(position, column.getLong());
            } else if (file.baseRowId().isPresent()) {
                rows.row(position, file.baseRowId().getAsLong() + position);
            }
            column.consume();
        }
    }

    /** The column readers want a converter even if nothing is converted. */
    private static final class Unconverted extends GroupConverter {
        @Override
        public Converter getConverter(int fieldIndex) {
            return new PrimitiveConverter() {};
        }

        @Override
        public void start() {}

        @Override
        public void end() {}
    }
}
