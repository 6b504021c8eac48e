/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.file.LogFile.V2Checkpoint;
import io.flinkdelta.log.file.LogFile.V2Checkpoint.Encoding;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.parquet.io.InputFile;

/**
 * One file of a checkpoint, wherever it lies: the file that gives the checkpoint its name, a part of a
 * multi-part checkpoint, or a sidecar.
 *
 * @param version of the checkpoint
 * @param fileName without folder
 * @param sidecar whether it lies in the folder {@link LogFile#SIDECAR_FOLDER}
 * @param sizeInBytes as the checkpoint says it, which it does of sidecars only
 */
public record CheckpointFile(
        long version, String fileName, Encoding encoding, boolean sidecar, OptionalLong sizeInBytes) {
    public CheckpointFile {
        Objects.requireNonNull(fileName, "fileName");
        Objects.requireNonNull(encoding, "encoding");
    }

    /** A checkpoint's file in the log folder itself. */
    public static CheckpointFile of(LogFile file) {
        Encoding encoding = file instanceof V2Checkpoint v2 ? v2.encoding() : Encoding.PARQUET;
        return new CheckpointFile(file.version(), file.fileName(), encoding, false, OptionalLong.empty());
    }

    /**
     * A sidecar. It lies in the table's own folder of sidecars, so that of a path only the name counts
     * (PROTOCOL.md, "Sidecar File Information"): a table that was copied keeps its sidecars.
     *
     * @param where the table and the file that holds the action, for errors
     * @throws CorruptLogException when the path names no file
     */
    public static CheckpointFile of(SidecarFile sidecar, long version, ErrorContext where) {
        String path = DataPath.decode(sidecar.path());
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (name.isEmpty() || name.startsWith(".")) {
            throw new CorruptLogException(
                    "A checkpoint names a sidecar that is no file.",
                    where.with("sidecar", sidecar.path()),
                    "Restore the checkpoint from a copy, or delete it if all commits before it are still there.");
        }
        return new CheckpointFile(version, name, Encoding.PARQUET, true, OptionalLong.of(sidecar.sizeInBytes()));
    }

    /** Relative to the log folder. */
    public String path() {
        return sidecar ? LogFile.SIDECAR_FOLDER + "/" + fileName : fileName;
    }

    /** {@code table} and which file. */
    public ErrorContext where(ErrorContext table) {
        return table.with("version", version).with("file", path());
    }

    /**
     * Reads the file.
     *
     * @throws CorruptLogException when it is missing, or no file of a checkpoint
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public CheckpointActions open(LogStore log, CheckpointContent content, ErrorContext table) {
        return new CheckpointSource(this, log, table).actions(content);
    }

    /** The file itself; the errors of {@link #open}. */
    InputFile input(LogStore log, ErrorContext table) {
        ErrorContext where = where(table);
        try {
            InputFile input = (sidecar ? log.folder(LogFile.SIDECAR_FOLDER) : log)
                    .open(fileName)
                    .orElseThrow(() -> new CorruptLogException(
                            "A checkpoint file of the table is missing.",
                            where,
                            "Read the table anew: a clean-up of the log may have removed the file while it was being"
                                    + " read. If it stays missing, restore it from a copy."));
            requireSize(input.getLength(), where);
            return input;
        } catch (IOException e) {
            throw StorageErrors.of(e, where, fileName, "read a checkpoint");
        }
    }

    /** Another size tells a file that was mixed up, whose live files would be read twice or be missing. */
    private void requireSize(long length, ErrorContext where) {
        if (sizeInBytes.isPresent() && sizeInBytes.getAsLong() != length) {
            throw new CorruptLogException(
                    "A sidecar is not the file that the checkpoint names: it has " + length + " bytes instead of "
                            + sizeInBytes.getAsLong() + ".",
                    where,
                    "Restore the file from a copy, or delete the checkpoint if all commits before it are still there.");
        }
    }
}
