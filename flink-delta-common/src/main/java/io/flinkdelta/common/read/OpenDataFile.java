/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.PageCodecs;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.WatchedInputFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;

/**
 * A data file whose footer was read, and how its columns become the table's. Must be closed. One thread.
 *
 * @param context names the table and the file, for errors
 * @param codecs by which the file's pages are decompressed
 * @param rows to read; the file has all that are listed
 */
record OpenDataFile(
        ErrorContext context,
        ParquetFileReader parquet,
        PageCodecs codecs,
        ReadNode.Struct plan,
        PartitionConstants constants,
        FileRows rows)
        implements AutoCloseable {
    /**
     * Opens the file.
     *
     * @param path decoded, relative to the table or absolute
     * @param planner finds the table's columns, given the file's schema and where it is
     * @param constants the values of the partition columns
     * @throws CorruptLogException when the file is missing, no Parquet, does not have the table's types, or has
     *     fewer rows than {@code rows} lists
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     * @throws io.flinkdelta.log.error.InvalidRequestException when the file may not be read
     */
    static OpenDataFile open(
            DataStore store,
            String path,
            BiFunction<MessageType, ErrorContext, ReadNode.Struct> planner,
            PartitionConstants constants,
            FileRows rows) {
        ErrorContext context = ErrorContext.table(store.location()).with("file", path);
        ParquetFileReader file = null;
        try {
            PlainParquetConfiguration configuration = new PlainParquetConfiguration();
            PageCodecs codecs = new PageCodecs(configuration);
            file = ParquetFileReader.open(new WatchedInputFile(store.open(path)), options(configuration, codecs));
            requireWithin(rows.listed(), file.getRecordCount(), context);
            ReadNode.Struct plan = planner.apply(file.getFileMetaData().getSchema(), context);
            OpenDataFile open = new OpenDataFile(context, file, codecs, plan, constants, rows);
            file = null;
            return open;
        } catch (IOException | RuntimeException e) {
            throw failure(e, context);
        } finally {
            closeQuietly(file);
        }
    }

    private static ParquetReadOptions options(PlainParquetConfiguration configuration, PageCodecs codecs) {
        return ParquetReadOptions.builder(configuration)
                .withCodecFactory(codecs)
                .usePageChecksumVerification()
                .build();
    }

    private static void requireWithin(DeletionVector listed, long rows, ErrorContext context) {
        if (!listed.isEmpty() && listed.last() >= rows) {
            throw new CorruptLogException(
                    "A deletion vector hides a row that its data file does not have.",
                    context.with("position", listed.last()).with("rows", rows),
                    "Restore the table to an earlier version, or the data file that the deletion vector was made for.");
        }
    }

    /** What went wrong with the file, in the table's terms. */
    DeltaException failure(Exception cause) {
        return failure(cause, context);
    }

    private static DeltaException failure(Exception cause, ErrorContext context) {
        if (cause instanceof DeltaException already) {
            return already;
        }
        if (cause instanceof FileNotFoundException) {
            return missing(cause, context);
        }
        Optional<IOException> ofStorage = WatchedInputFile.storageFailure(cause);
        if (ofStorage.isPresent() && ofStorage.get() instanceof FileNotFoundException) {
            return missing(ofStorage.get(), context);
        }
        if (ofStorage.isPresent()) {
            return StorageErrors.of(ofStorage.get(), context, null, "read a data file");
        }
        return new CorruptLogException(
                "A data file cannot be decoded: " + cause.getMessage(),
                context,
                "Restore the file or remove it from the table.",
                cause);
    }

    private static CorruptLogException missing(Exception cause, ErrorContext context) {
        return new CorruptLogException(
                "A data file that the log names is missing.",
                context,
                "If VACUUM removed it, read a newer version; else restore the file, or remove it from the table"
                        + " (such as by deleting its partition).",
                cause);
    }

    @Override
    public void close() {
        closeQuietly(parquet);
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
}
