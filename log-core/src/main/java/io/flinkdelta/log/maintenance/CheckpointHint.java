/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.checkpoint.CheckpointWriter.Written;
import io.flinkdelta.log.checkpoint.JsonChecksum;
import io.flinkdelta.log.checkpoint.LastCheckpoint;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Moves the hint {@code _last_checkpoint} (PROTOCOL.md, "Last Checkpoint File Schema"). Any thread. */
record CheckpointHint(LogStore log) {

    /** Points it to a checkpoint; never backwards: a slow checkpoint may be done after a later one. */
    void moveTo(long version, WrittenCheckpoint written) throws IOException {
        Optional<LastCheckpoint> current = LastCheckpoint.read(log);
        if (current.isEmpty() || current.get().version() < version) {
            byte[] content = json(version, written).toString().getBytes(StandardCharsets.UTF_8);
            log.overwrite(LogFile.LAST_CHECKPOINT, LogContent.of(content));
        }
    }

    private static ObjectNode json(long version, WrittenCheckpoint written) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        Written total = written.total();
        json.put("version", version).put("size", total.actions());
        written.parts().ifPresent(parts -> json.put("parts", parts));
        json.put("sizeInBytes", total.bytes()).put("numOfAddFiles", total.addFiles());
        written.v2().ifPresent(v2 -> json.set("v2Checkpoint", v2.toJson()));
        JsonChecksum.of(json).ifPresent(checksum -> json.put(JsonChecksum.FIELD, checksum));
        return json;
    }
}
