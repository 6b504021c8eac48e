/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.CheckpointLayout;
import io.flinkdelta.log.checkpoint.CheckpointPart;
import io.flinkdelta.log.checkpoint.CheckpointWriter;
import io.flinkdelta.log.checkpoint.CheckpointWriter.Written;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.file.LogFile.V2Checkpoint;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A checkpoint of the V2 spec under a name of its own (PROTOCOL.md, "V2 Spec"): first the sidecars with
 * the live files and tombstones, several at a time, then the manifest that names them, with which the
 * checkpoint comes to be. The file actions of a small table are in the manifest itself. Sidecars
 * without a manifest, which a failure leaves, are found by the clean-up of the log.
 *
 * @param uuids new ones each time
 */
record UuidCheckpoint(LogStore log, CheckpointLayout layout, CheckpointSettings settings, Supplier<String> uuids)
        implements CheckpointKind {

    @Override
    public Optional<WrittenCheckpoint> write(CheckpointedState state) throws IOException {
        List<Action> inline = new ArrayList<>();
        List<Sidecar> sidecars;
        try (ActionIterator files = state.fileActions()) {
            while (inline.size() <= settings.inlineActions() && files.hasNext()) {
                inline.add(files.next());
            }
            if (inline.size() > settings.inlineActions()) {
                Iterator<Action> all =
                        Stream.concat(inline.stream(), files.stream()).iterator();
                sidecars = writeSidecars(state, all);
                inline = List.of();
            } else {
                sidecars = List.of();
            }
        }
        return writeManifest(state, inline, sidecars);
    }

    private List<Sidecar> writeSidecars(CheckpointedState state, Iterator<Action> files) throws IOException {
        long wanted = CheckpointSize.estimate(state.snapshot()) / settings.actionsPerSidecar() + 1;
        int writers = (int) Math.min(settings.writers(), wanted);
        AtomicLong turn = new AtomicLong();
        SharedActions actions = new SharedActions(files, writers, unused -> (int) (turn.getAndIncrement() % writers));
        CheckpointWriter writer = new CheckpointWriter(layout, CheckpointPart.SIDECAR).sharing(writers);
        return new ParallelWrites(actions)
                .run(writers, (unused, own) -> writeSidecars(state, writer, own)).stream()
                        .flatMap(List::stream)
                        .toList();
    }

    private List<Sidecar> writeSidecars(CheckpointedState state, CheckpointWriter writer, ActionBatches own)
            throws IOException {
        List<Sidecar> sidecars = new ArrayList<>();
        while (own.hasMore()) {
            String name = uuids.get() + ".parquet";
            AtomicReference<Written> written = new AtomicReference<>();
            LogContent content = out -> written.set(writer.write(out, own.upTo(settings.actionsPerSidecar())));
            if (!CheckpointKind.put(log.folder(LogFile.SIDECAR_FOLDER), name, content)) {
                throw new IOException("the sidecar " + name + " was lost");
            }
            SidecarFile action = new SidecarFile(name, written.get().bytes(), state.nowMillis(), Map.of());
            sidecars.add(new Sidecar(action, written.get()));
        }
        return sidecars;
    }

    private Optional<WrittenCheckpoint> writeManifest(
            CheckpointedState state, List<Action> inline, List<Sidecar> sidecars) throws IOException {
        Written below = Written.sum(sidecars.stream().map(Sidecar::written));
        List<Action> nonFileActions = new ArrayList<>();
        long inlineAdds = inline.stream().filter(AddFile.class::isInstance).count();
        nonFileActions.add(
                CheckpointMetadata.of(state.version(), below.actions(), below.bytes(), below.addFiles() + inlineAdds));
        nonFileActions.addAll(state.stateActions());
        List<SidecarFile> named = sidecars.stream().map(Sidecar::action).toList();
        V2Checkpoint file = new V2Checkpoint(state.version(), uuids.get(), settings.manifest());
        ManifestWriter manifest = new ManifestWriter(layout, file.encoding());
        AtomicReference<Written> written = new AtomicReference<>();
        LogContent content = out -> written.set(manifest.write(
                out,
                Stream.of(nonFileActions, named, inline)
                        .<Action>flatMap(List::stream)
                        .iterator()));
        if (!CheckpointKind.put(log, file.fileName(), content)) {
            return Optional.empty();
        }
        return Optional.of(new WrittenCheckpoint(
                Written.sum(Stream.of(below, written.get())),
                OptionalInt.empty(),
                Optional.of(new V2Hint(file, written.get().bytes(), state.nowMillis(), nonFileActions, named))));
    }

    private record Sidecar(SidecarFile action, Written written) {}
}
