/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts checkpoints of one version into a log, file by file, as other writers would. */
public final class CheckpointFixture {
    private final InMemoryLogStore store;
    private final long version;

    public CheckpointFixture(InMemoryLogStore store, long version) {
        this.store = store;
        this.version = version;
    }

    /** Writes a sidecar; gives the action by which a manifest names it. */
    public SidecarFile sidecar(String id, List<? extends Action> actions) {
        String name = id + ".parquet";
        byte[] content = ParquetActions.write(actions);
        overwrite(store.folder(LogFile.SIDECAR_FOLDER), name, content);
        return new SidecarFile(name, content.length, 1, Map.of());
    }

    /** Writes the file that gives the checkpoint its name; {@code kind} is json, parquet or classic. */
    public String manifest(String kind, List<? extends Action> actions) {
        String name = name(kind);
        overwrite(name, kind.equals("json") ? json(actions) : ParquetActions.write(actions));
        return name;
    }

    /** Writes one part of a multi-part checkpoint. */
    public String part(int part, int parts, List<? extends Action> actions) {
        String name = new LogFile.MultiPartCheckpoint(version, part, parts).fileName();
        overwrite(name, ParquetActions.write(actions));
        return name;
    }

    /** What {@link #manifest} calls its file. */
    public String name(String kind) {
        return switch (kind) {
            case "classic" -> LogFile.checkpoint(version).fileName();
            case "json" -> v2(LogFile.V2Checkpoint.Encoding.JSON);
            case "parquet" -> v2(LogFile.V2Checkpoint.Encoding.PARQUET);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private String v2(LogFile.V2Checkpoint.Encoding encoding) {
        return new LogFile.V2Checkpoint(version, "80a083e8-7026-4e79-81be-64bd76c43a11", encoding).fileName();
    }

    /** A file's content. */
    public String text(String name) {
        return new String(store.read(name).orElseThrow(), StandardCharsets.UTF_8);
    }

    /** Replaces or creates a file. */
    public void overwrite(String name, String content) {
        overwrite(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Replaces or creates a file. */
    public void overwrite(String name, byte[] content) {
        overwrite(store, name, content);
    }

    private static void overwrite(InMemoryLogStore folder, String name, byte[] content) {
        try {
            folder.overwrite(name, LogContent.of(content));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The lines of a file of the log. */
    public static byte[] json(List<? extends Action> actions) {
        return actions.stream()
                .map(action -> ActionJson.write(action) + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
    }
}
