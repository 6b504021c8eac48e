/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.alter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.interop.referee.RefereeException;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.alter.TableChange;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The first commit of a table that we create is that of Spark for the same statement. */
@ExtendWith(RefereeExtension.class)
final class CreateLikeSparkIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String COLUMNS =
            "(id INT COMMENT 'key', p STRING, s STRUCT<x: INT COMMENT 'inner'>, a ARRAY<STRUCT<y: DATE>>)";
    private static final StructType SCHEMA = StructType.of(
            new StructField(
                    "id", PrimitiveType.INTEGER, true, FieldMetadata.empty().with("comment", "key")),
            new StructField("p", PrimitiveType.STRING, true),
            new StructField(
                    "s",
                    StructType.of(new StructField(
                            "x",
                            PrimitiveType.INTEGER,
                            true,
                            FieldMetadata.empty().with("comment", "inner"))),
                    true),
            new StructField(
                    "a", new ArrayType(StructType.of(new StructField("y", PrimitiveType.DATE, true)), true), true));

    @TempDir
    private Path folder;

    private record Case(String clauses, CreateTable request) {}

    @Test
    void tablesAreCreatedAlike(RefereeProcess referee) throws IOException {
        CreateTable plain = CreateTable.of(SCHEMA);
        List<Case> cases = new ArrayList<>(List.of(
                new Case("", plain),
                new Case(
                        "PARTITIONED BY (p) COMMENT 'about it'",
                        plain.partitionedBy(List.of("p")).comment("about it")),
                new Case(
                        "CLUSTER BY (id, s.x)",
                        plain.clusteredBy(List.of(ColumnPath.of("id"), ColumnPath.of("s", "x"))))));
        for (String properties : List.of(
                "delta.appendonly=true,own=x",
                "delta.columnMapping.mode=name",
                "delta.columnMapping.mode=id",
                "delta.columnMapping.mode=name,delta.minReaderVersion=2,delta.minWriterVersion=5",
                "delta.minReaderVersion=1,delta.minWriterVersion=4",
                "delta.minReaderVersion=2,delta.minWriterVersion=6",
                "delta.minReaderVersion=3,delta.minWriterVersion=7",
                "delta.minWriterVersion=7",
                "delta.ignoreProtocolDefaults=true",
                "delta.feature.columnMapping=supported",
                "delta.feature.typeWidening-preview=supported,delta.enableTypeWidening=true",
                "delta.enableDeletionVectors=true",
                "delta.enableChangeDataFeed=true",
                "delta.enableChangeDataCapture=true",
                "delta.enableRowTracking=true",
                "delta.feature.rowTracking=supported",
                "delta.enableTypeWidening=true",
                "delta.enableVariantShredding=true",
                "delta.checkpointPolicy=v2",
                "delta.enableIcebergCompatV2=true",
                "delta.feature.domainMetadata=enabled",
                "delta.feature.allowColumnDefaults=supported",
                "delta.feature.vacuumProtocolCheck=supported,delta.checkpointInterval=7",
                "delta.enableMaterializePartitionColumnsFeature=true",
                "delta.isolationLevel=Serializable,delta.randomizeFilePrefixes=true,delta.randomPrefixLength=3",
                "delta.constraints.c=id > 0")) {
            Map<String, String> map = map(properties);
            cases.add(new Case("TBLPROPERTIES (" + sql(map) + ")", plain.properties(map)));
        }
        for (int i = 0; i < cases.size(); i++) {
            assertAlike(referee, folder.resolve("t" + i), cases.get(i));
        }
    }

    /** NOT NULL is taken where it is enforced: in structs, not inside of arrays and maps. */
    @Test
    void notNullOfNestedFields(RefereeProcess referee) throws IOException {
        StructType strict = StructType.of(new StructField("x", PrimitiveType.INTEGER, false));
        String struct = "STRUCT<x: INT NOT NULL>";
        Map<String, DataType> types = new LinkedHashMap<>();
        types.put(struct, strict);
        types.put("STRUCT<s: " + struct + ">", StructType.of(new StructField("s", strict, true)));
        types.put("ARRAY<" + struct + ">", new ArrayType(strict, true));
        types.put("MAP<STRING, " + struct + ">", new MapType(PrimitiveType.STRING, strict, true));
        types.put("MAP<" + struct + ", INT>", new MapType(strict, PrimitiveType.INTEGER, true));
        types.put(
                "STRUCT<a: ARRAY<" + struct + ">>",
                StructType.of(new StructField("a", new ArrayType(strict, true), true)));
        List<String> taken = new ArrayList<>();
        for (Map.Entry<String, DataType> type : types.entrySet()) {
            Path table = folder.resolve("n" + type.getKey().hashCode());
            CreateTable request = CreateTable.of(StructType.of(
                    new StructField("id", PrimitiveType.INTEGER, false), new StructField("c", type.getValue(), true)));
            try {
                referee.sql(
                        "CREATE TABLE delta.`" + table + "` (id INT NOT NULL, c " + type.getKey() + ") USING delta");
                TableChange ours = request.toChange(() -> UUID.randomUUID().toString(), Clock.systemUTC());
                assertThat(Definitions.json(ours)).isEqualTo(Definitions.json(Definitions.at(table, 0)));
                taken.add(type.getKey());
            } catch (RefereeException refused) {
                assertThat(refused.condition()).isEqualTo("DELTA_NESTED_NOT_NULL_CONSTRAINT");
                assertThatThrownBy(
                                () -> request.toChange(() -> UUID.randomUUID().toString(), Clock.systemUTC()))
                        .isInstanceOf(InvalidRequestException.class)
                        .hasMessageContaining("NOT NULL");
            }
        }
        assertThat(taken).containsExactly(struct, "STRUCT<s: " + struct + ">");
    }

    private static void assertAlike(RefereeProcess referee, Path table, Case wanted) throws IOException {
        referee.sql("CREATE TABLE delta.`" + table + "` " + COLUMNS + " USING delta " + wanted.clauses());
        TableChange ours = wanted.request().toChange(() -> UUID.randomUUID().toString(), Clock.systemUTC());
        assertThat(Definitions.json(ours)).as(wanted.clauses()).isEqualTo(Definitions.json(Definitions.at(table, 0)));
        JsonNode info = Definitions.commitInfo(table, 0);
        assertThat(info.get("operation").asText()).isEqualTo(ours.operation().historyName());
        assertThat(Definitions.parameters(JSON.valueToTree(ours.parameters())))
                .as(wanted.clauses())
                .isEqualTo(Definitions.parameters(info.get("operationParameters")));
    }

    private static Map<String, String> map(String properties) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String property : properties.split(",", -1)) {
            map.put(property.substring(0, property.indexOf('=')), property.substring(property.indexOf('=') + 1));
        }
        return map;
    }

    private static String sql(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(property -> "'" + property.getKey() + "' = '" + property.getValue() + "'")
                .collect(Collectors.joining(", "));
    }
}
