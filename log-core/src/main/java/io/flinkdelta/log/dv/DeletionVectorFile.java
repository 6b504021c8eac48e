/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.dv;

import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.zip.CRC32;
import org.apache.parquet.io.PositionOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that takes the deletion vectors of one commit, one after the other (PROTOCOL.md, "Deletion
 * Vector File Storage Format"). It is made when the first vector comes. No vector goes into its descriptor
 * instead, however small: delta-spark 4.4.0 cannot run VACUUM on a table whose log holds one. The file ends by
 * {@link #close} or {@link #abort}; after any exception only {@link #abort} is left. The descriptors may be
 * committed once {@link #close} has returned. One thread.
 */
public final class DeletionVectorFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeletionVectorFile.class);
    private static final byte FORMAT_VERSION = 1;
    private static final int FRAME_BYTES = 2 * Integer.BYTES;

    private final DataStore store;
    private final DeletionVectorPath path;
    private PositionOutputStream out;
    private long written;
    private boolean finished;

    /**
     * A file that is not there yet.
     *
     * @param store of the table
     * @param prefix a folder below the table that spreads its files over the storage, empty for none
     * @param id names the file; never used before
     */
    public DeletionVectorFile(DataStore store, String prefix, UUID id) {
        this.store = store;
        this.path = new DeletionVectorPath(prefix, id);
    }

    /**
     * Stores a vector.
     *
     * @return what to put into the {@code add} action of the data file
     * @throws IllegalArgumentException when the vector is empty: a file without hidden rows has none
     * @throws InvalidRequestException when the file would exceed the 2 GiB that descriptors can address
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public DeletionVectorDescriptor add(DeletionVector vector) {
        if (finished) {
            throw new IllegalStateException("the file of deletion vectors " + relativePath() + " has ended");
        }
        if (vector.isEmpty()) {
            throw new IllegalArgumentException("an empty deletion vector is not stored");
        }
        byte[] data = RoaringBitmapArray.write(vector);
        int offset = append(data);
        return new DeletionVectorDescriptor(
                DeletionVectorPath.RELATIVE,
                path.pathOrInlineDv(),
                OptionalInt.of(offset),
                data.length,
                vector.cardinality());
    }

    /**
     * Where the file of such a vector lies: decoded, relative to the table; empty for an inline vector.
     *
     * @throws IllegalArgumentException when the descriptor names none
     */
    public static Optional<String> pathOf(DeletionVectorDescriptor descriptor) {
        return DeletionVectorPath.of(descriptor);
    }

    /** Where the file lies, or would lie: decoded, relative to the table. */
    public String relativePath() {
        return path.relativePath();
    }

    private int append(byte[] data) {
        if (Math.max(1, written) + FRAME_BYTES + data.length > Integer.MAX_VALUE) {
            throw new InvalidRequestException(
                    "The deletion vectors of one commit do not fit into one file.",
                    context().with("bytes", written),
                    "Delete fewer rows at once.");
        }
        CRC32 checksum = new CRC32();
        checksum.update(data);
        ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES + data.length)
                .putInt(data.length)
                .put(data)
                .putInt((int) checksum.getValue());
        try {
            if (out == null) {
                out = store.create(relativePath()).create(frame.capacity());
                out.write(FORMAT_VERSION);
                written = 1;
            }
            int offset = (int) written;
            out.write(frame.array());
            written += frame.capacity();
            return offset;
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /**
     * Finishes the file; it is complete in the storage afterwards.
     *
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    @Override
    public void close() {
        if (finished) {
            return;
        }
        try {
            if (out != null) {
                out.close();
            }
            finished = true;
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Gives the file up and deletes it. What goes wrong in that is logged only. Does nothing after {@link #close}. */
    public void abort() {
        if (finished) {
            return;
        }
        finished = true;
        if (out == null) {
            return;
        }
        try {
            out.close();
        } catch (IOException e) {
            LOG.debug("Closing the abandoned file {} failed", relativePath(), e);
        }
        try {
            store.delete(relativePath());
        } catch (IOException e) {
            LOG.warn("The abandoned file {} of {} cannot be deleted", relativePath(), store.location(), e);
        }
    }

    private DeltaException failure(IOException cause) {
        return StorageErrors.ofWrite(cause, context(), "write a file of deletion vectors");
    }

    private ErrorContext context() {
        return ErrorContext.table(store.location()).with("file", relativePath());
    }
}
