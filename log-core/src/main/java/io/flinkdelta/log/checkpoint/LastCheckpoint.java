/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The hint {@code _last_checkpoint} (PROTOCOL.md, "Last Checkpoint File Schema"): where to begin a
 * listing. It may be missing, wrong or old, so nothing may be concluded from it.
 *
 * @param size the number of actions in the checkpoint
 * @param parts the number of files of a multi-part checkpoint
 * @param sizeInBytes of the checkpoint's files
 * @param numOfAddFiles live files in the checkpoint
 */
public record LastCheckpoint(
        long version, long size, OptionalInt parts, OptionalLong sizeInBytes, OptionalLong numOfAddFiles) {
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** The hint of the log, or empty when there is none or it cannot be understood. */
    public static Optional<LastCheckpoint> read(LogStore log) throws IOException {
        Optional<byte[]> content = log.read(LogFile.LAST_CHECKPOINT);
        return content.flatMap(LastCheckpoint::parse);
    }

    /** Empty when {@code content} is no hint, or not what its checksum was made of. */
    public static Optional<LastCheckpoint> parse(byte[] content) {
        JsonNode json;
        try {
            json = JSON.readTree(content);
            if (json.hasNonNull(JsonChecksum.FIELD)
                    && !JsonChecksum.matches(json, json.get(JsonChecksum.FIELD).asText())) {
                return Optional.empty();
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        OptionalLong version = number(json, "version");
        if (version.isEmpty() || version.getAsLong() < 0) {
            return Optional.empty();
        }
        OptionalLong parts = number(json, "parts");
        return Optional.of(new LastCheckpoint(
                version.getAsLong(),
                number(json, "size").orElse(-1),
                parts.isPresent() ? OptionalInt.of((int) parts.getAsLong()) : OptionalInt.empty(),
                number(json, "sizeInBytes"),
                number(json, "numOfAddFiles")));
    }

    /** As the content of the file. */
    public LogContent toContent() {
        ObjectNode json = JSON.createObjectNode();
        json.put("version", version).put("size", size);
        parts.ifPresent(value -> json.put("parts", value));
        sizeInBytes.ifPresent(value -> json.put("sizeInBytes", value));
        numOfAddFiles.ifPresent(value -> json.put("numOfAddFiles", value));
        return LogContent.of(json.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static OptionalLong number(JsonNode json, String key) {
        JsonNode value = json == null ? null : json.get(key);
        return value == null || !value.isIntegralNumber() || !value.canConvertToLong()
                ? OptionalLong.empty()
                : OptionalLong.of(value.asLong());
    }
}
