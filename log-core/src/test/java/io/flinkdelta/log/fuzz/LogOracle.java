/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.InMemoryLogStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * A second, tiny reader of logs that knows nothing of the main code but the names of files: every table
 * that the bytes of a log can be taken for, from each of its checkpoints or from none, with and without
 * compacted files and checksums. Undamaged logs give one; what is damaged so that nobody can tell may give
 * another.
 */
final class LogOracle {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** As good as no schema. */
    private static final String NO_SCHEMA = "{\"type\":\"struct\",\"fields\":[]}";

    /** The fields that count, of each action. */
    private static final Map<String, Set<String>> FIELDS = Map.of(
            "add",
                    Set.of(
                            "path",
                            "partitionValues",
                            "size",
                            "modificationTime",
                            "tags",
                            "deletionVector",
                            "baseRowId",
                            "defaultRowCommitVersion",
                            "clusteringProvider"),
            "remove", Set.of("path", "deletionVector"),
            "txn", Set.of("appId", "version", "lastUpdated"),
            "domainMetadata", Set.of("domain", "configuration", "removed"),
            "protocol", Set.of("minReaderVersion", "minWriterVersion", "readerFeatures", "writerFeatures"),
            "metaData",
                    Set.of(
                            "id",
                            "name",
                            "description",
                            "format",
                            "schemaString",
                            "partitionColumns",
                            "createdTime",
                            "configuration"));

    private final LogFiles log;
    private final InMemoryLogStore store;

    LogOracle(LogFiles log) {
        this.log = log;
        this.store = log.toStore();
    }

    /** A table: of each key of PROTOCOL.md's reconciliation the action, as text. */
    static final class Image {
        final TreeMap<String, String> actions = new TreeMap<>();

        Image replay(List<ObjectNode> lines) {
            lines.forEach(this::replay);
            return this;
        }

        void replay(ObjectNode line) {
            line.properties().forEach(action -> {
                if (action.getValue().isObject() && FIELDS.containsKey(action.getKey())) {
                    replay(action.getKey(), (ObjectNode) action.getValue());
                }
            });
        }

        private void replay(String kind, ObjectNode action) {
            String key = key(kind, action);
            if (kind.equals("domainMetadata") && action.path("removed").asBoolean()) {
                actions.remove(key);
            } else {
                actions.put(key, kind + " " + canonical(action, FIELDS.get(kind)));
            }
        }

        private static String key(String kind, ObjectNode action) {
            return switch (kind) {
                case "add", "remove" -> "file " + path(action) + " " + vector(action);
                case "txn" -> "txn " + action.path("appId").asText();
                case "domainMetadata" -> "domain " + action.path("domain").asText();
                default -> kind;
            };
        }

        /** {@code file:/a} is {@code /a}. */
        private static String path(ObjectNode action) {
            return action.path("path").asText().replaceFirst("^file:/+", "/");
        }

        private static String vector(ObjectNode action) {
            JsonNode vector = action.path("deletionVector");
            return !vector.isObject() || !vector.hasNonNull("storageType")
                    ? ""
                    : vector.path("storageType").asText()
                            + vector.path("pathOrInlineDv").asText()
                            + (vector.hasNonNull("offset")
                                    ? "@" + vector.path("offset").asText()
                                    : "");
        }

        Image copy() {
            Image copy = new Image();
            copy.actions.putAll(actions);
            return copy;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Image that && actions.equals(that.actions);
        }

        @Override
        public int hashCode() {
            return actions.hashCode();
        }

        @Override
        public String toString() {
            return String.join("\n", actions.values());
        }
    }

    /** Known fields in order, without nulls and what is as good as absent. */
    private static String canonical(JsonNode node, Set<String> fields) {
        if (node.isObject()) {
            TreeMap<String, String> sorted = new TreeMap<>();
            node.properties().forEach(field -> {
                JsonNode value = field.getValue();
                boolean empty = value.isNull() || (value.isContainerNode() && value.isEmpty());
                empty |= value.asText().equals(NO_SCHEMA);
                boolean wanted = fields == null || fields.contains(field.getKey());
                if (wanted && !empty && !field.getKey().equals("maxRowIndex")) {
                    sorted.put(field.getKey(), canonical(value, null));
                }
            });
            return sorted.toString();
        }
        if (node.isArray()) {
            TreeSet<String> sorted = new TreeSet<>();
            node.forEach(element -> sorted.add(element.asText()));
            return sorted.toString();
        }
        return node.asText();
    }

