/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The lines of a commit file, both ways (PROTOCOL.md, "Actions"). Thread-safe. */
public final class ActionJson {
    /** Its strings may be as long as a log's longest line: statistics, inline deletion vectors, commitInfo. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    static {
        JSON.setCodec(new ObjectMapper(JSON));
    }

    /** How the lines begin that say nothing about protocol, metadata, transactions or domains. */
    private static final List<byte[]> FILE_ACTION_STARTS =
            List.of(ascii("{\"add\":{"), ascii("{\"remove\":{"), ascii("{\"cdc\":{"));

    private ActionJson() {}

    /**
     * Whether the line that begins at {@code start} is a file action, going by its first characters: a
     * line that is written in another way than all known writers do is not recognized.
     */
    public static boolean startsAsFileAction(byte[] content, int start) {
        for (byte[] prefix : FILE_ACTION_STARTS) {
            int end = start + prefix.length;
            if (end <= content.length && Arrays.equals(content, start, end, prefix, 0, prefix.length)) {
                return true;
            }
        }
        return false;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Parses one line. Unknown fields are skipped; an unknown action and a blank line give empty.
     *
     * @throws IllegalArgumentException when the line is no JSON object, misses a required field or holds several actions
     */
    public static Optional<Action> parse(String line) {
        try {
            return parse(JSON.createParser(line), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Parses one line of UTF-8 bytes, as {@link #parse(String)} does.
     *
     * @throws IllegalArgumentException also when the bytes are no UTF-8
     */
    public static Optional<Action> parse(byte[] content, int start, int length) {
        try {
            return parse(JSON.createParser(content, start, length), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@link #parse(byte[], int, int)}, but of a commitInfo only what its accessors look at, whatever its size. */
    public static Optional<Action> parseBriefly(byte[] content, int start, int length) {
        try {
            return parse(JSON.createParser(content, start, length), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Action> parse(JsonParser line, boolean whole) {
        try (JsonParser parser = line) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return Optional.empty();
            }
            if (first != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("no JSON object");
            }
            Action action = null;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                Action next = ActionReader.read(parser, whole);
                if (next != null && action != null) {
                    throw new IllegalArgumentException("several actions in one line");
                }
                action = next == null ? action : next;
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("text after the action");
            }
            return Optional.ofNullable(action);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no valid JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One line without a line end. Absent fields are left out, as Spark does. */
    public static String write(Action action) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            new ActionWriter(json).write(action);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.toString();
    }
}
