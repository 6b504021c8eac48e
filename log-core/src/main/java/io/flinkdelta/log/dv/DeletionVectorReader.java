/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.dv;

import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.StorageErrors;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Reads the deletion vectors of a table, inline or stored, each by one read of the range that holds it
 * (PROTOCOL.md, "Deletion Vector File Storage Format"). A vector that it gives is the one that was
 * written: size, checksum, serialization and number of rows agree. Any thread.
 */
public final class DeletionVectorReader {
    /** Before the data of a vector in a file: its size. After it: its checksum. */
    private static final int FRAME_BYTES = 2 * Integer.BYTES;

    private static final int SHOWN_CHARACTERS = 40;

    private final DataStore store;

    /** @param store of the table */
    public DeletionVectorReader(DataStore store) {
        this.store = store;
    }

    /**
     * The rows of a data file that are hidden.
     *
     * @param dataFile the path of the data file, for errors
     * @throws CorruptLogException when the vector is missing or not what the descriptor says
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     * @throws io.flinkdelta.log.error.InvalidRequestException when the file may not be read
     */
    public DeletionVector read(String dataFile, DeletionVectorDescriptor descriptor) {
        ErrorContext context = ErrorContext.table(store.location()).with("dataFile", dataFile);
        try {
            Optional<String> path = DeletionVectorPath.of(descriptor);
            context = path.isPresent()
                    ? context.with("file", path.get()).with("offset", offset(descriptor))
                    : context.with("inline", excerpt(descriptor.pathOrInlineDv()));
            byte[] data = path.isPresent()
                    ? stored(path.get(), descriptor)
                    : Z85.decode(descriptor.pathOrInlineDv(), descriptor.sizeInBytes());
            DeletionVector vector = RoaringBitmapArray.read(data);
            if (vector.cardinality() != descriptor.cardinality()) {
                throw new IllegalArgumentException(
                        "it hides " + vector.cardinality() + " rows, its descriptor says " + descriptor.cardinality());
            }
            return vector;
        } catch (FileNotFoundException e) {
            throw new CorruptLogException(
                    "A file of deletion vectors that the log names is missing.",
                    context,
                    "If VACUUM removed it, read a newer version; else restore the file. Without it deleted rows"
                            + " would come back.",
                    e);
        } catch (EOFException e) {
            throw corrupt("its file is cut off", context, e);
        } catch (IOException e) {
            throw StorageErrors.of(e, context, null, "read a deletion vector");
        } catch (IllegalArgumentException e) {
            throw corrupt(e.getMessage(), context, e);
        }
    }

    private byte[] stored(String path, DeletionVectorDescriptor descriptor) throws IOException {
        int size = descriptor.sizeInBytes();
        long offset = offset(descriptor);
        InputFile file = store.open(path);
        if (size < 0 || offset < 0 || offset + FRAME_BYTES + size > file.getLength()) {
            throw new IllegalArgumentException("its " + size + " bytes at " + offset + " are not within its file of "
                    + file.getLength() + " bytes");
        }
        byte[] frame = new byte[FRAME_BYTES + size];
        try (SeekableInputStream in = file.newStream()) {
            in.seek(offset);
            in.readFully(frame);
        }
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        int storedSize = bytes.getInt();
        if (storedSize != size) {
            throw new IllegalArgumentException("its size is " + storedSize + " bytes, its descriptor says " + size);
        }
        byte[] data = new byte[size];
        bytes.get(data);
        CRC32 checksum = new CRC32();
        checksum.update(data);
        if ((int) checksum.getValue() != bytes.getInt()) {
            throw new IllegalArgumentException("its checksum is wrong");
        }
        return data;
    }

    private static int offset(DeletionVectorDescriptor descriptor) {
        return descriptor.offset().orElse(0);
    }

    private static String excerpt(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
    }

    private static CorruptLogException corrupt(String why, ErrorContext context, Throwable cause) {
        return new CorruptLogException(
                "A deletion vector cannot be decoded: " + why + ".",
                context,
                "Restore the file of the deletion vector, or the table to an earlier version.",
                cause);
    }
}
