/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaJsonTest {

    @Test
    void everyTypeIsWrittenAndRead() {
        List<StructField> fields = new ArrayList<>();
        for (PrimitiveType type : PrimitiveType.values()) {
            fields.add(new StructField("c_" + type.jsonName(), type, true));
        }
        fields.add(new StructField("dec", new DecimalType(38, 18), false));
        fields.add(new StructField("list", new ArrayType(PrimitiveType.LONG, false), true));
        fields.add(new StructField(
                "map",
                new MapType(
                        PrimitiveType.STRING,
                        new ArrayType(StructType.of(new StructField("x \"y\"\n日", PrimitiveType.DATE, true)), true),
                        false),
                true,
                FieldMetadata.empty().with("comment", "a \\ b")));
        StructType schema = new StructType(fields);
        assertThat(SchemaJson.parse(SchemaJson.write(schema))).isEqualTo(schema);
    }

    @Test
    void theTextIsThatOfSpark() {
        StructType schema = StructType.of(
                new StructField(
                        "a",
                        new DecimalType(10, 2),
                        false,
                        FieldMetadata.empty().with("comment", "c")),
                new StructField("l", new ArrayType(PrimitiveType.INTEGER, true), true),
                new StructField("m", new MapType(PrimitiveType.STRING, StructType.of(), false), true));
        assertThat(SchemaJson.write(schema))
                .isEqualTo(
                        "{\"type\":\"struct\",\"fields\":["
                                + "{\"name\":\"a\",\"type\":\"decimal(10,2)\",\"nullable\":false,\"metadata\":{\"comment\":\"c\"}},"
                                + "{\"name\":\"l\",\"type\":{\"type\":\"array\",\"elementType\":\"integer\",\"containsNull\":true},"
                                + "\"nullable\":true,\"metadata\":{}},"
                                + "{\"name\":\"m\",\"type\":{\"type\":\"map\",\"keyType\":\"string\",\"valueType\":"
                                + "{\"type\":\"struct\",\"fields\":[]},\"valueContainsNull\":false},\"nullable\":true,\"metadata\":{}}]}");
    }

    @Test
    void whatSparkAlsoTakesIsRead() {
        StructType schema = SchemaJson.parse("{\"fields\":[{\"name\":\"a\",\"type\":\"decimal\"},"
                + "{\"type\":\"decimal( 5 , 2 )\",\"name\":\"b\",\"later\":[1]},"
                + "{\"name\":\"c\",\"type\":\"null\",\"nullable\":true,\"metadata\":null},"
                + "{\"name\":\"d\",\"type\":{\"elementType\":\"long\",\"type\":\"array\"},\"nullable\":false}],"
                + "\"type\":\"struct\"}");
        assertThat(schema)
                .isEqualTo(StructType.of(
                        new StructField("a", new DecimalType(10, 0), true),
                        new StructField("b", new DecimalType(5, 2), true),
                        new StructField("c", PrimitiveType.VOID, true),
                        new StructField("d", new ArrayType(PrimitiveType.LONG, true), false)));
    }

    @Test
    void metadataOfFieldsKeepsItsTypes() {
        String text =
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":\"long\",\"nullable\":true,\"metadata\":"
                        + "{\"i\":9007199254740993,\"d\":1.5,\"b\":true,\"n\":null,\"l\":[1,\"x\"],\"o\":{\"k\":{}}}}]}";
        StructType schema = SchemaJson.parse(text);
        FieldMetadata metadata = schema.fields().get(0).metadata();
        assertThat(metadata.get("i").map(JsonNode::longValue)).contains(9007199254740993L);
        assertThat(metadata.get("n")).isEmpty();
        assertThat(SchemaJson.write(schema)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "nonsense",
                "\"long\"",
                "[]",
                "{}",
                "{\"type\":\"array\",\"elementType\":\"long\"}",
                "{\"type\":\"struct\"}",
                "{\"type\":\"struct\",\"fields\":{}}",
                "{\"type\":\"struct\",\"fields\":[{\"type\":\"long\"}]}",
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\"}]}",
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":7}]}",
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":{\"type\":\"map\",\"keyType\":\"long\"}}]}"
            })
    void whatIsNoSchemaIsCorrupt(String text) {
        assertThatThrownBy(() -> SchemaJson.parse(text)).isInstanceOf(CorruptLogException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"interval\" | interval",
                "\"char(3)\" | char(3)",
                "\"decimal(39,0)\" | decimal(39,0)",
                "\"decimal(5,6)\" | decimal(5,6)",
                "\"decimal(5,-1)\" | decimal(5,-1)",
                "\"LONG\" | LONG",
                "{\"type\":\"udt\",\"sqlType\":\"long\"} | udt"
            })
    void unknownTypesAreNamedWithTheirColumn(String type, String name) {
        String text = "{\"type\":\"struct\",\"fields\":[{\"name\":\"s\",\"type\":{\"type\":\"array\",\"elementType\":"
                + "{\"type\":\"struct\",\"fields\":[{\"name\":\"x\",\"type\":" + type + "}]}}}]}";
        assertThatThrownBy(() -> SchemaJson.parse(text))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("column=s.element.x", "type=" + name);
    }
}
