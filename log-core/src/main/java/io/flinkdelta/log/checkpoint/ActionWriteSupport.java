/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.action.SidecarFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Writes one action as one row of {@link CheckpointSchema#written}. One thread. */
final class ActionWriteSupport extends WriteSupport<Action> {
    private final boolean statsAsJson;
    private final Optional<ParsedColumns> parsed;
    private final MessageType schema;
    private final Columns columns = new Columns();
    private StructWriter row;
    private RecordConsumer consumer;

    ActionWriteSupport(CheckpointLayout layout, CheckpointPart part) {
        this.statsAsJson = layout.statsAsJson();
        this.parsed = layout.parsedColumns();
        this.schema = CheckpointSchema.written(
                part, statsAsJson, parsed.map(ParsedColumns::columns).orElse(List.of()));
    }

    /** Of the file. */
    MessageType schema() {
        return schema;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract above, so it must be here
    public WriteContext init(Configuration configuration) {
        return context();
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
        return context();
    }

    private WriteContext context() {
        return new WriteContext(schema, Map.of());
    }

    @Override
    public String getName() {
        return "flink-delta";
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        consumer = recordConsumer;
        row = new StructWriter(recordConsumer, schema);
    }

    @Override
    public void write(Action action) {
        consumer.startMessage();
        action.accept(columns);
        consumer.endMessage();
    }

    /** A checkpoint is a state, not a change: dataChange is false. */
    private void add(AddFile add, StructWriter fields) {
        fields.string("path", add.path())
                .map("partitionValues", add.partitionValues().asMap())
                .number("size", add.size())
                .number("modificationTime", add.modificationTime())
                .bool("dataChange", false);
        if (!add.tags().isEmpty()) {
            fields.map("tags", add.tags());
        }
        deletionVector(add.deletionVector(), fields);
        fields.number("baseRowId", add.baseRowId())
                .number("defaultRowCommitVersion", add.defaultRowCommitVersion())
                .string("clusteringProvider", add.clusteringProvider());
        Optional<byte[]> stats = add.stats().map(text -> text.getBytes(StandardCharsets.UTF_8));
        if (statsAsJson) {
            stats.ifPresent(text -> fields.string(CheckpointSchema.STATS, text));
        }
        parsed.ifPresent(typed -> typed.write(add.partitionValues(), stats, fields));
    }

    /** Without statistics and tags, which the protocol leaves out of tombstones. */
    private static void remove(RemoveFile remove, StructWriter fields) {
        fields.string("path", remove.path())
                .number("deletionTimestamp", remove.deletionTimestamp())
                .bool("dataChange", false)
                .bool("extendedFileMetadata", remove.extendedFileMetadata());
        remove.partitionValues().map(PartitionValues::asMap).ifPresent(map -> fields.map("partitionValues", map));
        fields.number("size", remove.size());
        deletionVector(remove.deletionVector(), fields);
        fields.number("baseRowId", remove.baseRowId())
                .number("defaultRowCommitVersion", remove.defaultRowCommitVersion());
    }

    private static void deletionVector(Optional<DeletionVectorDescriptor> descriptor, StructWriter fields) {
        descriptor.ifPresent(vector -> fields.struct("deletionVector", inner -> {
            inner.string("storageType", vector.storageType()).string("pathOrInlineDv", vector.pathOrInlineDv());
            vector.offset().ifPresent(offset -> inner.integer("offset", offset));
            inner.integer("sizeInBytes", vector.sizeInBytes()).number("cardinality", vector.cardinality());
        }));
    }

    private static void transaction(SetTransaction transaction, StructWriter fields) {
        fields.string("appId", transaction.appId())
                .number("version", transaction.version())
                .number("lastUpdated", transaction.lastUpdated());
    }

    private static void metadata(Metadata metadata, StructWriter fields) {
        fields.string("id", metadata.id())
                .string("name", metadata.name())
                .string("description", metadata.description())
                .struct(
                        "format",
                        format -> format.string("provider", metadata.format().provider())
                                .map("options", metadata.format().options()))
                .string("schemaString", metadata.schemaString())
                .list("partitionColumns", metadata.partitionColumns())
                .map("configuration", metadata.configuration())
                .number("createdTime", metadata.createdTime());
    }

    private static void protocol(Protocol protocol, StructWriter fields) {
        fields.integer("minReaderVersion", protocol.minReaderVersion())
                .integer("minWriterVersion", protocol.minWriterVersion());
        protocol.readerFeatures().ifPresent(features -> fields.list("readerFeatures", List.copyOf(features)));
        protocol.writerFeatures().ifPresent(features -> fields.list("writerFeatures", List.copyOf(features)));
    }

    private static void domainMetadata(DomainMetadata domain, StructWriter fields) {
        fields.string("domain", domain.domain())
                .string("configuration", domain.configuration())
                .bool("removed", domain.removed());
    }

    /** Each kind of action has a column of its own. */
    private final class Columns implements Action.Visitor<RuntimeException> {
        @Override
        public void add(AddFile add) {
            row.struct(CheckpointSchema.ADD, fields -> ActionWriteSupport.this.add(add, fields));
        }

        @Override
        public void remove(RemoveFile remove) {
            row.struct(CheckpointSchema.REMOVE, fields -> ActionWriteSupport.remove(remove, fields));
        }

        @Override
        public void txn(SetTransaction txn) {
            row.struct(CheckpointSchema.TXN, fields -> ActionWriteSupport.transaction(txn, fields));
        }

        @Override
        public void metadata(Metadata metadata) {
            row.struct(CheckpointSchema.METADATA, fields -> ActionWriteSupport.metadata(metadata, fields));
        }

        @Override
        public void protocol(Protocol protocol) {
            row.struct(CheckpointSchema.PROTOCOL, fields -> ActionWriteSupport.protocol(protocol, fields));
        }

        @Override
        public void domainMetadata(DomainMetadata domain) {
            row.struct(CheckpointSchema.DOMAIN_METADATA, fields -> ActionWriteSupport.domainMetadata(domain, fields));
        }

        @Override
        public void cdc(AddCDCFile cdc) {
            throw misplaced(cdc);
        }

        @Override
        public void commitInfo(CommitInfo commitInfo) {
            throw misplaced(commitInfo);
        }

        @Override
        public void checkpointMetadata(CheckpointMetadata checkpoint) {
            row.struct(
                    CheckpointSchema.CHECKPOINT_METADATA,
                    fields -> fields.number("version", checkpoint.version()).map("tags", checkpoint.tags()));
        }

        @Override
        public void sidecar(SidecarFile sidecar) {
            row.struct(
                    CheckpointSchema.SIDECAR,
                    fields -> fields.string("path", sidecar.path())
                            .number("sizeInBytes", sidecar.sizeInBytes())
                            .number("modificationTime", sidecar.modificationTime())
                            .map("tags", sidecar.tags()));
        }

        private static IllegalArgumentException misplaced(Action action) {
            return new IllegalArgumentException("no action of a checkpoint: " + action);
        }
    }
}
