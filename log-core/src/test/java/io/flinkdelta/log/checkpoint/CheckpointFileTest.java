/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.CheckpointWriter.Written;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LocalLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.testing.ParquetActions;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.log.testing.TestTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Test;

class CheckpointFileTest {
    private static final String NAME = "00000000000000000007.checkpoint.parquet";

    private final InMemoryLogStore store = new InMemoryLogStore();

    @Test
    void everyFieldOfEveryActionSurvives() throws IOException {
        List<Action> state = List.of(
                Protocol.features(Set.of("timestampNtz", "b"), Set.of("timestampNtz", "b", "c")),
                metadata(),
                new SetTransaction("app", Long.MAX_VALUE, OptionalLong.of(5)),
                new SetTransaction("", 0, OptionalLong.empty()),
                new DomainMetadata("delta.x", "{\"a\":\"ä\"}", false));
        List<Action> files = List.of(fullAdd(), bareAdd(), fullRemove(), bareRemove());
        List<Action> all = new ArrayList<>(state);
        all.addAll(files);
        Written written = write(all, true);
        assertThat(written.actions()).isEqualTo(9);
        assertThat(written.addFiles()).isEqualTo(2);
        assertThat(written.bytes()).isEqualTo(store.read(NAME).orElseThrow().length);
        assertThat(read(store, NAME, CheckpointContent.STATE)).containsExactlyElementsOf(state);
        assertThat(read(store, NAME, CheckpointContent.FILES)).containsExactly(fullAdd(), bareAdd());
        assertThat(read(store, NAME, CheckpointContent.FILES_AND_TOMBSTONES)).containsExactlyElementsOf(files);
    }

    @Test
    void entriesWithoutAValueAreLeftOutAsInCommits() throws IOException {
        List<String> lines = List.of(
                "{\"metaData\":{\"id\":\"x\",\"format\":{\"provider\":\"parquet\",\"options\":{\"o\":null}},"
                        + "\"schemaString\":\"{}\",\"partitionColumns\":[],\"configuration\":{\"a\":null,\"b\":\"1\"}}}",
                "{\"add\":{\"path\":\"f\",\"partitionValues\":{\"p\":null},\"size\":1,\"modificationTime\":1,"
                        + "\"dataChange\":false,\"tags\":{\"t\":null}}}");
        store.putIfAbsent(NAME, LogContent.of(ParquetActions.ofLines(lines)));
        assertThat(read(store, NAME, CheckpointContent.STATE))
                .containsExactly(ActionJson.parse(lines.get(0)).orElseThrow());
        assertThat(read(store, NAME, CheckpointContent.FILES))
                .containsExactly(ActionJson.parse(lines.get(1)).orElseThrow());
    }

    @Test
    void protocolsWithoutFeaturesHaveNone() throws IOException {
        write(List.of(Protocol.legacy(1, 2)), true);
        assertThat(read(store, NAME, CheckpointContent.STATE)).containsExactly(Protocol.legacy(1, 2));
    }

    @Test
    void statisticsAreLeftOutWhenTheTableSaysSo() throws IOException {
        write(List.of(fullAdd()), false);
        assertThat(read(store, NAME, CheckpointContent.FILES))
                .singleElement()
                .isInstanceOfSatisfying(
                        AddFile.class, add -> assertThat(add.stats()).isEmpty());
    }

