/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.testing.TestTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnMappingTest {
    private static final StructField INNER = field("x", 3, "col-x", PrimitiveType.INTEGER);
    private static final StructType SCHEMA = StructType.of(
            field("a", 1, "col-a", PrimitiveType.STRING),
            field("b", 2, "col-b", new MapType(StructType.of(INNER), new ArrayType(StructType.of(INNER), true), true)));

    @ParameterizedTest
    @CsvSource({"1, 2, name, NONE", "2, 5, name, NAME", "2, 6, ID, ID", "2, 5, none, NONE", "2, 4, id, ID"})
    void theModeCountsWhereTheProtocolSaysSo(int reader, int writer, String mode, ColumnMapping expected) {
        assertThat(ColumnMapping.of(
                        Protocol.legacy(reader, writer), TestTable.metadata(Map.of(ColumnMapping.MODE, mode))))
                .isEqualTo(expected);
    }

    @Test
    void asATableFeature() {
        var metadata = TestTable.metadata(Map.of(ColumnMapping.MODE, "name"));
        assertThat(ColumnMapping.of(Protocol.features(Set.of(), Set.of()), metadata))
                .isEqualTo(ColumnMapping.NONE);
        Set<String> features = Set.of("columnMapping");
        assertThat(ColumnMapping.of(Protocol.features(features, features), metadata))
                .isEqualTo(ColumnMapping.NAME);
        assertThat(ColumnMapping.of(Protocol.features(features, features), TestTable.metadata(Map.of())))
                .isEqualTo(ColumnMapping.NONE);
        assertThatThrownBy(() -> ColumnMapping.of(
                        Protocol.features(features, features), TestTable.metadata(Map.of(ColumnMapping.MODE, "both"))))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("both");
    }

    @Test
    void physicalNamesAtEveryLevel() {
        assertThat(ColumnMapping.NAME.physical(SCHEMA).describe())
                .isEqualTo("struct<col-a:string,col-b:map<struct<col-x:integer>,array<struct<col-x:integer>>>>");
        assertThat(ColumnMapping.NONE.physical(SCHEMA)).isSameAs(SCHEMA);
        assertThat(ColumnMapping.ID.physicalNames(SCHEMA, List.of("b", "a"))).containsExactly("col-b", "col-a");
        assertThat(ColumnMapping.ID.id(INNER)).isEqualTo(3);
        assertThatThrownBy(() -> ColumnMapping.ID.physicalNames(SCHEMA, List.of("c")))
                .isInstanceOf(CorruptLogException.class);
    }

    @Test
    void aColumnWithoutIdOrPhysicalNameIsAnError() {
        StructField bare = new StructField("bare", PrimitiveType.LONG, true);
        assertThat(ColumnMapping.NONE.physicalName(bare)).isEqualTo("bare");
        assertThatThrownBy(() -> ColumnMapping.NAME.physicalName(bare))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("column=bare", ColumnMapping.PHYSICAL_NAME);
        assertThatThrownBy(() -> ColumnMapping.ID.id(bare)).isInstanceOf(CorruptLogException.class);
        StructField text = new StructField(
                "text", PrimitiveType.LONG, true, FieldMetadata.empty().with(ColumnMapping.FIELD_ID, "1"));
        assertThatThrownBy(() -> ColumnMapping.ID.id(text)).isInstanceOf(CorruptLogException.class);
    }

    private static StructField field(String name, int id, String physical, io.flinkdelta.log.schema.DataType type) {
        return new StructField(
                name,
                type,
                true,
                FieldMetadata.of(JsonNodeFactory.instance
                        .objectNode()
                        .put(ColumnMapping.FIELD_ID, id)
                        .put(ColumnMapping.PHYSICAL_NAME, physical)));
    }
}
