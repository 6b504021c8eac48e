/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.CheckpointLayout;
import io.flinkdelta.log.checkpoint.CheckpointPart;
import io.flinkdelta.log.checkpoint.CheckpointWriter;
import io.flinkdelta.log.checkpoint.CheckpointWriter.Written;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogStore;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Everything in one Parquet file of the V1 spec, whose name comes from the version. */
record ClassicCheckpoint(LogStore log, CheckpointLayout layout) implements CheckpointKind {

    @Override
    public Optional<WrittenCheckpoint> write(CheckpointedState state) throws IOException {
        AtomicReference<Written> written = new AtomicReference<>();
        boolean ours = CheckpointKind.put(
                log, LogFile.checkpoint(state.version()).fileName(), out -> written.set(writeTo(out, state)));
        return ours ? Optional.of(WrittenCheckpoint.classic(written.get())) : Optional.empty();
    }

    private Written writeTo(OutputStream out, CheckpointedState state) throws IOException {
        try (ActionIterator files = new ReadAhead(state.fileActions())) {
            Iterator<Action> actions =
                    Stream.concat(state.stateActions().stream(), files.stream()).iterator();
            return new CheckpointWriter(layout, CheckpointPart.CLASSIC).write(out, actions);
        }
    }
}
