/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.WatchedInputFile;
import java.io.IOException;
import java.util.Objects;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;

/**
 * One file of a checkpoint for several readers: it is looked up once, and so is what its Parquet footer
 * says, when the first of them comes. Any thread.
 */
public final class CheckpointSource {
    private final CheckpointFile file;
    private final LogStore log;
    private final ErrorContext table;
    /** Null until the file was looked up. */
    private InputFile input;
    /** Null until it was read; whoever comes too early reads it again. */
    private volatile ParquetMetadata footer;

    /** Nothing is read yet. */
    public CheckpointSource(CheckpointFile file, LogStore log, ErrorContext table) {
        this.file = Objects.requireNonNull(file, "file");
        this.log = log;
        this.table = table;
    }

    /** Which file. */
    public CheckpointFile file() {
        return file;
    }

    /** {@code table} and which file. */
    ErrorContext where() {
        return file.where(table);
    }

    /**
     * Reads the actions one by one.
     *
     * @throws io.flinkdelta.log.error.CorruptLogException when it is missing, or no file of a checkpoint
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public CheckpointActions actions(CheckpointContent content) {
        return switch (file.encoding()) {
            case PARQUET -> CheckpointReader.open(this, content);
            case JSON -> JsonCheckpointReader.open(input(), content, where());
        };
    }

    /** The file itself; the errors of {@link #actions}. */
    synchronized InputFile input() {
        if (input == null) {
            input = file.input(log, table);
        }
        return input;
    }

    /** A reader of a Parquet file. */
    ParquetFileReader parquet(ParquetReadOptions options) throws IOException {
        InputFile watched = new WatchedInputFile(input());
        ParquetMetadata known = footer;
        ParquetFileReader reader = known == null
                ? ParquetFileReader.open(watched, options)
                : ParquetFileReader.open(watched, known, options, watched.newStream());
        footer = reader.getFooter();
        return reader;
    }
}
