/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.snapshot.LogSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A version of a table by the book (PROTOCOL.md, "Action Reconciliation"): the straightforward replay,
 * oldest action first, everything in memory. Two images are equal when they hold the same protocol,
 * metadata, transactions, domains, live files and tombstones.
 */
public final class TableImage {
    private final TreeMap<String, Action> actions = new TreeMap<>();

    /** What a snapshot of ours says. */
    public static TableImage of(LogSnapshot snapshot) {
        TableImage image = new TableImage();
        image.replay(snapshot.protocol());
        image.replay(snapshot.metadata());
        snapshot.state().transactions().values().forEach(image::replay);
        snapshot.domainMetadata().forEach(image::replay);
        Map<String, String> live = new TreeMap<>();
        try (ActionIterator files = snapshot.filesAndTombstones()) {
            while (files.hasNext()) {
                Action file = files.next();
                if (image.actions.put(key(file), file) != null) {
                    throw new AssertionError("twice: " + file);
                }
                if (file instanceof AddFile) {
                    live.put(key(file), describe(file));
                }
            }
        }
        try (Stream<AddFile> files = snapshot.files()) {
            files.forEach(file -> {
                if (!describe(file).equals(live.remove(key(file)))) {
                    throw new AssertionError("not once and the same with and without tombstones: " + file);
                }
            });
        }
        if (!live.isEmpty()) {
            throw new AssertionError("with tombstones only: " + live);
        }
        return image;
    }

    /** Takes in the next commit. */
    public TableImage replay(List<? extends Action> commit) {
        commit.forEach(this::replay);
        return this;
    }

    private void replay(Action action) {
        String key = key(action);
        if (action instanceof DomainMetadata domain && domain.removed()) {
            actions.remove(key);
        } else if (key != null) {
            actions.put(key, action);
        }
    }

    /** Null for actions that are no part of a table's state. */
    private static String key(Action action) {
        if (action instanceof AddFile add) {
            return file(
                    add.path(),
                    add.deletionVector().map(vector -> vector.uniqueId()).orElse(""));
        } else if (action instanceof RemoveFile remove) {
            return file(
                    remove.path(),
                    remove.deletionVector().map(vector -> vector.uniqueId()).orElse(""));
        } else if (action instanceof SetTransaction txn) {
            return "txn " + txn.appId();
        } else if (action instanceof DomainMetadata domain) {
            return "domain " + domain.domain();
        } else if (action instanceof Protocol) {
            return "protocol";
        }
        return action instanceof Metadata ? "metadata" : null;
    }

    private static String file(String path, String deletionVector) {
        return "file " + path + " " + deletionVector;
    }

    /** Everything but the files, as a checkpoint has it. */
    public List<Action> state() {
        return actions.values().stream().filter(action -> !isFile(action)).toList();
    }

    /** The live files and the tombstones, as a checkpoint has them. */
    public List<Action> files() {
        return actions.values().stream().filter(TableImage::isFile).toList();
    }

    public Metadata metadata() {
        return (Metadata) actions.get("metadata");
    }

    public Protocol protocol() {
        return (Protocol) actions.get("protocol");
    }

    public TableImage copy() {
        TableImage copy = new TableImage();
        copy.actions.putAll(actions);
        return copy;
    }

    /** Everything but the tombstones. */
    public TableImage withoutTombstones() {
        TableImage rest = copy();
        rest.actions.values().removeIf(RemoveFile.class::isInstance);
        return rest;
    }

    private static boolean isFile(Action action) {
        return action instanceof AddFile || action instanceof RemoveFile;
    }

    /** Without dataChange, which a checkpoint does not keep. */
    private static String describe(Action action) {
        return ActionJson.write(action).replaceFirst("\"dataChange\":(true|false),?", "");
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        actions.forEach((key, action) -> lines.add(key + " " + describe(action)));
        return lines;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableImage that && lines().equals(that.lines());
    }

    @Override
    public int hashCode() {
        return actions.keySet().hashCode();
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }
}
