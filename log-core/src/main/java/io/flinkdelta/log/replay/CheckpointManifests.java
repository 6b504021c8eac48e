/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.checkpoint.CheckpointSource;
import io.flinkdelta.log.checkpoint.ParallelReads;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.LogStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads the files of a checkpoint that lie in the log folder: what is in them about the table, and where
 * the file actions are. Any thread.
 */
public final class CheckpointManifests {
    private final LogStore log;
    private final ErrorContext table;
    private final ReadParallelism parallelism;

    /** Reads the parts of a checkpoint one after the other. */
    public CheckpointManifests(LogStore log, ErrorContext table) {
        this(log, table, ReadParallelism.none());
    }

    /** Reads the parts of a checkpoint several at once. */
    public CheckpointManifests(LogStore log, ErrorContext table, ReadParallelism parallelism) {
        this.log = log;
        this.table = table;
        this.parallelism = parallelism;
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
        List<CheckpointSource> parts = checkpoint.parts().stream()
                .map(part -> source(CheckpointFile.of(part)))
                .toList();
        List<Supplier<ManifestPart>> reads = new ArrayList<>();
        parts.forEach(part -> reads.add(() -> ManifestPart.read(part, content, table)));
        List<ManifestPart> read = ParallelReads.all(reads, parallelism);
        List<CheckpointSource> fileActions = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            ManifestPart part = read.get(i);
            part.state().forEach(consumer);
            if (part.itself()) {
                fileActions.add(parts.get(i));
            }
            part.sidecars().stream().map(this::source).forEach(fileActions::add);
        }
        return fileActions;
    }
}
