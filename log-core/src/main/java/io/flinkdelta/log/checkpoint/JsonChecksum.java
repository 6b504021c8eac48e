/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The checksum of the hint {@code _last_checkpoint} (PROTOCOL.md, "JSON checksum"): the MD5 of the
 * values in a canonical form. It tells a hint that was read half before and half after it was replaced.
 *
 * <p>The protocol sorts the values by their paths; delta-spark sorts the text of path and value, which is
 * another order where a list has more than ten plain values: {@code 10=} comes before {@code 1=}. Both orders
 * are taken for right, and there is no checksum to write where they differ.
 */
public final class JsonChecksum {
    /** The top-level field that holds the checksum and is no part of it. */
    public static final String FIELD = "checksum";

    private static final Comparator<String> BYTE_ORDER =
            (left, right) -> Arrays.compareUnsigned(utf8(left), utf8(right));

    private final Map<String, String> values = new TreeMap<>(BYTE_ORDER);

    private JsonChecksum() {}

    /** In lower case hexadecimal digits; empty when not all readers would find the same. */
    public static Optional<String> of(JsonNode json) {
        JsonChecksum checksum = canonical(json);
        String byPath = checksum.byPath();
        return byPath.equals(checksum.byPathAndValue()) ? Optional.of(md5(byPath)) : Optional.empty();
    }

    /** Whether {@code checksum} is that of {@code json} to some reader. */
    public static boolean matches(JsonNode json, String checksum) {
        JsonChecksum found = canonical(json);
        return checksum.equals(md5(found.byPath())) || checksum.equals(md5(found.byPathAndValue()));
    }

    private static JsonChecksum canonical(JsonNode json) {
        JsonChecksum checksum = new JsonChecksum();
        checksum.add("", json);
        return checksum;
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

    private String byPath() {
        return pairs().collect(Collectors.joining(","));
    }

    private String byPathAndValue() {
        return pairs().sorted(BYTE_ORDER).collect(Collectors.joining(","));
    }

    private Stream<String> pairs() {
        return values.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue());
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

    private static String md5(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(utf8(text)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }
}
