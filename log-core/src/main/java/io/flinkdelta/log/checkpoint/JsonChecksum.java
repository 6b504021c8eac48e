/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The checksum of the hint {@code _last_checkpoint} (PROTOCOL.md, "JSON checksum"): the MD5 of the
 * values in a canonical form, sorted by their paths. It tells a hint that was read half before and half
 * after it was replaced.
 */
public final class JsonChecksum {
    /** The top-level field that holds the checksum and is no part of it. */
    public static final String FIELD = "checksum";

    private final Map<String, String> values =
            new TreeMap<>((left, right) -> Arrays.compareUnsigned(utf8(left), utf8(right)));

    private JsonChecksum() {}

    /** In lower case hexadecimal digits. */
    public static String of(JsonNode json) {
        JsonChecksum checksum = new JsonChecksum();
        checksum.add("", json);
        return HexFormat.of().formatHex(md5(utf8(checksum.canonical())));
    }

    private void add(String path, JsonNode node) {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                if (!path.isEmpty() || !field.getKey().equals(FIELD)) {
                    add(below(path, encoded(field.getKey())), field.getValue());
                }
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                add(below(path, Integer.toString(i)), node.get(i));
            }
        } else {
            values.put(path, node.isTextual() ? encoded(node.asText()) : node.asText());
        }
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "+" + name;
    }

    private String canonical() {
        StringBuilder text = new StringBuilder();
        values.forEach((path, value) ->
                text.append(text.isEmpty() ? "" : ",").append(path).append('=').append(value));
        return text.toString();
    }

    /** In quotes, percent-encoded but for the unreserved characters. */
    private static String encoded(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (byte each : utf8(text)) {
            char c = (char) (each & 0xff);
            boolean unreserved = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || "-._~".indexOf(c) >= 0;
            if (unreserved) {
                quoted.append(c);
            } else {
                quoted.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
            }
        }
        return quoted.append('"').toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] md5(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }
}
