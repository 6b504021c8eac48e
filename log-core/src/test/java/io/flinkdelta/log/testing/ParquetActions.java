/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;

/**
 * Actions as the rows of a Parquet file, put together from their JSON by the schema of PROTOCOL.md: a
 * second opinion beside the writer of the main code, which it does not use.
 */
public final class ParquetActions {
    private static final String DELETION_VECTOR = """
            optional group deletionVector { optional binary storageType (STRING);
              optional binary pathOrInlineDv (STRING); optional int32 offset; optional int32 sizeInBytes;
              optional int64 cardinality; }""";
    private static final String FILE = """
            optional binary path (STRING); %1$s optional int64 size; optional boolean dataChange; %2$s
            optional int64 baseRowId; optional int64 defaultRowCommitVersion; %3$s""".formatted(map("partitionValues"), map("tags"), DELETION_VECTOR);
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message checkpoint {
              optional group txn { optional binary appId (STRING); optional int64 version; optional int64 lastUpdated; }
              optional group add { %1$s optional int64 modificationTime; optional binary stats (STRING);
                optional binary clusteringProvider (STRING); }
              optional group remove { %1$s optional int64 deletionTimestamp; optional boolean extendedFileMetadata; }
              optional group metaData { optional binary id (STRING); optional binary name (STRING);
                optional binary description (STRING);
                optional group format { optional binary provider (STRING); %2$s }
                optional binary schemaString (STRING); %3$s %4$s optional int64 createdTime; }
              optional group protocol { optional int32 minReaderVersion; optional int32 minWriterVersion; %5$s %6$s }
              optional group domainMetadata { optional binary domain (STRING);
                optional binary configuration (STRING); optional boolean removed; }
              optional group checkpointMetadata { optional int64 version; %7$s }
              optional group sidecar { optional binary path (STRING); optional int64 sizeInBytes;
                optional int64 modificationTime; %7$s }
            }""".formatted(
                    FILE,
                    map("options"),
                    list("partitionColumns"),
                    map("configuration"),
                    list("readerFeatures"),
                    list("writerFeatures"),
                    map("tags")));
    private static final ObjectMapper JSON = new ObjectMapper();

    private ParquetActions() {}

    private static String map(String name) {
        return "optional group " + name + " (MAP) { repeated group key_value {"
                + " required binary key (STRING); optional binary value (STRING); } }";
    }

    private static String list(String name) {
        return "optional group " + name + " (LIST) { repeated group list { optional binary element (STRING); } }";
    }

    /** The bytes of a file of these rows. */
    public static byte[] write(List<? extends Action> actions) {
        return ofLines(actions.stream().map(ActionJson::write).toList());
    }

    /** The bytes of a file of rows that say the same as these lines of a commit. */
    public static byte[] ofLines(List<String> lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new Memory(bytes))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .build()) {
            for (String line : lines) {
                Group row = new SimpleGroup(SCHEMA);
                fill(row, JSON.readTree(line));
                writer.write(row);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static void fill(Group group, JsonNode json) {
        json.properties().forEach(field -> {
            if (group.getType().containsField(field.getKey())) {
                Type type = group.getType().getType(field.getKey());
                if (type.isPrimitive()) {
                    scalar(group, type, field.getValue());
                } else {
                    nested(group.addGroup(type.getName()), type.asGroupType(), field.getValue());
                }
            }
        });
    }

    private static void nested(Group group, GroupType type, JsonNode json) {
        if (LogicalTypeAnnotation.mapType().equals(type.getLogicalTypeAnnotation())) {
            json.properties().forEach(entry -> {
                Group pair = group.addGroup("key_value").append("key", entry.getKey());
                if (!entry.getValue().isNull()) {
                    pair.append("value", entry.getValue().asText());
                }
            });
        } else if (LogicalTypeAnnotation.listType().equals(type.getLogicalTypeAnnotation())) {
            json.forEach(element -> group.addGroup("list").append("element", element.asText()));
        } else {
            fill(group, json);
        }
    }

    private static void scalar(Group group, Type type, JsonNode json) {
        switch (type.asPrimitiveType().getPrimitiveTypeName()) {
            case BINARY -> group.append(type.getName(), json.asText());
            case INT32 -> group.append(type.getName(), json.asInt());
            case INT64 -> group.append(type.getName(), json.asLong());
            case BOOLEAN -> group.append(type.getName(), json.asBoolean());
            default -> throw new IllegalStateException(type.toString());
        }
    }

    private record Memory(ByteArrayOutputStream bytes) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int value) {
                    bytes.write(value);
                }

                @Override
                public void write(byte[] content, int offset, int length) {
                    bytes.write(content, offset, length);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
