/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.common.read.DataFileReader;
import io.flinkdelta.common.read.DataFileReaders;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.InMemoryDataStore;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Test;

/** Change data files, and what else a table may want in its files besides the columns. */
class ChangeFileWriterTest {
    private static final StructType SCHEMA = StructType.of(
            field("id", 1, PrimitiveType.LONG),
            field("p", 2, PrimitiveType.STRING),
            field("v", 3, PrimitiveType.STRING));

    private final InMemoryDataStore store = new InMemoryDataStore();

    @Test
    void changesHaveTheirTypeInOneMoreColumn() throws IOException {
        AddCDCFile file = write(layout(ColumnMapping.NONE, false));
        assertThat(file.path()).isEqualTo("_change_data/p=x/cdc-1.parquet");
        assertThat(file.partitionValues()).isEqualTo(PartitionValues.of(Map.of("p", "x")));
        assertThat(file.size()).isEqualTo(ParquetFiles.length(store, file.path()));
        StructType withType = StructType.of(
                new StructField("id", PrimitiveType.LONG, true),
                new StructField("v", PrimitiveType.STRING, true),
                new StructField("_change_type", PrimitiveType.STRING, false));
        AddFile asData = AddFile.ofNewFile(file.path(), PartitionValues.none(), file.size(), 0, Optional.empty());
        List<String> lines = new ArrayList<>();
        try (DataFileReader rows = DataFileReaders.create(store, withType, List.of(), ColumnMapping.NONE)
                .open(asData)) {
            rows.forEachRemaining(row -> lines.add(row.getLong(0) + " " + row.getString(1) + " " + row.getString(2)));
        }
        assertThat(lines).containsExactly("1 a insert", "2 b update_preimage", "2 c update_postimage", "3 d delete");
    }

    @Test
    void underColumnMappingTheTypeKeepsItsName() throws IOException {
        AddCDCFile file = write(layout(ColumnMapping.NAME, false));
        MessageType schema = schema(file.path());
        assertThat(schema.getFields()).extracting(Type::getName).containsExactly("p-1", "p-3", "_change_type");
        assertThat(schema.getType("p-3").getId().intValue()).isEqualTo(3);
        assertThat(schema.getType("_change_type").getId()).isNull();
    }

    @Test
    void aTableWithSuchAColumnHasNoChangeFiles() {
        StructType schema = StructType.of(new StructField("_change_type", PrimitiveType.STRING, true));
        RowType rowType = DeltaTypes.toFlink(schema);
        TableLayout layout = TableLayout.of(rowType, List.of(), Map.of());
        assertThatThrownBy(() ->
                        ChangeFileWriters.create(store, rowType, layout, DataFileFormat.defaults(), Clock.systemUTC()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=_change_type");
    }

    @Test
    void anAbandonedFileIsDeleted() {
        try (ChangeFileWriters writers = writers(layout(ColumnMapping.NONE, false))) {
            ChangeFileWriter writer = writers.open("cdc-1.parquet", PartitionValues.of(Map.of("p", "x")));
            writer.write(ChangeType.INSERT, row(1, "a"));
            writer.abort();
        }
        assertThat(store.paths()).isEmpty();
    }

    @Test
    void partitionColumnsAreInTheFilesOfATableThatWantsThem() throws IOException {
        TableLayout layout = layout(ColumnMapping.NAME, true);
        AddFile file;
        try (DataFileWriters writers = DataFileWriters.create(
                store, DeltaTypes.toFlink(SCHEMA), layout, DataFileFormat.defaults(), Clock.systemUTC())) {
            DataFileWriter writer = writers.open("f.parquet", PartitionValues.of(Map.of("p-2", "x")));
            writer.write(row(1, "a"));
            file = writer.close();
        }
        assertThat(schema("f.parquet").getFields()).extracting(Type::getName).containsExactly("p-1", "p-3", "p-2");
        assertThat(schema("f.parquet").getType("p-2").getId().intValue()).isEqualTo(2);
        assertThat(file.stats().orElseThrow()).contains("p-1").contains("p-3").doesNotContain("p-2");
        StructType asData = new StructType(List.of(SCHEMA.fields().get(1)));
        AddFile unpartitioned = AddFile.ofNewFile("f.parquet", PartitionValues.none(), 1, 0, Optional.empty());
        try (DataFileReader rows = DataFileReaders.create(store, asData, List.of(), ColumnMapping.NAME)
                .open(unpartitioned)) {
            assertThat(rows.next().getString(0)).hasToString("x");
        }
    }

    private AddCDCFile write(TableLayout layout) {
        PartitionValues values = PartitionValues.of(Map.of("p", "x"));
        try (ChangeFileWriters writers = writers(layout)) {
            ChangeFileWriter writer = writers.open("cdc-1.parquet", values);
            writer.write(ChangeType.INSERT, row(1, "a"));
            writer.write(ChangeType.UPDATE_PREIMAGE, row(2, "b"));
            writer.write(ChangeType.UPDATE_POSTIMAGE, row(2, "c"));
            writer.write(ChangeType.DELETE, row(3, "d"));
            return writer.close();
        }
    }

    private ChangeFileWriters writers(TableLayout layout) {
        return ChangeFileWriters.create(
                store, DeltaTypes.toFlink(SCHEMA), layout, DataFileFormat.defaults(), Clock.systemUTC());
    }

    private MessageType schema(String path) throws IOException {
        return ParquetFiles.footer(store, path).getFileMetaData().getSchema();
    }

    private static TableLayout layout(ColumnMapping mapping, boolean partitionColumnsInFiles) {
        return new TableLayout(
                SCHEMA, List.of("p"), mapping, ClusteringColumns.none(), Map.of(), partitionColumnsInFiles);
    }

    private static RowData row(long id, String value) {
        return GenericRowData.of(id, StringData.fromString("x"), StringData.fromString(value));
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
