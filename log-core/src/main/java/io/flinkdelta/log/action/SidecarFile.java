/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Map;

/** In V2 checkpoints only (PROTOCOL.md, "Sidecar File Information"). */
public record SidecarFile(String path, long sizeInBytes, long modificationTime, Map<String, String> tags)
        implements Action {
    public SidecarFile {
        tags = Map.copyOf(tags);
    }

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.sidecar(this);
    }
}
