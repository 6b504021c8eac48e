/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile.V2Checkpoint.Encoding;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.parquet.io.InputFile;

/**
 * The live files of one file of a checkpoint, one row after the other; must be closed. Quicker than the
 * actions one by one where only some fields of some files are wanted. One thread.
 */
public abstract class AddRows implements AutoCloseable {

    /** A file of this size is read in stripes. */
    private static final long STRIPED_BYTES = 8 << 20;

    AddRows() {}

    /**
     * What is needed to read one file in up to {@code stripes} threads at once: openers that together give
     * each live file once. A small file has one.
     *
     * @throws io.flinkdelta.log.error.CorruptLogException also by the openers, when the file is missing or
     *     no file of a checkpoint
     * @throws io.flinkdelta.log.error.StorageUnavailableException also by the openers, when the storage fails
     */
    public static List<Supplier<AddRows>> stripes(CheckpointFile file, LogStore log, ErrorContext table, int stripes) {
        if (stripes <= 1 || file.encoding() == Encoding.JSON) {
            return List.of(() -> open(file, log, table));
        }
        InputFile input = file.input(log, table);
        int count = isLarge(input, file.where(table)) ? stripes : 1;
        List<Supplier<AddRows>> openers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int stripe = i;
            openers.add(() -> open(file, input, log, table, stripe, count));
        }
        return openers;
    }

    private static boolean isLarge(InputFile input, ErrorContext where) {
        try {
            return input.getLength() >= STRIPED_BYTES;
        } catch (IOException e) {
            throw StorageErrors.of(e, where, null, "read a checkpoint");
        }
    }

    /** Opens one file; the errors of {@link #stripes}. */
    public static AddRows open(CheckpointFile file, LogStore log, ErrorContext table) {
        return file.encoding() == Encoding.JSON
                ? new OfActions(file.open(log, CheckpointContent.FILES, table))
                : open(file, file.input(log, table), log, table, 0, 1);
    }

    private static AddRows open(
            CheckpointFile file, InputFile input, LogStore log, ErrorContext table, int stripe, int stripes) {
        AddRows columns = AddColumns.open(input, file.where(table), stripe, stripes);
        if (columns != null) {
            return columns;
        }
        return stripe == 0 ? new OfActions(file.open(log, CheckpointContent.FILES, table)) : new Nothing();
    }

    /** The error for what failed while a row was read. */
    public abstract DeltaException failure(RuntimeException failure);

    /** The next file, or null at the end. */
    public abstract AddRow next();

    @Override
    public abstract void close();

    /** Files that have to be read as actions. */
    private static final class OfActions extends AddRows {
        private final CheckpointActions actions;

        OfActions(CheckpointActions actions) {
            this.actions = actions;
        }

        @Override
        public AddRow next() {
            while (actions.hasNext()) {
                Action action = actions.next();
                if (action instanceof AddFile add) {
                    return AddRow.of(add);
                }
            }
            return null;
        }

        @Override
        public DeltaException failure(RuntimeException failure) {
            throw failure;
        }

        @Override
        public void close() {
            actions.close();
        }
    }

    /** A stripe of a file that another stripe reads as a whole. */
    private static final class Nothing extends AddRows {
        @Override
        public AddRow next() {
            return null;
        }

        @Override
        public DeltaException failure(RuntimeException failure) {
            throw failure;
        }

        @Override
        public void close() {}
    }
}
