/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.LogContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How far somebody has read a table, as they have published it.
 *
 * @param id among the consumers of the table: letters, digits, {@code .}, {@code _} and {@code -}
 * @param version that is still needed, with all later ones
 * @param time of that version
 * @param expiry how long this counts after it was published last
 */
public record Consumer(String id, long version, Instant time, Duration expiry) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    public Consumer {
        requireId(id, ErrorContext.none());
    }

    /**
     * Refuses what cannot be the name of a file everywhere.
     *
     * @throws InvalidRequestException when it is none
     */
    public static void requireId(String id, ErrorContext context) {
        if (!ID.matcher(id).matches()) {
            throw new InvalidRequestException(
                    "This is no id of a consumer.",
                    context.with("consumerId", id),
                    "Take up to 100 letters, digits, '.', '_' and '-', beginning with a letter or digit.");
        }
    }

    LogContent toContent() {
        String json = JSON.createObjectNode()
                .put("version", version)
                .put("timestamp", time.toEpochMilli())
                .put("expiresAfterMs", expiry.toMillis())
                .toString();
        return LogContent.of(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Empty when {@code content} tells nothing of a consumer. */
    static Optional<Consumer> parse(String id, byte[] content) {
        try {
            JsonNode json = JSON.readTree(content);
            boolean whole = json != null
                    && isCount(json, "version")
                    && isCount(json, "timestamp")
                    && isCount(json, "expiresAfterMs");
            return whole && ID.matcher(id).matches()
                    ? Optional.of(new Consumer(
                            id,
                            json.get("version").asLong(),
                            Instant.ofEpochMilli(json.get("timestamp").asLong()),
                            Duration.ofMillis(json.get("expiresAfterMs").asLong())))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isCount(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isIntegralNumber() && value.canConvertToLong() && value.asLong() >= 0;
    }
}
