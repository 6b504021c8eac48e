/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of the log as all processes share it; who referees is told of each change.
 *
 * @param prefix of the names in it, as they are told
 */
record SharedFolder(InMemoryLogStore files, String prefix, Referee referee) {
    PutOutcome put(String name, byte[] content) {
        try {
            PutOutcome outcome = files.putIfAbsent(name, LogContent.of(content));
            if (outcome == PutOutcome.CREATED) {
                referee.logFileWritten(prefix + name, content);
            }
            return outcome;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void overwrite(String name, byte[] content) {
        try {
            files.overwrite(name, LogContent.of(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean delete(String name) {
        boolean deleted = files.delete(name);
        if (deleted) {
            referee.logFileDeleted(prefix + name);
        }
        return deleted;
    }

    List<LogEntry> list(String firstName) {
        try (Stream<LogEntry> entries = files.listFrom(firstName)) {
            return entries.toList();
        }
    }

    SharedFolder folder(String name) {
        return new SharedFolder(files.folder(name), prefix + name + "/", referee);
    }
}