    /** The tables that the log can be taken for at its newest version or at {@code version}. */
    Set<Image> images(Optional<Long> version) {
        Set<Image> images = new HashSet<>();
        TreeSet<Long> versions = new TreeSet<>();
        for (String name : log.names()) {
            LogFile.parse(name)
                    .filter(file -> file instanceof LogFile.Commit || file instanceof LogFile.AnyCheckpoint)
                    .ifPresent(file -> versions.add(file.version()));
        }
        if (versions.isEmpty()) {
            return images;
        }
        // A damaged checkpoint above all commits is passed over, and with it its version.
        for (long target : version.map(Set::of).orElse(versions)) {
            commits(0, target, new Image(), images);
            for (Map.Entry<Long, List<Image>> base : checkpoints().entrySet()) {
                base.getValue().forEach(image -> commits(base.getKey() + 1, target, image, images));
            }
        }
        return images;
    }

    /** {@code base} and the commits from {@code first} on, in each way. */
    private void commits(long first, long target, Image base, Set<Image> images) {
        if (first > target) {
            if (first == target + 1) {
                images.add(base);
            }
            return;
        }
        for (String name : log.names()) {
            if (LogFile.parse(name).orElse(null) instanceof LogFile.Compacted file
                    && file.first() == first
                    && file.last() <= target) {
                lines(name)
                        .ifPresent(lines ->
                                commits(file.last() + 1, target, base.copy().replay(lines), images));
            }
        }
        Optional<List<ObjectNode>> lines = lines(LogFile.commit(first).fileName());
        if (lines.isPresent()) {
            Image next = base.copy().replay(lines.get());
            commits(first + 1, target, next, images);
            checksum(first, next)
                    .filter(image -> !image.equals(next))
                    .ifPresent(image -> commits(first + 1, target, image, images));
        }
    }

    /** The files of {@code image} and the rest from the checksum file. */
    private Optional<Image> checksum(long version, Image image) {
        return lines(new LogFile.Checksum(version).fileName())
                .filter(lines -> lines.size() == 1)
                .map(lines -> {
                    ObjectNode checksum = lines.get(0);
                    Image other = image.copy();
                    other.actions.keySet().removeIf(key -> !key.startsWith("file "));
                    Map.of(
                                    "protocol",
                                    "protocol",
                                    "metadata",
                                    "metaData",
                                    "setTransactions",
                                    "txn",
                                    "domainMetadata",
                                    "domainMetadata")
                            .forEach((field, kind) -> {
                                JsonNode value = checksum.path(field);
                                (value.isArray() ? value : List.of(value)).forEach(element -> {
                                    if (element.isObject()) {
                                        other.replay(kind, (ObjectNode) element);
                                    }
                                });
                            });
                    return other;
                });
    }

    private Map<Long, List<Image>> checkpoints() {
        Map<Long, List<Image>> images = new TreeMap<>();
        Map<String, List<String>> parts = new TreeMap<>();
        for (String name : log.names()) {
            LogFile file = LogFile.parse(name).orElse(null);
            if (file instanceof LogFile.MultiPartCheckpoint part) {
                parts.computeIfAbsent(part.version() + "/" + part.parts(), unused -> new ArrayList<>())
                        .add(name);
            } else if (file instanceof LogFile.AnyCheckpoint) {
                parts.put(name, List.of(name));
            }
        }
        parts.values().forEach(names -> {
            long version = LogFile.parse(names.get(0)).orElseThrow().version();
            checkpoint(names)
                    .ifPresent(image -> images.computeIfAbsent(version, unused -> new ArrayList<>())
                            .add(image));
        });
        return images;
    }

