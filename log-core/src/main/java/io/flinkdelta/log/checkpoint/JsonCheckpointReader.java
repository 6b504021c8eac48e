/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.io.InputFile;

/** Reads the wanted actions of a checkpoint that is written as lines of JSON. In memory is one line. */
final class JsonCheckpointReader extends CheckpointActions {
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream in;
    private final CheckpointContent content;
    private final ErrorContext where;
    private byte[] buffer = new byte[BUFFER_BYTES];
    /** The unread bytes in the buffer. */
    private int start;

    private int end;
    private long line;
    private boolean holdsFileActions;
    /** What was read of live files and tombstones, whose keys are unique in a checkpoint. */
    private final Set<String> files = new HashSet<>();

    private JsonCheckpointReader(InputStream in, CheckpointContent content, ErrorContext where) {
        this.in = in;
        this.content = content;
        this.where = where;
    }

    static JsonCheckpointReader open(InputFile input, CheckpointContent content, ErrorContext where) {
        try {
            return new JsonCheckpointReader(input.newStream(), content, where);
        } catch (IOException e) {
            throw StorageErrors.of(e, where, null, "read a checkpoint");
        }
    }

    @Override
    public boolean holdsFileActions() {
        return holdsFileActions;
    }

    @Override
    protected Action advance() {
        try {
            for (int length = nextLine(); length >= 0; length = nextLine()) {
                boolean skipped = !content.hasFiles() && ActionJson.startsAsFileAction(buffer, start);
                Optional<Action> action = skipped ? Optional.empty() : parse(start, length);
                start += length;
                action.ifPresent(this::requireOnce);
                holdsFileActions |= skipped
                        || action.filter(JsonCheckpointReader::isFileAction).isPresent();
                if (action.filter(content::includes).isPresent()) {
                    return action.get();
                }
            }
            return null;
        } catch (IOException e) {
            throw StorageErrors.of(e, where, null, "read a checkpoint");
        }
    }

    /** A file that is there twice would be read twice. */
    private void requireOnce(Action action) {
        String key = null;
        if (action instanceof AddFile add) {
            key = key(add.path(), add.deletionVector());
        } else if (action instanceof RemoveFile remove) {
            key = key(remove.path(), remove.deletionVector());
        }
        if (key != null && !files.add(key)) {
            throw new CorruptLogException(
                    "A checkpoint file names a data file twice.",
                    where.with("line", line).with("path", key),
                    "Delete the file if all commits before it are still there, or restore it from a copy.");
        }
    }

    private static String key(String path, Optional<DeletionVectorDescriptor> deletionVector) {
        return path + deletionVector.map(vector -> " " + vector.uniqueId()).orElse("");
    }

    private static boolean isFileAction(Action action) {
        return action instanceof AddFile || action instanceof RemoveFile;
    }

    /** Brings the next line to {@link #start} and gives its length with its line end, -1 at the end of the file. */
    private int nextLine() throws IOException {
        int scanned = start;
        while (true) {
            for (int i = scanned; i < end; i++) {
                if (buffer[i] == '\n') {
                    line++;
                    return i + 1 - start;
                }
            }
            scanned = end - start;
            if (!fill()) {
                line++;
                return end == start ? -1 : end - start;
            }
        }
    }

    /** Reads more behind what is unread, which moves to the front; false at the end of the file. */
    private boolean fill() throws IOException {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.multiplyExact(end, 2));
        }
        int count = in.read(buffer, end, buffer.length - end);
        end += Math.max(count, 0);
        return count >= 0;
    }

    private Optional<Action> parse(int from, int length) {
        try {
            return ActionJson.parse(buffer, from, length);
        } catch (IllegalArgumentException e) {
            throw new CorruptLogException(
                    "A line of a checkpoint file is no action: " + e.getMessage(),
                    where.with("line", line),
                    "Delete the file if all commits before it are still there, or restore it from a copy.",
                    e);
        }
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw StorageErrors.of(e, where, null, "read a checkpoint");
        }
    }
}
