/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.LogFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.io.InputFile;

/**
 * A log store that only an option vouches for. Before it makes version 0 of a table it is tried: a file
 * that is there must not be replaced. That costs a few requests, once in a table's life; writers that race
 * are tried by {@link StoreProbe}.
 *
 * @param log the store
 * @param folder of the log
 * @param configured the option
 */
record ProbedLogStore(
        LogStore log, Path folder, Configuration hadoop, ConfiguredLogStore configured, ErrorContext where)
        implements LogStore {
    private static final String FIRST_COMMIT = LogFile.commit(0).fileName();
    private static final byte[] FIRST = "first\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SECOND = "second\n".getBytes(StandardCharsets.UTF_8);

    @Override
    public String location() {
        return log.location();
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) throws IOException {
        return log.listFrom(firstName);
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        return log.read(name);
    }

    @Override
    public Optional<InputFile> open(String name) throws IOException {
        return log.open(name);
    }

    /** @throws InvalidRequestException when it is version 0, and the store was seen to replace a file */
    @Override
    public PutOutcome putIfAbsent(String name, LogContent content) throws IOException {
        if (name.equals(FIRST_COMMIT)) {
            try (ProbeFolder probe = new ProbeFolder(folder.getParent(), hadoop)) {
                requireExclusive(new Path(probe.path(), folder.getName()));
            }
        }
        return log.putIfAbsent(name, content);
    }

    @Override
    public void overwrite(String name, LogContent content) throws IOException {
        log.overwrite(name, content);
    }

    @Override
    public boolean delete(String name) throws IOException {
        return log.delete(name);
    }

    @Override
    public int deleteTemporary(long before) throws IOException {
        return log.deleteTemporary(before);
    }

    /** Holds no commits. */
    @Override
    public LogStore folder(String name) {
        return log.folder(name);
    }

    private void requireExclusive(Path probe) throws IOException {
        anotherOn(probe).putIfAbsent(FIRST_COMMIT, LogContent.of(FIRST));
        LogStore another = anotherOn(probe);
        PutOutcome outcome = another.putIfAbsent(FIRST_COMMIT, LogContent.of(SECOND));
        boolean replaced = another.read(FIRST_COMMIT)
                .filter(content -> Arrays.equals(content, SECOND))
                .isPresent();
        if (outcome == PutOutcome.CREATED || replaced) {
            throw replaces(outcome);
        }
    }

    /** The same kind of store, as another writer has one. */
    private LogStore anotherOn(Path probe) throws IOException {
        return ((ProbedLogStore) LogStoreChoice.of(probe, hadoop, where).log()).log;
    }

    private InvalidRequestException replaces(PutOutcome outcome) {
        return new InvalidRequestException(
                "The log store that the Hadoop option " + configured.key() + " asks for does not keep writers apart: a"
                        + " second file of the same name was not refused, and commits would be lost. The table was"
                        + " not created.",
                where.with(configured.key(), configured.className())
                        .with("scheme", folder.toUri().getScheme())
                        .with("secondPut", outcome),
                "Set a log store that is made for this storage, or put the table elsewhere; `flink-delta doctor PATH`"
                        + " tries a location.");
    }
}
