/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.matrix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.interop.matrix.FeatureTable.Column;
import io.flinkdelta.log.alter.AlterTable.AddColumns;
import io.flinkdelta.log.alter.AlterTable.ChangeColumn;
import io.flinkdelta.log.alter.AlterTable.DropColumns;
import io.flinkdelta.log.alter.AlterTable.RenameColumn;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.NewColumn;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rows of the matrix: together every table feature that this build writes, each in use. What can be in one table is
 * in one table: a row takes many of Spark's statements, and features together find more than each alone.
 */
final class FeatureTables {
    private static final Column ID = column("id BIGINT", "id", PrimitiveType.LONG);
    private static final Column PART = column("part INT", "part", PrimitiveType.INTEGER);
    private static final Column V = column("v STRING", "v", PrimitiveType.STRING);

    private static final Column A = column("a STRING", "a", PrimitiveType.STRING);
    private static final Column N = column("n SMALLINT", "n", PrimitiveType.SHORT);
    private static final Column T = column("t TIMESTAMP_NTZ", "t", PrimitiveType.TIMESTAMP_NTZ);
    private static final Column S = column(
            "s STRUCT<x: INT, y: STRING, l: ARRAY<DECIMAL(20, 3)>>",
            "s",
            StructType.of(
                    new StructField("x", PrimitiveType.INTEGER, true),
                    new StructField("y", PrimitiveType.STRING, true),
                    new StructField("l", new ArrayType(new DecimalType(20, 3), true), true)));
    private static final Column WITH_DEFAULT = new Column(
            "w INT DEFAULT 42",
            new StructField(
                    "w", PrimitiveType.INTEGER, true, FieldMetadata.empty().with("CURRENT_DEFAULT", "42")));
    private static final Column GENERATED = new Column(
            "g STRING GENERATED ALWAYS AS (CONCAT('g', v))",
            new StructField(
                    "g",
                    PrimitiveType.STRING,
                    true,
                    FieldMetadata.empty().with("delta.generationExpression", "CONCAT('g', v)")));
    private static final Column IDENTITY = new Column(
            "i BIGINT GENERATED ALWAYS AS IDENTITY (START WITH 10 INCREMENT BY 3)",
            new StructField("i", PrimitiveType.LONG, true, identity()));

    private FeatureTables() {}

    static Stream<FeatureTable> all() {
        return Stream.of(legacy(), byName(), byId(), forIceberg());
    }

    /** What needs no list of features; several parts of a classic checkpoint. */
    private static FeatureTable legacy() {
        return FeatureTable.of(
                        "changeDataFeed, generatedColumns, identityColumns, checkConstraints",
                        columns(GENERATED, IDENTITY))
                .partitionedByPart()
                .property("delta.enableChangeDataFeed", "true")
                .property("delta.constraints.small", "id < 100000")
                .altered(addColumn("ours"));
    }

    /** What goes with checkpoints of the second kind. */
    private static FeatureTable byName() {
        return FeatureTable.of(
                        "columnMapping by name, deletionVectors, rowTracking, inCommitTimestamp, typeWidening, "
                                + "v2Checkpoint, clustering, timestampNtz, vacuumProtocolCheck, checkpointProtection, "
                                + "allowColumnDefaults, checkConstraints",
                        columns(A, S, N, T, WITH_DEFAULT))
                .clusteredBy("id", "v")
                .property("delta.columnMapping.mode", "name")
                .property("delta.enableDeletionVectors", "true")
                .property("delta.enableRowTracking", "true")
                .property("delta.enableInCommitTimestamps", "true")
                .property("delta.enableTypeWidening", "true")
                .property("delta.checkpointPolicy", "v2")
                .property("delta.feature.vacuumProtocolCheck", "supported")
                .property("delta.feature.checkpointProtection", "supported")
                .property("delta.feature.allowColumnDefaults", "supported")
                .property("delta.constraints.small", "id < 100000")
                .altered(
                        new RenameColumn(ColumnPath.of("a"), "b"),
                        addColumn("a"),
                        ChangeColumn.of(ColumnPath.of("n")).widenTo(PrimitiveType.INTEGER));
    }

    /** Statistics as structs only in a classic checkpoint. */
    private static FeatureTable byId() {
        return FeatureTable.of("columnMapping by id, deletionVectors, domainMetadata, structs", columns(A, S))
                .partitionedByPart()
                .property("delta.columnMapping.mode", "id")
                .property("delta.enableDeletionVectors", "true")
                .property("delta.feature.domainMetadata", "supported")
                .property("delta.checkpoint.writeStatsAsStruct", "true")
                .property("delta.checkpoint.writeStatsAsJson", "false")
                .altered(new DropColumns(List.of(ColumnPath.of("a"), ColumnPath.of("s", "y"))), addColumn("a"));
    }

    private static FeatureTable forIceberg() {
        return FeatureTable.of(
                        "icebergCompatV2, materializePartitionColumns, columnMapping, changeDataFeed", columns(S))
                .partitionedByPart()
                .property("delta.enableIcebergCompatV2", "true")
                .property("delta.enableMaterializePartitionColumnsFeature", "true")
                .property("delta.columnMapping.mode", "name")
                .property("delta.enableChangeDataFeed", "true")
                .altered(addColumn("ours"));
    }

    private static Column[] columns(Column... more) {
        return Stream.concat(Stream.of(ID, PART, V), Stream.of(more)).toArray(Column[]::new);
    }

    private static Column column(String sql, String name, DataType type) {
        return new Column(sql, new StructField(name, type, true));
    }

    private static AddColumns addColumn(String name) {
        return new AddColumns(List.of(NewColumn.of(ColumnPath.of(name), PrimitiveType.INTEGER)));
    }

    private static FieldMetadata identity() {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.put("delta.identity.start", 10)
                .put("delta.identity.step", 3)
                .put("delta.identity.allowExplicitInsert", false);
        return FieldMetadata.of(metadata);
    }
}
