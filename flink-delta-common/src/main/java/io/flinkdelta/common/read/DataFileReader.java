/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.store.DataStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/**
 * The rows of one data file, row by row, whoever wrote it and in whatever Parquet layout. Every row
 * is an object of its own. Columns that the file lacks are null; partition columns come from the
 * log, even if the file has columns of their names.
 */
public final class DataFileReader implements CloseableIterator<RowData> {
    private final ErrorContext context;
    private final ParquetFileReader file;
    private final RowMaterializer materializer;
    private final MessageColumnIO columns;

    private RecordReader<RowData> rowGroup;
    private long rowsLeft;
    private boolean ended;

    private DataFileReader(ErrorContext context, ParquetFileReader file, RowMaterializer materializer) {
        this.context = context;
        this.file = file;
        this.materializer = materializer;
        MessageType requested = materializer.requestedSchema();
        MessageType fileSchema = file.getFileMetaData().getSchema();
        file.setRequestedSchema(requested);
        this.columns =
                new ColumnIOFactory(file.getFileMetaData().getCreatedBy()).getColumnIO(requested, fileSchema, true);
    }

    /**
     * Opens the file.
     *
     * @param path decoded, relative to the table or absolute
     * @param rowType the table's columns, partition columns included
     * @param constants the values of the partition columns
     * @throws CorruptLogException when the file is missing, no Parquet, or does not have the table's types
     * @throws StorageUnavailableException when the storage fails
     */
    public static DataFileReader open(DataStore store, String path, RowType rowType, PartitionConstants constants) {
        ErrorContext context = ErrorContext.table(store.location()).with("file", path);
        ParquetFileReader file = null;
        try {
            file = ParquetFileReader.open(
                    store.open(path),
                    HadoopReadOptions.builder(new org.apache.hadoop.conf.Configuration(false))
                            .build());
            MessageType schema = file.getFileMetaData().getSchema();
            ReadNode.Struct plan = new ReadPlanner(context).plan(schema, rowType, constants.columns());
            DataFileReader reader = new DataFileReader(context, file, new RowMaterializer(plan, constants));
            file = null;
            return reader;
        } catch (FileNotFoundException e) {
            throw missing(context, e);
        } catch (IOException e) {
            throw unavailable(context, e);
        } catch (DeltaException e) {
            throw e;
        } catch (RuntimeException e) {
            throw corrupt(context, e);
        } finally {
            closeQuietly(file);
        }
    }

    @Override
    public boolean hasNext() {
        try {
            while (rowsLeft == 0 && !ended) {
                PageReadStore pages = file.readNextRowGroup();
                if (pages == null) {
                    ended = true;
                    close();
                } else {
                    rowsLeft = pages.getRowCount();
                    rowGroup = columns.getRecordReader(pages, materializer, FilterCompat.NOOP);
                }
            }
            return !ended;
        } catch (FileNotFoundException e) {
            throw missing(context, e);
        } catch (IOException e) {
            throw unavailable(context, e);
        } catch (RuntimeException e) {
            throw corrupt(context, e);
        }
    }

    @Override
    public RowData next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        try {
            rowsLeft--;
            return rowGroup.read();
        } catch (RuntimeException e) {
            throw corrupt(context, e);
        }
    }

    @Override
    public void close() {
        ended = true;
        rowsLeft = 0;
        closeQuietly(file);
    }

    /** A file that was only read loses nothing by a failed close. */
    @SuppressWarnings("EmptyCatch")
    private static void closeQuietly(ParquetFileReader file) {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // Nothing is lost.
            }
        }
    }

    private static CorruptLogException missing(ErrorContext context, FileNotFoundException cause) {
        return new CorruptLogException(
                "A data file that the log names is missing.",
                context,
                "If VACUUM removed it, read a newer version; else restore the file, or remove it from the table"
                        + " (Spark: FSCK REPAIR TABLE, or delete its partition).",
                cause);
    }

    private static StorageUnavailableException unavailable(ErrorContext context, IOException cause) {
        return new StorageUnavailableException(
                "A data file cannot be read.",
                context,
                "Check the storage (permissions, connection) and try again.",
                cause);
    }

    private static CorruptLogException corrupt(ErrorContext context, RuntimeException cause) {
        return new CorruptLogException(
                "A data file cannot be decoded: " + cause.getMessage(),
                context,
                "Restore the file or remove it from the table.",
                cause);
    }
}
