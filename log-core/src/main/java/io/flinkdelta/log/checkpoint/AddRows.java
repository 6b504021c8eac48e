/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.file.LogFile.V2Checkpoint.Encoding;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The live files of one file of a checkpoint, one row after the other, and then its tombstones; must be closed. Quicker than the
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
    public static List<Supplier<AddRows>> stripes(CheckpointSource source, int stripes) {
        int count = stripes > 1 && source.file().encoding() == Encoding.PARQUET && isLarge(source) ? stripes : 1;
        List<Supplier<AddRows>> openers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int stripe = i;
            openers.add(() -> open(source, stripe, count));
        }
        return openers;
    }

    private static boolean isLarge(CheckpointSource source) {
        try {
            return source.input().getLength() >= STRIPED_BYTES;
        } catch (IOException e) {
            throw StorageErrors.of(e, source.where(), null, "read a checkpoint");
        }
    }

    private static AddRows open(CheckpointSource source, int stripe, int stripes) {
        return switch (source.file().encoding()) {
            case PARQUET -> AddColumns.open(source, stripe, stripes);
            case JSON -> new OfActions(source);
        };
    }

    /** The error for what failed while a row was read. */
    public abstract DeltaException failure(RuntimeException failure);

    /** The next file, or null at the end. */
    public abstract AddRow next();

    /** The next tombstone of the whole file, whatever the stripe, or null at the end. Asked for after the last {@link #next}. */
    public abstract RemoveFile nextTombstone();

    @Override
    public abstract void close();

    /** A file that is lines of JSON. */
    private static final class OfActions extends AddRows {
        private final CheckpointSource source;
        private CheckpointActions actions;
        private boolean tombstones;

        OfActions(CheckpointSource source) {
            this.source = source;
            this.actions = source.actions(CheckpointContent.FILES);
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
        public RemoveFile nextTombstone() {
            if (!tombstones) {
                actions.close();
                actions = source.actions(CheckpointContent.TOMBSTONES);
                tombstones = true;
            }
            return actions.hasNext() ? (RemoveFile) actions.next() : null;
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
}
