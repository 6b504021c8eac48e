/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.CheckpointLayout;
import io.flinkdelta.log.checkpoint.CheckpointPart;
import io.flinkdelta.log.checkpoint.CheckpointWriter;
import io.flinkdelta.log.checkpoint.CheckpointWriter.Written;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogStore;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Several Parquet files of the V1 spec, all written at the same time. Which part an action is in comes
 * from its path alone (PROTOCOL.md, "Multi-part checkpoint"), so that parts of two writers that race
 * make one checkpoint. A checkpoint of which a part is missing is none to readers.
 *
 * @param parts at least 2
 */
record MultiPartCheckpoint(LogStore log, CheckpointLayout layout, int parts) implements CheckpointKind {

    @Override
    public Optional<WrittenCheckpoint> write(CheckpointedState state) throws IOException {
        try (ActionIterator files = state.fileActions()) {
            Iterator<Action> all =
                    Stream.concat(state.stateActions().stream(), files.stream()).iterator();
            SharedActions actions = new SharedActions(all, parts, this::partOf);
            List<Optional<Written>> written =
                    new ParallelWrites(actions).run(parts, (part, own) -> writePart(state.version(), part, own));
            return written.stream().allMatch(Optional::isPresent)
                    ? Optional.of(new WrittenCheckpoint(
                            Written.sum(written.stream().flatMap(Optional::stream)),
                            OptionalInt.of(parts),
                            Optional.empty()))
                    : Optional.empty();
        }
    }

    private int partOf(Action action) {
        if (action instanceof AddFile add) {
            return SparkHash.partition(add.path(), parts);
        }
        return action instanceof RemoveFile remove
                ? SparkHash.partition(remove.path(), parts)
                : SparkHash.partitionOfNull(parts);
    }

    /** A part that is there already holds the same; empty when then nothing is known of it. */
    private Optional<Written> writePart(long version, int part, ActionBatches own) throws IOException {
        AtomicReference<Written> written = new AtomicReference<>();
        CheckpointWriter writer = new CheckpointWriter(layout, CheckpointPart.CLASSIC).sharing(parts);
        String name = new LogFile.MultiPartCheckpoint(version, part + 1, parts).fileName();
        boolean ours = CheckpointKind.put(log, name, out -> written.set(writer.write(out, own.upTo(Long.MAX_VALUE))));
        if (!ours && log.open(name).isEmpty()) {
            throw new IOException("the part " + name + " of a checkpoint was lost");
        }
        return Optional.ofNullable(written.get());
    }
}
