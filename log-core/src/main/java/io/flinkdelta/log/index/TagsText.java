/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Tags as a JSON object, so that files with the same keys have the same shape. */
final class TagsText {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private TagsText() {}

    static byte[] write(Map<String, String> tags) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            for (Map.Entry<String, String> tag : new TreeMap<>(tags).entrySet()) {
                json.writeStringField(tag.getKey(), tag.getValue());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static Map<String, String> read(String text) {
        Map<String, String> tags = new LinkedHashMap<>();
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
                tags.put(key, json.nextTextValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tags;
    }
}
