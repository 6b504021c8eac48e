/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Actions onto a JSON generator: the field order of Spark, absent fields left out, maps sorted by key. */
final class ActionWriter implements Action.Visitor<IOException> {
    private final JsonGenerator json;

    ActionWriter(JsonGenerator json) {
        this.json = json;
    }

    /** Writes one action as an object with one field. */
    void write(Action action) throws IOException {
        json.writeStartObject();
        action.accept(this);
        json.writeEndObject();
    }

    @Override
    public void add(AddFile add) throws IOException {
        json.writeObjectFieldStart("add");
        json.writeStringField("path", add.path());
        partitionValues(json, add.partitionValues());
        json.writeNumberField("size", add.size());
        json.writeNumberField("modificationTime", add.modificationTime());
        json.writeBooleanField("dataChange", add.dataChange());
        ifPresent(json, "stats", add.stats());
        unlessEmpty(json, "tags", add.tags());
        ifPresent(json, add.deletionVector());
        ifPresent(json, "baseRowId", add.baseRowId());
        ifPresent(json, "defaultRowCommitVersion", add.defaultRowCommitVersion());
        ifPresent(json, "clusteringProvider", add.clusteringProvider());
        json.writeEndObject();
    }

    @Override
    public void remove(RemoveFile remove) throws IOException {
        json.writeObjectFieldStart("remove");
        json.writeStringField("path", remove.path());
        ifPresent(json, "deletionTimestamp", remove.deletionTimestamp());
        json.writeBooleanField("dataChange", remove.dataChange());
        if (remove.extendedFileMetadata()) {
            json.writeBooleanField("extendedFileMetadata", true);
        }
        if (remove.partitionValues().isPresent()) {
            partitionValues(json, remove.partitionValues().get());
        }
        ifPresent(json, "size", remove.size());
        unlessEmpty(json, "tags", remove.tags());
        ifPresent(json, remove.deletionVector());
        ifPresent(json, "baseRowId", remove.baseRowId());
        ifPresent(json, "defaultRowCommitVersion", remove.defaultRowCommitVersion());
        ifPresent(json, "stats", remove.stats());
        json.writeEndObject();
    }

    @Override
    public void cdc(AddCDCFile cdc) throws IOException {
        json.writeObjectFieldStart("cdc");
        json.writeStringField("path", cdc.path());
        partitionValues(json, cdc.partitionValues());
        json.writeNumberField("size", cdc.size());
        unlessEmpty(json, "tags", cdc.tags());
        json.writeBooleanField("dataChange", false);
        json.writeEndObject();
    }

    @Override
    public void commitInfo(CommitInfo commitInfo) throws IOException {
        json.writeFieldName("commitInfo");
        json.writeTree(commitInfo.toJson());
    }

    @Override
    public void checkpointMetadata(CheckpointMetadata checkpoint) throws IOException {
        json.writeObjectFieldStart("checkpointMetadata");
        json.writeNumberField("version", checkpoint.version());
        unlessEmpty(json, "tags", checkpoint.tags());
        json.writeEndObject();
    }

    @Override
    public void metadata(Metadata metadata) throws IOException {
        json.writeObjectFieldStart("metaData");
        json.writeStringField("id", metadata.id());
        ifPresent(json, "name", metadata.name());
        ifPresent(json, "description", metadata.description());
        json.writeObjectFieldStart("format");
        json.writeStringField("provider", metadata.format().provider());
        sorted(json, "options", metadata.format().options());
        json.writeEndObject();
        json.writeStringField("schemaString", metadata.schemaString());
        json.writeArrayFieldStart("partitionColumns");
        for (String column : metadata.partitionColumns()) {
            json.writeString(column);
        }
        json.writeEndArray();
        sorted(json, "configuration", metadata.configuration());
        ifPresent(json, "createdTime", metadata.createdTime());
        json.writeEndObject();
    }

    @Override
    public void protocol(Protocol protocol) throws IOException {
        json.writeObjectFieldStart("protocol");
        json.writeNumberField("minReaderVersion", protocol.minReaderVersion());
        json.writeNumberField("minWriterVersion", protocol.minWriterVersion());
        if (protocol.readerFeatures().isPresent()) {
            features(json, "readerFeatures", protocol.readerFeatures().get());
        }
        if (protocol.writerFeatures().isPresent()) {
            features(json, "writerFeatures", protocol.writerFeatures().get());
        }
        json.writeEndObject();
    }

    private static void features(JsonGenerator json, String field, Set<String> names) throws IOException {
        json.writeArrayFieldStart(field);
        for (String name : names) {
            json.writeString(name);
        }
        json.writeEndArray();
    }

    @Override
    public void txn(SetTransaction txn) throws IOException {
        json.writeObjectFieldStart("txn");
        json.writeStringField("appId", txn.appId());
        json.writeNumberField("version", txn.version());
        ifPresent(json, "lastUpdated", txn.lastUpdated());
        json.writeEndObject();
    }

    @Override
    public void domainMetadata(DomainMetadata domain) throws IOException {
        json.writeObjectFieldStart("domainMetadata");
        json.writeStringField("domain", domain.domain());
        json.writeStringField("configuration", domain.configuration());
        json.writeBooleanField("removed", domain.removed());
        json.writeEndObject();
    }

    @Override
    public void sidecar(SidecarFile sidecar) throws IOException {
        json.writeObjectFieldStart("sidecar");
        json.writeStringField("path", sidecar.path());
        json.writeNumberField("sizeInBytes", sidecar.sizeInBytes());
        json.writeNumberField("modificationTime", sidecar.modificationTime());
        unlessEmpty(json, "tags", sidecar.tags());
        json.writeEndObject();
    }

    private static void ifPresent(JsonGenerator json, Optional<DeletionVectorDescriptor> vector) throws IOException {
        if (vector.isEmpty()) {
            return;
        }
        DeletionVectorDescriptor descriptor = vector.get();
        json.writeObjectFieldStart("deletionVector");
        json.writeStringField("storageType", descriptor.storageType());
        json.writeStringField("pathOrInlineDv", descriptor.pathOrInlineDv());
        if (descriptor.offset().isPresent()) {
            json.writeNumberField("offset", descriptor.offset().getAsInt());
        }
        json.writeNumberField("sizeInBytes", descriptor.sizeInBytes());
        json.writeNumberField("cardinality", descriptor.cardinality());
        json.writeEndObject();
    }

    private static void ifPresent(JsonGenerator json, String field, Optional<String> value) throws IOException {
        if (value.isPresent()) {
            json.writeStringField(field, value.get());
        }
    }

    private static void ifPresent(JsonGenerator json, String field, OptionalLong value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(field, value.getAsLong());
        }
    }

    private static void partitionValues(JsonGenerator json, PartitionValues values) throws IOException {
        entries(json, "partitionValues", values.asMap());
    }

    private static void unlessEmpty(JsonGenerator json, String field, Map<String, String> values) throws IOException {
        if (!values.isEmpty()) {
            sorted(json, field, values);
        }
    }

    private static void sorted(JsonGenerator json, String field, Map<String, String> values) throws IOException {
        entries(json, field, new TreeMap<>(values));
    }

    private static void entries(JsonGenerator json, String field, Map<String, String> values) throws IOException {
        json.writeObjectFieldStart(field);
        for (Map.Entry<String, String> entry : values.entrySet()) {
            json.writeStringField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }
}
