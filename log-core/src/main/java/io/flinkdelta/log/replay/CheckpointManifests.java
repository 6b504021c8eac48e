/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.CheckpointActions;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.checkpoint.CheckpointSource;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the files of a checkpoint that lie in the log folder: what is in them about the table, and where
 * the file actions are. Any thread.
 */
public final class CheckpointManifests {
    private final LogStore log;
    private final ErrorContext table;

    public CheckpointManifests(LogStore log, ErrorContext table) {
        this.log = log;
        this.table = table;
    }

    /**
     * {@code checkpoint} with its {@link CheckpointFiles#fileActions}; reads nothing when they are known.
     *
     * @throws CorruptLogException when the checkpoint is missing or damaged
     */
    public CheckpointFiles resolve(CheckpointFiles checkpoint) {
        return checkpoint.fileActions().isPresent()
                ? checkpoint
                : read(checkpoint, CheckpointContent.MANIFEST, action -> {});
    }

    /**
     * The files that hold the live files and tombstones of {@code checkpoint}. Where they are not known yet they
     * are found out, which is a read that whoever reads the files goes on from.
     *
     * @throws CorruptLogException when the checkpoint is missing or damaged
     */
    public List<CheckpointSource> fileActions(CheckpointFiles checkpoint) {
        return checkpoint.fileActions().isPresent()
                ? checkpoint.fileActions().get().stream().map(this::source).toList()
                : readSources(checkpoint, CheckpointContent.MANIFEST, action -> {});
    }

    private CheckpointSource source(CheckpointFile file) {
        return new CheckpointSource(file, log, table);
    }

    /** As {@link #resolve}; {@code state} is given every action that is not about files, in no order. */
    public CheckpointFiles readState(CheckpointFiles checkpoint, Consumer<Action> state) {
        return read(checkpoint, CheckpointContent.STATE, state);
    }

    private CheckpointFiles read(CheckpointFiles checkpoint, CheckpointContent content, Consumer<Action> consumer) {
        return checkpoint.withFileActions(readSources(checkpoint, content, consumer).stream()
                .map(CheckpointSource::file)
                .toList());
    }

    private List<CheckpointSource> readSources(
            CheckpointFiles checkpoint, CheckpointContent content, Consumer<Action> consumer) {
        List<CheckpointSource> fileActions = new ArrayList<>();
        for (LogFile part : checkpoint.parts()) {
            CheckpointFile file = CheckpointFile.of(part);
            CheckpointSource source = source(file);
            Sidecars sidecars = new Sidecars(file, table);
            CheckpointMetadata told = null;
            boolean itself;
            try (CheckpointActions actions = source.actions(content)) {
                while (actions.hasNext()) {
                    Action action = actions.next();
                    if (action instanceof SidecarFile sidecar) {
                        sidecars.add(sidecar);
                    } else if (action instanceof CheckpointMetadata metadata) {
                        requireVersion(metadata, file);
                        told = metadata;
                    } else {
                        consumer.accept(action);
                    }
                }
                itself = actions.holdsFileActions();
            }
            if (told != null) {
                sidecars.requireAll(told, itself);
            }
            if (itself) {
                fileActions.add(source);
            }
            sidecars.files().stream().map(this::source).forEach(fileActions::add);
        }
        return fileActions;
    }

    private void requireVersion(CheckpointMetadata metadata, CheckpointFile file) {
        if (metadata.version() != file.version()) {
            throw new CorruptLogException(
                    "A checkpoint says that it is of version " + metadata.version() + ".",
                    file.where(table),
                    "Delete the file if all commits before it are still there, or restore it from a copy.");
        }
    }
}
