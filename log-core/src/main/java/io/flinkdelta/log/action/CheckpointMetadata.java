/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Map;

/** In V2 checkpoints only (PROTOCOL.md, "Checkpoint Metadata"). */
public record CheckpointMetadata(long version, Map<String, String> tags) implements Action {
    public CheckpointMetadata {
        tags = Map.copyOf(tags);
    }

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.checkpointMetadata(this);
    }
}
