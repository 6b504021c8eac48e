/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Map;
import java.util.OptionalLong;

/** In V2 checkpoints only (PROTOCOL.md, "Checkpoint Metadata"). */
public record CheckpointMetadata(long version, Map<String, String> tags) implements Action {
    private static final String SIDECAR_ACTIONS = "sidecarNumActions";
    private static final String SIDECAR_BYTES = "sidecarSizeInBytes";
    private static final String ADD_FILES = "numOfAddFiles";

    public CheckpointMetadata {
        tags = Map.copyOf(tags);
    }

    /**
     * With the tags that tell what belongs to the checkpoint (PROTOCOL.md, "Checkpoint Metadata Tags").
     *
     * @param sidecarActions in all sidecars together
     * @param sidecarBytes of all sidecars together
     * @param addFiles live files, in sidecars or not
     */
    public static CheckpointMetadata of(long version, long sidecarActions, long sidecarBytes, long addFiles) {
        return new CheckpointMetadata(
                version,
                Map.of(
                        SIDECAR_ACTIONS, Long.toString(sidecarActions),
                        SIDECAR_BYTES, Long.toString(sidecarBytes),
                        ADD_FILES, Long.toString(addFiles)));
    }

    /** The actions in all sidecars together; empty where no tag tells it. */
    public OptionalLong sidecarActions() {
        return number(SIDECAR_ACTIONS);
    }

    /** The size of all sidecars together; empty where no tag tells it. */
    public OptionalLong sidecarBytes() {
        return number(SIDECAR_BYTES);
    }

    /** The live files, in sidecars or not; empty where no tag tells it. */
    public OptionalLong addFiles() {
        return number(ADD_FILES);
    }

    private OptionalLong number(String tag) {
        try {
            return OptionalLong.of(Long.parseLong(tags.getOrDefault(tag, "")));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.checkpointMetadata(this);
    }
}
