/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionJsonTest {
    private static final DeletionVectorDescriptor VECTOR =
            new DeletionVectorDescriptor("u", "ab^-aqEH.-t@S}K{vb[*k^", OptionalInt.of(4), 40, 6);

    static Stream<Arguments> lines() {
        Map<String, String> partition = new HashMap<>();
        partition.put("k", null);
        PartitionValues values = PartitionValues.of(partition);
        Map<String, String> tags = Map.of("b", "2", "a", "1");
        return Stream.of(
                arguments(
                        AddFile.ofNewFile(
                                "part-0.parquet", PartitionValues.none(), 1, 2, Optional.of("{\"numRecords\":3}")),
                        "{\"add\":{\"path\":\"part-0.parquet\",\"partitionValues\":{},\"size\":1,\"modificationTime\":2,"
                                + "\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":3}\"}}"),
                arguments(
                        new AddFile(
                                "a",
                                values,
                                1,
                                2,
                                false,
                                Optional.empty(),
                                tags,
                                Optional.of(VECTOR),
                                OptionalLong.of(3),
                                OptionalLong.of(4),
                                Optional.of("liquid")),
                        "{\"add\":{\"path\":\"a\",\"partitionValues\":{\"k\":null},\"size\":1,\"modificationTime\":2,"
                                + "\"dataChange\":false,\"tags\":{\"a\":\"1\",\"b\":\"2\"},\"deletionVector\":{"
                                + "\"storageType\":\"u\",\"pathOrInlineDv\":\"ab^-aqEH.-t@S}K{vb[*k^\",\"offset\":4,"
                                + "\"sizeInBytes\":40,\"cardinality\":6},\"baseRowId\":3,\"defaultRowCommitVersion\":4,"
                                + "\"clusteringProvider\":\"liquid\"}}"),
                arguments(
                        new RemoveFile(
                                "a",
                                OptionalLong.of(9),
                                true,
                                true,
                                Optional.of(values),
                                OptionalLong.of(1),
                                Optional.of("{}"),
                                tags,
                                Optional.of(VECTOR),
                                OptionalLong.of(3),
                                OptionalLong.of(4)),
                        "{\"remove\":{\"path\":\"a\",\"deletionTimestamp\":9,\"dataChange\":true,"
                                + "\"extendedFileMetadata\":true,\"partitionValues\":{\"k\":null},\"size\":1,"
                                + "\"tags\":{\"a\":\"1\",\"b\":\"2\"},\"deletionVector\":{\"storageType\":\"u\","
                                + "\"pathOrInlineDv\":\"ab^-aqEH.-t@S}K{vb[*k^\",\"offset\":4,\"sizeInBytes\":40,"
                                + "\"cardinality\":6},\"baseRowId\":3,\"defaultRowCommitVersion\":4,\"stats\":\"{}\"}}"),
                arguments(
                        new RemoveFile(
                                "a",
                                OptionalLong.empty(),
                                false,
                                false,
                                Optional.empty(),
                                OptionalLong.empty(),
                                Optional.empty(),
                                Map.of(),
                                Optional.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty()),
                        "{\"remove\":{\"path\":\"a\",\"dataChange\":false}}"),
                arguments(
                        new AddCDCFile("_change_data/c", values, 7, Map.of()),
                        "{\"cdc\":{\"path\":\"_change_data/c\",\"partitionValues\":{\"k\":null},\"size\":7,"
                                + "\"dataChange\":false}}"),
                arguments(
                        new Metadata(
                                "id",
                                Optional.of("n"),
                                Optional.of("d"),
                                Metadata.Format.parquet(),
                                "{}",
                                List.of("q", "p"),
                                OptionalLong.of(5),
                                Map.of("y", "2", "x", "1")),
                        "{\"metaData\":{\"id\":\"id\",\"name\":\"n\",\"description\":\"d\",\"format\":{"
                                + "\"provider\":\"parquet\",\"options\":{}},\"schemaString\":\"{}\","
                                + "\"partitionColumns\":[\"q\",\"p\"],\"configuration\":{\"x\":\"1\",\"y\":\"2\"},"
                                + "\"createdTime\":5}}"),
                arguments(Protocol.legacy(1, 2), "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}"),
                arguments(
                        Protocol.features(Set.of(), Set.of("b", "a")),
                        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[],"
                                + "\"writerFeatures\":[\"a\",\"b\"]}}"),
                arguments(
                        new SetTransaction("app", -1, OptionalLong.of(8)),
                        "{\"txn\":{\"appId\":\"app\",\"version\":-1,\"lastUpdated\":8}}"),
                arguments(
                        new SetTransaction("app", Long.MAX_VALUE, OptionalLong.empty()),
                        "{\"txn\":{\"appId\":\"app\",\"version\":9223372036854775807}}"),
                arguments(
                        new DomainMetadata("d", "{}", true),
                        "{\"domainMetadata\":{\"domain\":\"d\",\"configuration\":\"{}\",\"removed\":true}}"),
                arguments(
                        CommitInfo.of(info()),
                        "{\"commitInfo\":{\"timestamp\":1,\"operationParameters\":{\"mode\":\"Append\",\"n\":null},"
                                + "\"weight\":0.1}}"),
                arguments(
                        new CheckpointMetadata(3, Map.of("t", "u")),
                        "{\"checkpointMetadata\":{\"version\":3,\"tags\":{\"t\":\"u\"}}}"),
                arguments(
                        new SidecarFile("s", 1, 2, Map.of()),
                        "{\"sidecar\":{\"path\":\"s\",\"sizeInBytes\":1,\"modificationTime\":2}}"));
    }

    private static ObjectNode info() {
        ObjectNode info = JsonNodeFactory.instance.objectNode().put("timestamp", 1);
        info.putObject("operationParameters").put("mode", "Append").putNull("n");
        return info.put("weight", 0.1);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void actionsAreWrittenAndRead(Action action, String line) throws Exception {
        assertThat(ActionJson.write(action)).isEqualTo(line);
        Action read = ActionJson.parse(line).orElseThrow();
        assertThat(ActionJson.write(read)).isEqualTo(line);
        if (!(action instanceof CommitInfo)) {
            assertThat(read).isEqualTo(action);
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void unknownFieldsAndNullsAreSkipped(Action action, String line) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode json = (ObjectNode) mapper.readTree(line);
        if (action instanceof CommitInfo) {
            return;
        }
        String name = json.fieldNames().next();
        ObjectNode body = (ObjectNode) json.get(name);
        body.putObject("later").putArray("x").addObject().put("path", "wrong").put("size", -1);
        body.putArray("alsoLater").add(1).addArray().add("path");
        for (String field : List.of("stats", "tags", "deletionVector", "lastUpdated", "readerFeatures", "name")) {
            if (!body.has(field)) {
                body.putNull(field);
            }
        }
        ObjectNode wrapped = mapper.createObjectNode().putNull("futureNull");
        wrapped.putObject("later").put("add", "no action");
        wrapped.set(name, body);
        wrapped.putNull("remove".equals(name) ? "add" : "remove");
        assertThat(ActionJson.parse(wrapped.toString())).contains(action);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void eachRequiredFieldIsMissed(Action action, String line) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode json = (ObjectNode) mapper.readTree(line);
        String name = json.fieldNames().next();
        List<String> missed = new ArrayList<>();
        json.get(name).fieldNames().forEachRemaining(field -> {
            ObjectNode without = json.deepCopy();
            ((ObjectNode) without.get(name)).remove(field);
            try {
                assertThat(ActionJson.parse(without.toString())).isPresent();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining(name).hasMessageContaining(field);
                missed.add(field);
            }
        });
        List<String> required = switch (name) {
            case "add" -> List.of("path", "partitionValues", "size", "modificationTime", "dataChange");
            case "remove" -> List.of("path", "dataChange");
            case "cdc" -> List.of("path", "partitionValues", "size");
            case "metaData" -> List.of("id", "format", "partitionColumns", "configuration");
            case "protocol" -> List.of("minReaderVersion", "minWriterVersion");
            case "txn" -> List.of("appId", "version");
            case "domainMetadata" -> List.of("domain", "configuration", "removed");
            case "checkpointMetadata" -> List.of("version");
            case "sidecar" -> List.of("path", "sizeInBytes", "modificationTime");
            default -> List.of();
        };
        assertThat(missed).as(name).isEqualTo(required);
        assertThat(action).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "{}", "{\"later\":{\"a\":[1,{}]}}", "{\"add\":null}"})
    void thereMayBeNoAction(String line) {
        assertThat(ActionJson.parse(line)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "null",
                "3",
                "add",
                "{\"add\":[]}",
                "{\"add\":\"x\"}",
                "{\"add\":{\"path\":\"x\",\"modific{\"commitInfo\":{}}",
                "{\"txn\":{\"appId\":\"a\",\"version\":1}",
                "{\"txn\":{\"appId\":\"a\",\"version\":1}} {",
                "{\"txn\":{\"appId\":\"a\",\"version\":1}}{}",
                "junk{\"txn\":{\"appId\":\"a\",\"version\":1}}",
                "{\"txn\":{\"appId\":\"a\",\"version\":1},\"add\":{\"path\":\"x\",\"partitionValues\":{},\"size\":1,"
                        + "\"modificationTime\":1,\"dataChange\":true}}",
                "{\"txn\":{\"appId\":\"a\",\"version\":\"1\"}}",
                "{\"txn\":{\"appId\":\"a\",\"version\":1.5}}",
                "{\"txn\":{\"appId\":\"a\",\"version\":9223372036854775808}}",
                "{\"txn\":{\"appId\":7,\"version\":1}}",
                "{\"protocol\":{\"minReaderVersion\":3000000000,\"minWriterVersion\":7}}",
                "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":\"x\"}}",
                "{\"domainMetadata\":{\"domain\":\"d\",\"configuration\":\"c\",\"removed\":\"no\"}}",
                "{\"add\":{\"path\":\"x\",\"partitionValues\":{\"k\":{}},\"size\":1,\"modificationTime\":1,"
                        + "\"dataChange\":true}}"
            })
    void whatIsNoActionIsRefused(String line) {
        assertThatThrownBy(() -> ActionJson.parse(line)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void partitionValuesKeepNullsAndOrderAndTakeScalars() {
        AddFile add = (AddFile) ActionJson.parse(
                        "{\"add\":{\"path\":\"x\",\"partitionValues\":{\"z\":null,\"a\":\"\",\"m\":7,\"b\":true},"
                                + "\"size\":1,\"modificationTime\":1,\"dataChange\":true}}")
                .orElseThrow();
        assertThat(add.partitionValues().asMap().keySet()).containsExactly("z", "a", "m", "b");
        assertThat(add.partitionValues().asMap().values()).containsExactly(null, "", "7", "true");
    }

    @Test
    void longStringsAreRead() {
        String stats = "x".repeat(30_000_000);
        AddFile add = AddFile.ofNewFile("x", PartitionValues.none(), 1, 1, Optional.of(stats));
        assertThat(ActionJson.parse(ActionJson.write(add))).contains(add);
    }

    @Test
    void ofACommitInfoTheAccessorsFieldsAreEnough() {
        String line = "{\"commitInfo\":{\"inCommitTimestamp\":7,\"operationParameters\":{\"a\":[{\"txnId\":\"x\"}]},"
                + "\"txnId\":\"t\",\"note\":\"long\",\"isBlindAppend\":true,\"job\":{\"jobId\":\"1\"}}}";
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        assertThat(ActionJson.write(ActionJson.parse(bytes, 0, bytes.length).orElseThrow()))
                .isEqualTo(line);
        assertThat(ActionJson.write(
                        ActionJson.parseBriefly(bytes, 0, bytes.length).orElseThrow()))
                .isEqualTo("{\"commitInfo\":{\"inCommitTimestamp\":7,\"txnId\":\"t\",\"isBlindAppend\":true,"
                        + "\"job\":{\"jobId\":\"1\"}}}");
    }

    @Test
    void anAbsentSchemaIsOneWithoutColumns() {
        Metadata metadata = (Metadata) ActionJson.parse(
                        "{\"metaData\":{\"id\":\"i\",\"format\":{\"provider\":\"parquet\"},\"partitionColumns\":[],"
                                + "\"configuration\":{\"gone\":null}}}")
                .orElseThrow();
        assertThat(metadata.schema().fields()).isEmpty();
        assertThat(metadata.configuration()).isEmpty();
    }
}