    private Optional<Image> checkpoint(List<String> names) {
        Image image = new Image();
        for (String name : names) {
            Optional<List<ObjectNode>> lines = name.endsWith(".json") ? lines(name) : rows(name);
            if (lines.isEmpty()) {
                return Optional.empty();
            }
            image.replay(lines.get());
            for (ObjectNode line : lines.get()) {
                if (line.path("sidecar").isObject()) {
                    String path = line.path("sidecar").path("path").asText();
                    Optional<List<ObjectNode>> rows =
                            rows(LogFile.SIDECAR_FOLDER + "/" + path.substring(path.lastIndexOf('/') + 1));
                    if (rows.isEmpty()) {
                        return Optional.empty();
                    }
                    image.replay(rows.get());
                }
            }
        }
        return Optional.of(image);
    }

    private Optional<List<ObjectNode>> lines(String name) {
        byte[] content = log.get(name);
        if (content == null) {
            return Optional.empty();
        }
        List<ObjectNode> lines = new ArrayList<>();
        for (String line : new String(content, StandardCharsets.UTF_8).split("\n", -1)) {
            if (!line.isBlank()) {
                try {
                    if (!(JSON.readTree(line) instanceof ObjectNode object)) {
                        return Optional.empty();
                    }
                    lines.add(object);
                } catch (IOException e) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(lines);
    }

    /** The rows of a Parquet file as lines; without any filter. */
    private Optional<List<ObjectNode>> rows(String name) {
        String fileName = name.substring(name.lastIndexOf('/') + 1);
        Optional<InputFile> input =
                name.contains("/") ? store.folder(LogFile.SIDECAR_FOLDER).open(fileName) : store.open(name);
        if (input.isEmpty()) {
            return Optional.empty();
        }
        List<ObjectNode> rows = new ArrayList<>();
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
        try (ParquetFileReader file = ParquetFileReader.open(input.get(), options)) {
            MessageType schema = file.getFileMetaData().getSchema();
            for (PageReadStore pages = file.readNextRowGroup(); pages != null; pages = file.readNextRowGroup()) {
                RecordReader<Group> reader = new ColumnIOFactory()
                        .getColumnIO(schema)
                        .getRecordReader(pages, new GroupRecordConverter(schema));
                for (long row = 0; row < pages.getRowCount(); row++) {
                    rows.add(struct(reader.read()));
                }
            }
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
        return Optional.of(rows);
    }

    private static ObjectNode struct(Group group) {
        ObjectNode json = JSON.createObjectNode();
        for (Type field : group.getType().getFields()) {
            int index = group.getType().getFieldIndex(field.getName());
            if (group.getFieldRepetitionCount(index) > 0 && !field.getName().endsWith("_parsed")) {
                json.set(field.getName(), value(group, field, index));
            }
        }
        return json;
    }

    private static JsonNode value(Group group, Type field, int index) {
        if (field.isPrimitive()) {
            return switch (field.asPrimitiveType().getPrimitiveTypeName()) {
                case BOOLEAN -> JsonNodeFactory.instance.booleanNode(group.getBoolean(index, 0));
                case INT32 -> JsonNodeFactory.instance.numberNode(group.getInteger(index, 0));
                case INT64 -> JsonNodeFactory.instance.numberNode(group.getLong(index, 0));
                default -> JsonNodeFactory.instance.textNode(group.getString(index, 0));
            };
        }
        GroupType type = field.asGroupType();
        Group inner = group.getGroup(index, 0);
        if (LogicalTypeAnnotation.mapType().equals(type.getLogicalTypeAnnotation())) {
            ObjectNode map = JSON.createObjectNode();
            for (int i = 0; i < inner.getFieldRepetitionCount(0); i++) {
                Group pair = inner.getGroup(0, i);
                map.put(pair.getString(0, 0), pair.getFieldRepetitionCount(1) > 0 ? pair.getString(1, 0) : null);
            }
            return map;
        }
        if (LogicalTypeAnnotation.listType().equals(type.getLogicalTypeAnnotation())) {
            ArrayNode list = JSON.createArrayNode();
            for (int i = 0; i < inner.getFieldRepetitionCount(0); i++) {
                list.add(inner.getGroup(0, i).getString(0, 0));
            }
            return list;
        }
        return struct(inner);
    }
}
