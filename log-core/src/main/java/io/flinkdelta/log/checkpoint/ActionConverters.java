/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Turns the rows of a checkpoint into actions. */
final class ActionConverters extends RecordMaterializer<Action> {
    private static final Map<String, Function<Fields, ?>> ACTIONS = Map.of(
            CheckpointSchema.TXN, ActionConverters::transaction,
            CheckpointSchema.ADD, ActionConverters::add,
            CheckpointSchema.REMOVE, ActionConverters::remove,
            CheckpointSchema.METADATA, ActionConverters::metadata,
            CheckpointSchema.PROTOCOL, ActionConverters::protocol,
            CheckpointSchema.DOMAIN_METADATA, ActionConverters::domainMetadata,
            CheckpointSchema.CHECKPOINT_METADATA, ActionConverters::checkpointMetadata,
            CheckpointSchema.SIDECAR, ActionConverters::sidecar);

    private static final Map<String, Function<Fields, ?>> NESTED =
            Map.of("deletionVector", ActionConverters::deletionVector, "format", ActionConverters::format);

    private final Converter[] columns;
    private final GroupConverter row = new Row();
    private Action current;

    /**
     * Of these columns.
     *
     * @param projection a part of {@link CheckpointSchema#READ}
     */
    ActionConverters(MessageType projection) {
        columns = new Converter[projection.getFieldCount()];
        for (int i = 0; i < columns.length; i++) {
            Type column = projection.getType(i);
            String witness = CheckpointSchema.WITNESS.get(column.getName());
            Function<Fields, ?> build = ACTIONS.get(column.getName());
            columns[i] = new StructConverter(
                    column.asGroupType(),
                    fields -> fields.isPresent(witness) ? build.apply(fields) : null,
                    NESTED,
                    action -> current = action == null ? current : (Action) action);
        }
    }

    /** Null for a row of other columns than those of the projection. */
    @Override
    public Action getCurrentRecord() {
        return current;
    }

    @Override
    public GroupConverter getRootConverter() {
        return row;
    }

    private static SetTransaction transaction(Fields fields) {
        return new SetTransaction(
                fields.requiredString("appId"), fields.requiredNumber("version"), fields.number("lastUpdated"));
    }

    private static AddFile add(Fields fields) {
        return new AddFile(
                fields.requiredString("path"),
                PartitionValues.of(fields.map("partitionValues")),
                fields.requiredNumber("size"),
                fields.number("modificationTime").orElse(0),
                fields.bool("dataChange"),
                fields.string(CheckpointSchema.STATS).or(() -> fields.string(CheckpointSchema.STATS_PARSED)),
                fields.mapWithoutNulls("tags"),
                fields.struct("deletionVector", DeletionVectorDescriptor.class),
                fields.number("baseRowId"),
                fields.number("defaultRowCommitVersion"),
                fields.string("clusteringProvider"));
    }

    private static RemoveFile remove(Fields fields) {
        return new RemoveFile(
                fields.requiredString("path"),
                fields.number("deletionTimestamp"),
                fields.bool("dataChange"),
                fields.bool("extendedFileMetadata"),
                fields.isPresent("partitionValues")
                        ? Optional.of(PartitionValues.of(fields.map("partitionValues")))
                        : Optional.empty(),
                fields.number("size"),
                Optional.empty(),
                fields.mapWithoutNulls("tags"),
                fields.struct("deletionVector", DeletionVectorDescriptor.class),
                fields.number("baseRowId"),
                fields.number("defaultRowCommitVersion"));
    }

    private static Metadata metadata(Fields fields) {
        return new Metadata(
                fields.requiredString("id"),
                fields.string("name"),
                fields.string("description"),
                fields.struct("format", Metadata.Format.class).orElseGet(Metadata.Format::parquet),
                fields.string("schemaString").orElseGet(() -> SchemaJson.write(StructType.of())),
                fields.list("partitionColumns").orElseGet(List::of),
                fields.number("createdTime"),
                fields.mapWithoutNulls("configuration"));
    }

    private static Protocol protocol(Fields fields) {
        return new Protocol(
                (int) fields.requiredNumber("minReaderVersion"),
                (int) fields.requiredNumber("minWriterVersion"),
                fields.list("readerFeatures").map(TreeSet::new),
                fields.list("writerFeatures").map(TreeSet::new));
    }

    private static DomainMetadata domainMetadata(Fields fields) {
        return new DomainMetadata(
                fields.requiredString("domain"), fields.requiredString("configuration"), fields.bool("removed"));
    }

    private static CheckpointMetadata checkpointMetadata(Fields fields) {
        return new CheckpointMetadata(fields.requiredNumber("version"), fields.mapWithoutNulls("tags"));
    }

    private static SidecarFile sidecar(Fields fields) {
        return new SidecarFile(
                fields.requiredString("path"),
                fields.requiredNumber("sizeInBytes"),
                fields.requiredNumber("modificationTime"),
                fields.mapWithoutNulls("tags"));
    }

    /** Null when the struct is there but empty, as writers without null structs leave it. */
    private static DeletionVectorDescriptor deletionVector(Fields fields) {
        if (!fields.isPresent("storageType")) {
            return null;
        }
        return new DeletionVectorDescriptor(
                fields.requiredString("storageType"),
                fields.requiredString("pathOrInlineDv"),
                fields.integer("offset"),
                (int) fields.requiredNumber("sizeInBytes"),
                fields.requiredNumber("cardinality"));
    }

    private static Metadata.Format format(Fields fields) {
        return new Metadata.Format(fields.string("provider").orElse("parquet"), fields.mapWithoutNulls("options"));
    }

    private final class Row extends GroupConverter {
        @Override
        public Converter getConverter(int fieldIndex) {
            return columns[fieldIndex];
        }

        @Override
        public void start() {
            current = null;
        }

        @Override
        public void end() {}
    }
}
