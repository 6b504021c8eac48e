/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The content of one commit file, or of a compacted one: held as bytes, parsed line by line when it is asked for, so that a
 * large commit is never a list of objects. Read by snapshots, by file replay and by the commit loop.
 * Immutable, any thread.
 */
public final class CommitFile {
    private final long version;
    private final byte[] content;
    private final ErrorContext where;

    private CommitFile(long version, byte[] content, ErrorContext where) {
        this.version = version;
        this.content = content;
        this.where = where;
    }

    /**
     * The commit of {@code version}.
     *
     * @throws CorruptLogException when there is no such file, or nothing is in it
     * @throws io.flinkdelta.log.error.StorageUnavailableException when it cannot be read
     */
    public static CommitFile read(LogStore log, long version, ErrorContext table) {
        return read(log, LogFile.commit(version), table);
    }

    /** A commit, or the compacted file that stands for several; the errors of {@link #read(LogStore, long, ErrorContext)}. */
    public static CommitFile read(LogStore log, LogFile file, ErrorContext table) {
        try {
            return readIfExists(log, file, table)
                    .orElseThrow(() -> new CorruptLogException(
                            "A commit file of the table is missing.",
                            where(file, table),
                            "Read the table anew: a clean-up of the log may have removed the file while it was"
                                    + " being read. If it stays missing, restore it from a copy."));
        } catch (IOException e) {
            throw StorageErrors.of(e, table.with("version", file.version()), file.fileName(), "read a commit");
        }
    }

    /** The commit of {@code version}, or empty when there is no such file. */
    public static Optional<CommitFile> readIfExists(LogStore log, long version, ErrorContext table) throws IOException {
        return readIfExists(log, LogFile.commit(version), table);
    }

    private static Optional<CommitFile> readIfExists(LogStore log, LogFile file, ErrorContext table)
            throws IOException {
        Optional<byte[]> content = log.read(file.fileName());
        return content.map(bytes -> new CommitFile(file.version(), bytes, where(file, table)))
                .map(CommitFile::requireContent);
    }

    private static ErrorContext where(LogFile file, ErrorContext table) {
        return table.with("version", file.version()).with("file", file.fileName());
    }

    /** A crashed file system may leave a file without its content: that is no commit without actions. */
    private CommitFile requireContent() {
        if (content.length == 0) {
            throw new CorruptLogException(
                    "A commit file of the table is empty.", where, "Restore the file from a copy.");
        }
        return this;
    }

    /** The version that the commit makes; of a compacted file the last one. */
    public long version() {
        return version;
    }

    /** The name of the file in {@code _delta_log}. */
    public String fileName() {
        return LogFile.commit(version).fileName();
    }

    /** The lines as they are in the file, first line first, blank ones left out. */
    public void forEachText(Consumer<String> consumer) {
        forEachLine((start, end) -> consumer.accept(new String(content, start, end - start, StandardCharsets.UTF_8)));
    }

    /** Every action, first line first; of the commitInfo what its accessors look at. */
    public void forEach(Consumer<Action> consumer) {
        forEachLine((start, end) -> parse(start, end).ifPresent(consumer));
    }

    /**
     * Every action but the file actions, first line first; of the commitInfo what its accessors look at. Cheap,
     * whatever the number of files.
     */
    public void forEachStateAction(Consumer<Action> consumer) {
        forEachLine((start, end) -> {
            if (!ActionJson.startsAsFileAction(content, start)) {
                parse(start, end).ifPresent(consumer);
            }
        });
    }

    /** The provenance of the commit, all of it, if its writer recorded any. */
    public Optional<CommitInfo> commitInfo() {
        int start = 0;
        while (start < content.length) {
            int end = endOfLine(start);
            if (!isBlank(start, end) && !ActionJson.startsAsFileAction(content, start)) {
                Optional<Action> action = parse(start, end, ActionJson::parse);
                if (action.isPresent() && action.get() instanceof CommitInfo info) {
                    return Optional.of(info);
                }
            }
            start = end + 1;
        }
        return Optional.empty();
    }

    /** Every action, last line first; of the commitInfo what its accessors look at. */
    public ActionIterator lastToFirst() {
        return new Backwards();
    }

    private void forEachLine(LineConsumer consumer) {
        int start = 0;
        while (start < content.length) {
            int end = endOfLine(start);
            if (!isBlank(start, end)) {
                consumer.accept(start, end);
            }
            start = end + 1;
        }
    }

    private int endOfLine(int start) {
        int end = start;
        while (end < content.length && content[end] != '\n') {
            end++;
        }
        return end;
    }

    private boolean isBlank(int start, int end) {
        for (int i = start; i < end; i++) {
            if (content[i] != ' ' && content[i] != '\r' && content[i] != '\t') {
                return false;
            }
        }
        return true;
    }

    private Optional<Action> parse(int start, int end) {
        return parse(start, end, ActionJson::parseBriefly);
    }

    private Optional<Action> parse(int start, int end, LineParser parser) {
        try {
            Optional<Action> action = parser.parse(content, start, end - start);
            action.ifPresent(CommitFile::requirePath);
            return action;
        } catch (CorruptLogException e) {
            throw new CorruptLogException(
                    e.problem(), where.with("line", lineNumber(start)).with(e.context()), e.remedy(), e);
        } catch (IllegalArgumentException e) {
            throw new CorruptLogException(
                    "A line of a commit file is no action: " + e.getMessage(),
                    where.with("line", lineNumber(start)),
                    "Repair the file, or restore it from a copy.",
                    e);
        }
    }

    /** The path of a file can be decoded: who comes upon it later knows no line. */
    private static void requirePath(Action action) {
        if (action instanceof AddFile add) {
            DataPath.decode(add.path());
        } else if (action instanceof RemoveFile remove) {
            DataPath.decode(remove.path());
        }
    }

    private long lineNumber(int start) {
        long number = 1;
        for (int i = 0; i < start; i++) {
            if (content[i] == '\n') {
                number++;
            }
        }
        return number;
    }

    @FunctionalInterface
    private interface LineConsumer {
        void accept(int start, int end);
    }

    @FunctionalInterface
    private interface LineParser {
        Optional<Action> parse(byte[] content, int start, int length);
    }

    private final class Backwards extends ActionIterator {
        private int end = content.length;

        @Override
        protected Action advance() {
            while (end > 0) {
                int lineEnd = content[end - 1] == '\n' ? end - 1 : end;
                int start = lineEnd;
                while (start > 0 && content[start - 1] != '\n') {
                    start--;
                }
                end = start;
                if (!isBlank(start, lineEnd)) {
                    Optional<Action> action = parse(start, lineEnd);
                    if (action.isPresent()) {
                        return action.get();
                    }
                }
            }
            return null;
        }
    }
}
