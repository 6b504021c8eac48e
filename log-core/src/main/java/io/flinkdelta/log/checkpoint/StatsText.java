/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fills the struct of the statistics from their JSON, one file after the other. The files of a table
 * have a few {@link StatsShape}s, so that nearly all are read without a parser. One thread.
 */
final class StatsText {
    private static final int MOST_SHAPES = 8;
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final ParsedStruct root;
    private final JsonScalar scalar = new JsonScalar();
    /** The last used first. */
    private final List<StatsShape> shapes = new ArrayList<>();

    /** Of statistics that {@code root} takes. */
    StatsText(ParsedStruct root) {
        this.root = root;
    }

    /** Turns to the next file; what is no JSON object, or says something twice, says nothing. */
    void read(byte[] text) {
        for (int i = 0; i < shapes.size(); i++) {
            root.clear();
            if (shapes.get(i).read(text, scalar)) {
                if (i > 0) {
                    shapes.add(0, shapes.remove(i));
                }
                return;
            }
        }
        root.clear();
        parse(text);
    }

    private void parse(byte[] text) {
        StatsShape.Builder shape = new StatsShape.Builder(text);
        try (JsonParser json = JSON.createParser(text)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                readObject(json, Optional.of(root), shape);
                shape.build().ifPresent(this::remember);
            }
        } catch (IOException e) {
            root.clear();
        }
    }

    private void remember(StatsShape shape) {
        if (shapes.size() == MOST_SHAPES) {
            shapes.remove(MOST_SHAPES - 1);
        }
        shapes.add(0, shape);
    }

    private void readObject(JsonParser json, Optional<ParsedStruct> struct, StatsShape.Builder shape)
            throws IOException {
        struct.ifPresent(ParsedStruct::setPresent);
        struct.ifPresent(shape::struct);
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            readValue(json, struct.flatMap(fields -> fields.field(name)), shape);
        }
    }

    private void readValue(JsonParser json, Optional<ParsedField> field, StatsShape.Builder shape) throws IOException {
        switch (json.currentToken()) {
            case START_OBJECT -> readObject(json, only(ParsedStruct.class, field), shape);
            case START_ARRAY -> {
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    readValue(json, Optional.empty(), shape);
                }
            }
            default -> {
                Optional<ParsedLeaf> leaf = only(ParsedLeaf.class, field);
                scalar.set(json.currentToken(), json.getText());
                leaf.ifPresent(taker -> taker.take(scalar));
                shape.scalar((int) json.currentTokenLocation().getByteOffset(), leaf);
            }
        }
    }

    /** What does not fit the table's schema is no value. */
    private static <T extends ParsedField> Optional<T> only(Class<T> kind, Optional<ParsedField> field) {
        return field.filter(kind::isInstance).map(kind::cast);
    }
}
