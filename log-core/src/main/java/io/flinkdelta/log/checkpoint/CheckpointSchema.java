/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * The Parquet schema of a checkpoint (PROTOCOL.md, "Checkpoint Schema"): one optional column
 * for each action, laid out as Spark lays it out.
 */
final class CheckpointSchema {
    private static final String NAME = "spark_schema";

    static final String TXN = "txn";
    static final String ADD = "add";
    static final String REMOVE = "remove";
    static final String METADATA = "metaData";
    static final String PROTOCOL = "protocol";
    static final String DOMAIN_METADATA = "domainMetadata";
    static final String CHECKPOINT_METADATA = "checkpointMetadata";
    static final String SIDECAR = "sidecar";

    static final String STATS = "stats";
    /** Of an add, the statistics as a struct that is made for the table's schema. */
    static final String STATS_PARSED = "stats_parsed";
    /** Of an add, the partition values in the types of their columns. */
    static final String PARTITION_VALUES_PARSED = "partitionValues_parsed";

    static final List<String> STATE_COLUMNS =
            List.of(TXN, METADATA, PROTOCOL, DOMAIN_METADATA, CHECKPOINT_METADATA, SIDECAR);

    /** Of each action, a leaf that is null exactly where the action is. */
    static final Map<String, String> WITNESS = Map.of(
            TXN, "appId",
            ADD, "path",
            REMOVE, "path",
            METADATA, "id",
            PROTOCOL, "minReaderVersion",
            DOMAIN_METADATA, "domain",
            CHECKPOINT_METADATA, "version",
            SIDECAR, "path");

    static final Set<String> MAPS = Set.of("partitionValues", "tags", "options", "configuration");
    static final Set<String> LISTS = Set.of("partitionColumns", "readerFeatures", "writerFeatures");

    private static final Set<String> DISTINCT = Set.of("path", "size", "modificationTime", "baseRowId", STATS);
    private static final Set<String> BOUNDS = Set.of("minValues", "maxValues");

    private static final GroupType DELETION_VECTOR = Types.optionalGroup()
            .addFields(
                    string("storageType"),
                    string("pathOrInlineDv"),
                    integer("offset"),
                    integer("sizeInBytes"),
                    number("cardinality"),
                    number("maxRowIndex"))
            .named("deletionVector");

    static final GroupType TXN_TYPE = Types.optionalGroup()
            .addFields(string("appId"), number("version"), number("lastUpdated"))
            .named(TXN);

    static final GroupType ADD_TYPE = Types.optionalGroup()
            .addFields(
                    string("path"),
                    map("partitionValues"),
                    number("size"),
                    number("modificationTime"),
                    bool("dataChange"),
                    map("tags"),
                    DELETION_VECTOR,
                    number("baseRowId"),
                    number("defaultRowCommitVersion"),
                    string("clusteringProvider"),
                    string("stats"))
            .named(ADD);

    static final GroupType REMOVE_TYPE = Types.optionalGroup()
            .addFields(
                    string("path"),
                    number("deletionTimestamp"),
                    bool("dataChange"),
                    bool("extendedFileMetadata"),
                    map("partitionValues"),
                    number("size"),
                    DELETION_VECTOR,
                    number("baseRowId"),
                    number("defaultRowCommitVersion"))
            .named(REMOVE);

    static final GroupType METADATA_TYPE = Types.optionalGroup()
            .addFields(
                    string("id"),
                    string("name"),
                    string("description"),
                    Types.optionalGroup()
                            .addFields(string("provider"), map("options"))
                            .named("format"),
                    string("schemaString"),
                    list("partitionColumns"),
                    map("configuration"),
                    number("createdTime"))
            .named(METADATA);

    static final GroupType PROTOCOL_TYPE = Types.optionalGroup()
            .addFields(
                    integer("minReaderVersion"),
                    integer("minWriterVersion"),
                    list("readerFeatures"),
                    list("writerFeatures"))
            .named(PROTOCOL);

    static final GroupType DOMAIN_METADATA_TYPE = Types.optionalGroup()
            .addFields(string("domain"), string("configuration"), bool("removed"))
            .named(DOMAIN_METADATA);

    private static final GroupType CHECKPOINT_METADATA_TYPE =
            Types.optionalGroup().addFields(number("version"), map("tags")).named(CHECKPOINT_METADATA);

    private static final GroupType SIDECAR_TYPE = Types.optionalGroup()
            .addFields(string("path"), number("sizeInBytes"), number("modificationTime"), map("tags"))
            .named(SIDECAR);

    /** What is understood when a checkpoint is read. */
    static final MessageType READ = new MessageType(
            NAME,
            TXN_TYPE,
            ADD_TYPE,
            REMOVE_TYPE,
            METADATA_TYPE,
            PROTOCOL_TYPE,
            DOMAIN_METADATA_TYPE,
            CHECKPOINT_METADATA_TYPE,
            SIDECAR_TYPE);

    private CheckpointSchema() {}

    /**
     * What is written into one file.
     *
     * @param statsAsJson whether adds have statistics as JSON
     * @param parsed the columns of an add that are made for the table
     */
    static MessageType written(CheckpointPart part, boolean statsAsJson, List<Type> parsed) {
        List<Type> fields = new ArrayList<>(ADD_TYPE.getFields());
        if (!statsAsJson) {
            fields.remove(ADD_TYPE.getFieldIndex(STATS));
        }
        fields.addAll(parsed);
        GroupType add = ADD_TYPE.withNewFields(fields);
        return switch (part) {
            case CLASSIC ->
                new MessageType(NAME, TXN_TYPE, add, REMOVE_TYPE, METADATA_TYPE, PROTOCOL_TYPE, DOMAIN_METADATA_TYPE);
            case SIDECAR -> new MessageType(NAME, add, REMOVE_TYPE);
            case MANIFEST ->
                new MessageType(
                        NAME,
                        TXN_TYPE,
                        add,
                        REMOVE_TYPE,
                        METADATA_TYPE,
                        PROTOCOL_TYPE,
                        DOMAIN_METADATA_TYPE,
                        CHECKPOINT_METADATA_TYPE,
                        SIDECAR_TYPE);
        };
    }

    /** The columns of {@code written} in which hardly a value is there twice. */
    static List<String> distinct(MessageType written) {
        return written.getPaths().stream()
                .filter(CheckpointSchema::isDistinct)
                .map(path -> String.join(".", path))
                .toList();
    }

    private static boolean isDistinct(String[] path) {
        String field = path[1];
        return switch (path[0]) {
            case ADD -> DISTINCT.contains(field) || (field.equals(STATS_PARSED) && BOUNDS.contains(path[2]));
            case REMOVE -> DISTINCT.contains(field);
            default -> false;
        };
    }

    private static Type string(String name) {
        return Types.optional(BINARY).as(stringType()).named(name);
    }

    private static Type number(String name) {
        return Types.optional(INT64).named(name);
    }

    private static Type integer(String name) {
        return Types.optional(INT32).named(name);
    }

    private static Type bool(String name) {
        return Types.optional(BOOLEAN).named(name);
    }

    private static Type map(String name) {
        return Types.optionalMap()
                .key(Types.required(BINARY).as(stringType()).named("key"))
                .value(Types.optional(BINARY).as(stringType()).named("value"))
                .named(name);
    }

    private static Type list(String name) {
        return Types.optionalList()
                .element(Types.optional(BINARY).as(stringType()).named("element"))
                .named(name);
    }
}