    @Test
    void commitInfoIsNoPartOfACheckpoint() {
        assertThatThrownBy(() -> write(List.of(CommitInfo.of(JsonNodeFactory.instance.objectNode())), true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void manyFilesAreReadInOrder() throws IOException {
        List<Action> files = new ArrayList<>();
        IntStream.range(0, 20_000).forEach(i -> files.add(checkpointed(TestTable.file("part-" + i))));
        write(files, true);
        assertThat(read(store, NAME, CheckpointContent.FILES)).isEqualTo(files);
        assertThat(read(store, NAME, CheckpointContent.STATE)).isEmpty();
    }

    @Test
    void theSchemaIsThatOfSpark() throws IOException {
        LogStore log = new LocalLogStore(SharedTables.find().spark("long-log").resolve("_delta_log"));
        MessageType spark =
                schema(log.open("00000000000000000123.checkpoint.parquet").orElseThrow());
        write(List.of(fullAdd()), true);
        MessageType ours = schema(store.open(NAME).orElseThrow());
        assertPartOf(ours, spark);
        assertThat(ours.getFields())
                .extracting(Type::getName)
                .containsExactlyElementsOf(
                        spark.getFields().stream().map(Type::getName).toList());
    }

    private static void assertPartOf(GroupType ours, GroupType spark) {
        for (Type field : ours.getFields()) {
            Type theirs = spark.getType(field.getName());
            if (field.isPrimitive() || field.getLogicalTypeAnnotation() != null) {
                assertThat(field).isEqualTo(theirs);
            } else {
                assertThat(field.getRepetition()).isEqualTo(theirs.getRepetition());
                assertPartOf(field.asGroupType(), theirs.asGroupType());
            }
        }
    }

    @Test
    void aCheckpointOfSparkIsRead() {
        LogStore log = new LocalLogStore(SharedTables.find().spark("long-log").resolve("_delta_log"));
        String name = "00000000000000000123.checkpoint.parquet";
        List<Action> state = read(log, name, CheckpointContent.STATE);
        assertThat(state).hasAtLeastOneElementOfType(Protocol.class).hasAtLeastOneElementOfType(Metadata.class);
        List<Action> files = read(log, name, CheckpointContent.FILES_AND_TOMBSTONES);
        assertThat(state.size() + files.size()).isEqualTo(131);
        assertThat(files.stream().filter(AddFile.class::isInstance)).hasSize(39);
    }

    @Test
    void statisticsInStructsAreReadAsTheCommitsHaveThem() throws IOException {
        LogStore log = new LocalLogStore(
                SharedTables.find().spark("checkpoint-struct-stats").resolve("_delta_log"));
        ObjectMapper json = JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
        Map<String, JsonNode> expected = new HashMap<>();
        for (long version = 0; version <= 2; version++) {
            String commit =
                    new String(log.read(LogFile.commit(version).fileName()).orElseThrow(), StandardCharsets.UTF_8);
            for (String line : commit.split("\n", -1)) {
                if (!line.isEmpty() && ActionJson.parse(line).orElse(null) instanceof AddFile add) {
                    expected.put(add.path(), json.readTree(add.stats().orElseThrow()));
                }
            }
        }
        List<Action> files = read(log, "00000000000000000002.checkpoint.parquet", CheckpointContent.FILES);
        assertThat(files).isNotEmpty();
        for (Action file : files) {
            AddFile add = (AddFile) file;
            assertThat(json.readTree(add.stats().orElseThrow())).isEqualTo(expected.get(add.path()));
        }
    }

    @Test
    void whatIsNoParquetFileIsCorrupt() throws IOException {
        store.putIfAbsent(NAME, LogContent.of("hello, I am no Parquet file".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> read(store, NAME, CheckpointContent.STATE))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("file=" + NAME);
    }

    @Test
    void aCutOffFileIsCorrupt() throws IOException {
        write(List.of(metadata()), true);
        byte[] whole = store.read(NAME).orElseThrow();
        for (int length : List.of(0, 4, 11, whole.length / 2, whole.length - 1)) {
            String name = LogFile.checkpoint(length).fileName();
            store.putIfAbsent(name, out -> out.write(whole, 0, length));
            assertThatThrownBy(() -> read(store, name, CheckpointContent.STATE))
                    .as("%s of %s bytes", length, whole.length)
                    .isInstanceOf(CorruptLogException.class);
        }
    }

    private Written write(List<Action> actions, boolean statsAsJson) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Written written = new CheckpointWriter(
                        new CheckpointLayout(statsAsJson, Optional.empty()), CheckpointPart.CLASSIC)
                .write(out, actions.iterator());
        store.overwrite(NAME, LogContent.of(out.toByteArray()));
        return written;
    }

    private static List<Action> read(LogStore log, String name, CheckpointContent content) {
        List<Action> actions = new ArrayList<>();
        CheckpointFile file = CheckpointFile.of(LogFile.parse(name).orElseThrow());
        try (CheckpointActions reader = file.open(log, content, ErrorContext.table("t"))) {
            reader.forEachRemaining(actions::add);
        }
        return actions;
    }

    private static MessageType schema(InputFile file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(file)) {
            return reader.getFileMetaData().getSchema();
        }
    }

    private static Metadata metadata() {
        return new Metadata(
                "id",
                Optional.of("name"),
                Optional.of("description"),
                new Metadata.Format("parquet", Map.of("o", "p")),
                "{\"type\":\"struct\",\"fields\":[]}",
                List.of("p", "q"),
                OptionalLong.of(1),
                Map.of("delta.appendOnly", "true", "k", ""));
    }

    /** As a checkpoint holds it. */
    private static AddFile checkpointed(AddFile add) {
        return new AddFile(
                add.path(),
                add.partitionValues(),
                add.size(),
                add.modificationTime(),
                false,
                add.stats(),
                add.tags(),
                add.deletionVector(),
                add.baseRowId(),
                add.defaultRowCommitVersion(),
                add.clusteringProvider());
    }

    private static AddFile fullAdd() {
        Map<String, String> values = new HashMap<>();
        values.put("p", null);
        values.put("q", "ü/ä");
        return new AddFile(
                "q=%C3%BC/f",
                PartitionValues.of(values),
                1,
                2,
                false,
                Optional.of("{\"numRecords\":3}"),
                Map.of("t", "u"),
                Optional.of(new DeletionVectorDescriptor("u", "ab^-aqEH.-t@S}K{vb[*k^", OptionalInt.of(4), 40, 6)),
                OptionalLong.of(7),
                OptionalLong.of(8),
                Optional.of("liquid"));
    }

    private static AddFile bareAdd() {
        return checkpointed(AddFile.ofNewFile("f", PartitionValues.none(), 0, 0, Optional.empty()));
    }

    private static RemoveFile fullRemove() {
        return new RemoveFile(
                "r",
                OptionalLong.of(9),
                false,
                true,
                Optional.of(PartitionValues.of(Map.of("p", "1", "q", "2"))),
                OptionalLong.of(10),
                Optional.empty(),
                Map.of(),
                Optional.of(new DeletionVectorDescriptor("i", "inline", OptionalInt.empty(), 11, 12)),
                OptionalLong.of(13),
                OptionalLong.of(14));
    }

    private static RemoveFile bareRemove() {
        return new RemoveFile(
                "s",
                OptionalLong.empty(),
                false,
                false,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
    }
}
