/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.CheckpointFiles;
import io.flinkdelta.log.replay.CheckpointManifests;
import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the sidecars that no checkpoint names. Any thread. */
record SidecarReferences(TableStorage storage) {
    private static final Logger LOG = LoggerFactory.getLogger(SidecarReferences.class);

    /**
     * The names of the sidecars that are older than {@code before} and that no checkpoint in the log names;
     * none when a checkpoint cannot be read, for it may name any.
     *
     * @param from older checkpoints are deleted, or would be
     */
    List<String> unreferenced(Instant before, long from) throws IOException {
        List<String> old = old(before);
        if (old.isEmpty()) {
            return old;
        }
        try {
            Set<String> named = named(from);
            return old.stream().filter(name -> !named.contains(name)).toList();
        } catch (CorruptLogException e) {
            LOG.warn("No sidecars of {} are deleted, because a checkpoint cannot be read", storage.tablePath(), e);
            return List.of();
        }
    }

    private List<String> old(Instant before) throws IOException {
        try (Stream<LogEntry> entries =
                storage.log().folder(LogFile.SIDECAR_FOLDER).listFrom("")) {
            return entries.filter(entry -> entry.modificationTime() < before.toEpochMilli())
                    .map(LogEntry::name)
                    .toList();
        }
    }

    private Set<String> named(long from) throws IOException {
        CheckpointManifests manifests = new CheckpointManifests(storage.log(), storage.context());
        Set<String> names = new HashSet<>();
        for (LogFile checkpoint : checkpoints(from)) {
            manifests.resolve(CheckpointFiles.listed(List.of(checkpoint))).fileActions().stream()
                    .flatMap(List::stream)
                    .filter(CheckpointFile::sidecar)
                    .map(CheckpointFile::fileName)
                    .forEach(names::add);
        }
        return names;
    }

    private List<LogFile> checkpoints(long from) throws IOException {
        try (Stream<LogEntry> entries = storage.log().listFrom(LogFile.listFrom(0))) {
            return new ExpiredLog(entries.toList()).manifestsFrom(from);
        }
    }
}
