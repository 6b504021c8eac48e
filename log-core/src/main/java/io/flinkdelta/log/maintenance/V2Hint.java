/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.file.LogFile.V2Checkpoint;
import java.util.List;

/**
 * What the hint {@code _last_checkpoint} says of a UUID-named checkpoint, laid out as Spark has it: its
 * manifest, and what is in the manifest as long as that is little.
 *
 * @param bytes of the manifest
 * @param modificationTime of the manifest, epoch milliseconds
 * @param nonFileActions all of them but the sidecars
 */
record V2Hint(
        V2Checkpoint manifest,
        long bytes,
        long modificationTime,
        List<Action> nonFileActions,
        List<SidecarFile> sidecars) {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** As in Spark: the hint has to stay small enough to be read at once. */
    private static final int MOST_ACTIONS = 30;

    V2Hint {
        nonFileActions = List.copyOf(nonFileActions);
        sidecars = List.copyOf(sidecars);
    }

    ObjectNode toJson() {
        ObjectNode json = JSON.createObjectNode();
        json.put("path", manifest.fileName());
        json.put("sizeInBytes", bytes);
        json.put("modificationTime", modificationTime);
        if (nonFileActions.size() <= MOST_ACTIONS) {
            ArrayNode actions = json.putArray("nonFileActions");
            nonFileActions.forEach(action -> actions.add(tree(action)));
        }
        if (sidecars.size() <= MOST_ACTIONS) {
            ArrayNode files = json.putArray("sidecarFiles");
            sidecars.forEach(sidecar -> files.add(tree(sidecar).get("sidecar")));
        }
        return json;
    }

    private static JsonNode tree(Action action) {
        try {
            return JSON.readTree(ActionJson.write(action));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an action that was just written", e);
        }
    }
}
