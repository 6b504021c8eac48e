/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.Partitioner;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.InMemoryDataStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DataFileReadersTest {
    private static final StructType IDS = StructType.of(new StructField("id", PrimitiveType.LONG, true));
    private static final int ROWS = 100_000;

    private final InMemoryDataStore store = new InMemoryDataStore();

    /** Every deletion vector hides exactly its rows, whole row groups included. */
    @Test
    void hiddenRowsOfManyRowGroups() {
        AddFile file = idsInSmallRowGroups();
        long seed = 11;
        Random random = new Random(seed);
        List<DeletionVector> vectors = new ArrayList<>();
        vectors.add(DeletionVector.of(0));
        vectors.add(DeletionVector.of(ROWS - 1));
        vectors.add(DeletionVector.of(LongStream.range(0, ROWS).toArray()));
        vectors.add(DeletionVector.of(LongStream.range(0, ROWS - 1).toArray()));
        vectors.add(DeletionVector.of(LongStream.range(20_000, 70_000).toArray()));
        vectors.add(DeletionVector.of(random.longs(5000, 0, ROWS).toArray()));
        vectors.add(DeletionVector.of(
                LongStream.range(0, ROWS).filter(i -> i % 7 != 0).toArray()));
        for (DeletionVector vector : vectors) {
            List<Long> ids = new ArrayList<>();
            try (DataFileReader rows = readers(IDS, ColumnMapping.NONE).open(with(file, vector))) {
                rows.forEachRemaining(row -> ids.add(row.getLong(0)));
            }
            assertThat(ids)
                    .as("%s, seed %d", vector, seed)
                    .isEqualTo(LongStream.range(0, ROWS)
                            .filter(id -> !vector.contains(id))
                            .boxed()
                            .toList());
        }
    }

    /** A row is one object again and again; what its last user made of it does not stay, nor do rows after the end. */
    @Test
    void whatWasDoneToARowIsNotDoneToTheNext() {
        DataFileReader closed;
        try (DataFileReader rows = readers(IDS, ColumnMapping.NONE).open(idsInSmallRowGroups())) {
            rows.next().setRowKind(RowKind.DELETE);
            RowData second = rows.next();
            assertThat(second.getRowKind()).isEqualTo(RowKind.INSERT);
            assertThat(second.getLong(0)).isEqualTo(1);
            closed = rows;
        }
        assertThat(closed.hasNext()).isFalse();
        assertThatThrownBy(closed::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void aVectorOfAnotherFileIsAnError() {
        AddFile file = idsInSmallRowGroups();
        assertThatThrownBy(() -> readers(IDS, ColumnMapping.NONE).open(with(file, DeletionVector.of(ROWS))))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("file=ids.parquet", "position=" + ROWS, "rows=" + ROWS);
    }

    @Test
    void aPartitionValueOfAnotherTypeIsNamedWithItsFile() {
        AddFile file = AddFile.ofNewFile("f", PartitionValues.of(Map.of("p", "x")), 1, 1, Optional.empty());
        StructType schema = StructType.of(
                new StructField("id", PrimitiveType.LONG, true), new StructField("p", PrimitiveType.INTEGER, true));
        DataFileReaders readers = DataFileReaders.create(store, schema, List.of("p"), ColumnMapping.NONE);
        assertThatThrownBy(() -> readers.open(file))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("table=" + store.location(), "file=f", "column=p", "value=x");
    }

    private AddFile idsInSmallRowGroups() {
        RowType rowType = DeltaTypes.toFlink(IDS);
        try (DataFileWriters writers = DataFileWriters.create(
                store,
                rowType,
                List.of(),
                Map.of(),
                DataFileFormat.defaults().withRowGroupBytes(64 * 1024).withPageBytes(8 * 1024))) {
            DataFileWriter writer = writers.open("ids.parquet", PartitionValues.none());
            for (long id = 0; id < ROWS; id++) {
                writer.write(GenericRowData.of(id));
            }
            return writer.close();
        }
    }

    private AddFile with(AddFile file, DeletionVector vector) {
        DeletionVectorDescriptor descriptor;
        try (DeletionVectorFile vectors = new DeletionVectorFile(store, "", UUID.randomUUID())) {
            descriptor = vectors.add(vector);
        }
        return new AddFile(
                file.path(),
                file.partitionValues(),
                file.size(),
                file.modificationTime(),
                true,
                file.stats(),
                Map.of(),
                Optional.of(descriptor),
                file.baseRowId(),
                file.defaultRowCommitVersion(),
                Optional.empty());
    }

    /** What was written under one name is read under another; a column of the same name but another id is not. */
    @ParameterizedTest
    @EnumSource(
            value = ColumnMapping.class,
            names = {"NAME", "ID"})
    void mappedColumns(ColumnMapping mapping) {
        AddFile file = writeMapped(mapping);
        assertThat(file.partitionValues().asMap()).containsExactly(Map.entry("p-4", "x/y"));
        assertThat(file.path()).startsWith("p-4=x%252Fy/");
        assertThat(file.stats())
                .contains("{\"numRecords\":2,\"minValues\":{\"p-1\":1,\"p-2\":{\"p-3\":\"in\"}},"
                        + "\"maxValues\":{\"p-1\":2,\"p-2\":{\"p-3\":\"in\"}},"
                        + "\"nullCount\":{\"p-1\":0,\"p-2\":{\"p-3\":1},\"p-5\":1}}");
        StructType today = StructType.of(
                field("key", 4, PrimitiveType.STRING),
                field("id", 9, PrimitiveType.STRING),
                field("number", 1, PrimitiveType.LONG),
                field(
                        "list",
                        5,
                        new ArrayType(
                                new MapType(
                                        PrimitiveType.STRING,
                                        StructType.of(
                                                field("x", 8, PrimitiveType.INTEGER),
                                                field("y", 6, PrimitiveType.DOUBLE)),
                                        true),
                                true)),
                field("s", 2, StructType.of(field("renamed", 3, PrimitiveType.STRING))));
        assertThat(read(today, "key", mapping, file))
                .containsExactly(
                        "{\"key\":\"x/y\",\"id\":null,\"number\":1,\"list\":[[[\"k\",{\"x\":null,\"y\":\"7.0\"}]],null],"
                                + "\"s\":{\"renamed\":\"in\"}}",
                        "{\"key\":\"x/y\",\"id\":null,\"number\":2,\"list\":null,\"s\":null}");
    }

    @Test
    void aFileWithoutIdsIsRefusedWhereIdsCount() {
        AddFile file = idsInSmallRowGroups();
        StructType schema = StructType.of(field("id", 1, PrimitiveType.LONG));
        assertThatThrownBy(() -> readers(schema, ColumnMapping.ID).open(file))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("field ids", "file=ids.parquet");
    }

    @ParameterizedTest
    @EnumSource(
            value = ColumnMapping.class,
            names = {"NAME", "ID"})
    void columnsOfFilesAreFoundByTheirNames(ColumnMapping mapping) {
        AddFile file = writeMapped(mapping);
        StructType columns = StructType.of(
                new StructField("absent", PrimitiveType.LONG, true),
                new StructField("p-2", StructType.of(new StructField("p-3", PrimitiveType.STRING, true)), true));
        StructType all =
                new StructType(Stream.concat(Stream.of(field("id", 1, PrimitiveType.LONG)), columns.fields().stream())
                        .toList());
        ExactRowEncoder encoder = ExactRowEncoder.of(all);
        List<String> lines = new ArrayList<>();
        try (DataFileReader rows = readers(StructType.of(all.fields().get(0)), mapping)
                .withFileColumns(columns)
                .open(file)) {
            rows.forEachRemaining(row -> lines.add(encoder.encode(row)));
        }
        assertThat(lines)
                .containsExactly(
                        "{\"id\":1,\"absent\":null,\"p-2\":{\"p-3\":\"in\"}}",
                        "{\"id\":2,\"absent\":null,\"p-2\":null}");
    }

    private AddFile writeMapped(ColumnMapping mapping) {
        StructType schema = StructType.of(
                field("id", 1, PrimitiveType.INTEGER),
                field("part", 4, PrimitiveType.STRING),
                field("s", 2, StructType.of(field("inner", 3, PrimitiveType.STRING))),
                field(
                        "list",
                        5,
                        new ArrayType(
                                new MapType(
                                        PrimitiveType.STRING,
                                        StructType.of(field("y", 6, PrimitiveType.INTEGER)),
                                        true),
                                true)));
        RowType rowType = DeltaTypes.toFlink(schema);
        TableLayout layout = new TableLayout(schema, List.of("part"), mapping, ClusteringColumns.none(), Map.of());
        Partitioner partitioner = Partitioner.create("t", rowType, layout);
        RowData first = GenericRowData.of(
                1,
                StringData.fromString("x/y"),
                GenericRowData.of(StringData.fromString("in")),
                new GenericArrayData(
                        new Object[] {new GenericMapData(Map.of(StringData.fromString("k"), GenericRowData.of(7))), null
                        }));
        RowData second = GenericRowData.of(2, StringData.fromString("x/y"), null, null);
        try (DataFileWriters writers =
                DataFileWriters.create(store, rowType, layout, DataFileFormat.defaults(), Clock.systemUTC())) {
            DataFileWriter writer = writers.open(
                    Partitioner.folder(partitioner.values(first)) + "mapped.parquet", partitioner.values(first));
            writer.write(first);
            writer.write(second);
            return writer.close();
        }
    }

    private List<String> read(StructType schema, String partition, ColumnMapping mapping, AddFile file) {
        ExactRowEncoder encoder = ExactRowEncoder.of(schema);
        List<String> lines = new ArrayList<>();
        try (DataFileReader rows = DataFileReaders.create(store, schema, List.of(partition), mapping)
                .open(file)) {
            rows.forEachRemaining(row -> lines.add(encoder.encode(row)));
        }
        return lines;
    }

    private DataFileReaders readers(StructType schema, ColumnMapping mapping) {
        return DataFileReaders.create(store, schema, List.of(), mapping);
    }

    private static StructField field(String name, int id, DataType type) {
        return new StructField(
                name,
                type,
                true,
                FieldMetadata.of(JsonNodeFactory.instance
                        .objectNode()
                        .put(ColumnMapping.FIELD_ID, id)
                        .put(ColumnMapping.PHYSICAL_NAME, "p-" + id)));
    }
}
