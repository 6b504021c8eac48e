/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.table.HadoopConfigurations;
import io.flinkdelta.common.table.TableDataset;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaSinkBuilderTest {

    @TempDir
    private Path folder;

    @Test
    void buildingChangesNothing() {
        DeltaSink.forRowData(table(), TestRows.TYPE).partitionBy("part").build();

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void itsLineageIsTheTable() {
        DeltaSink sink =
                DeltaSink.forRowData(table(), TestRows.TYPE).partitionBy("part").build();

        assertThat(sink.getLineageVertex().datasets()).containsExactly(TableDataset.of(table(), TestRows.TYPE));
    }

    @Test
    void theSinkTravels() throws IOException, ClassNotFoundException {
        DeltaSink sink = DeltaSink.forRowData(table(), TestRows.TYPE)
                .partitionBy("part")
                .tableProperties(Map.of("delta.checkpointInterval", "5"))
                .hadoopOptions(Map.of("fs.x", "y"))
                .option(DeltaSinkOptions.WRITE_MEMORY, MemorySize.ofMebiBytes(1))
                .build();

        DeltaSink copy = InstantiationUtil.clone(sink);

        assertThat(copy.getCommittableSerializer().getVersion()).isEqualTo(2);
    }

    @Test
    void aTypeWithoutADeltaTypeIsRefusedNamingTheColumn() {
        RowType type = row(DataTypes.FIELD("good", DataTypes.INT()), DataTypes.FIELD("bad", DataTypes.TIME()));

        assertThatThrownBy(() -> DeltaSink.forRowData(table(), type))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=bad")
                .hasMessageContaining("TIME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a,b", "a;b", "a{b", "a}b", "a(b", "a)b", "a\nb", "a\tb", "a=b"})
    void aNameWithAReservedCharacterIsRefusedForANewTable(String name) {
        RowType nested =
                row(DataTypes.FIELD("s", DataTypes.ARRAY(DataTypes.ROW(DataTypes.FIELD(name, DataTypes.INT())))));

        assertThatThrownBy(() -> DeltaSink.forRowData(table(), nested).build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=s." + name);
    }

    @Test
    void namesThatDifferByCaseOnlyAreRefused() {
        RowType type = row(DataTypes.FIELD("id", DataTypes.INT()), DataTypes.FIELD("ID", DataTypes.INT()));

        assertThatThrownBy(() -> DeltaSink.forRowData(table(), type))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=ID")
                .hasMessageContaining("case");
    }

    @Test
    void namesOfOtherScriptsAreFine() {
        RowType type = row(DataTypes.FIELD("größe", DataTypes.INT()), DataTypes.FIELD("名前", DataTypes.STRING()));

        DeltaSink.forRowData(table(), type).partitionBy("名前").build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "PART"})
    void aPartitionColumnThatIsNoColumnIsRefused(String name) {
        assertThatThrownBy(() -> DeltaSink.forRowData(table(), TestRows.TYPE)
                        .partitionBy(name)
                        .build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=" + name);
    }

    @Test
    void partitionColumnsMustLeaveSomethingAndBeSimpleAndDifferent() {
        RowType type =
                row(DataTypes.FIELD("a", DataTypes.INT()), DataTypes.FIELD("b", DataTypes.ARRAY(DataTypes.INT())));

        assertThatThrownBy(() ->
                        DeltaSink.forRowData(table(), type).partitionBy("b").build())
                .hasMessageContaining("nested")
                .hasMessageContaining("column=b");
        assertThatThrownBy(() -> DeltaSink.forRowData(table(), type)
                        .partitionBy("a", "a")
                        .build())
                .hasMessageContaining("named twice");
        assertThatThrownBy(() -> DeltaSink.forRowData(table(), row(DataTypes.FIELD("a", DataTypes.INT())))
                        .partitionBy("a")
                        .build())
                .hasMessageContaining("nothing is left");
    }

    @Test
    void anOptionOfAnotherNameIsRefused() {
        assertThatThrownBy(() ->
                        DeltaSink.forRowData(table(), TestRows.TYPE).options(Map.of("sink.target-filesize", "1 mb")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("option=sink.target-filesize")
                .hasMessageContaining("sink.target-file-size");
    }

    @Test
    void aValueThatCannotBeReadIsRefused() {
        assertThatThrownBy(() -> DeltaSink.forRowData(table(), TestRows.TYPE)
                        .options(Map.of("sink.on-rewind", "perhaps"))
                        .build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("sink.on-rewind");
    }

    @Test
    void aValueThatIsTooSmallIsRefused() {
        assertThatThrownBy(() -> DeltaSink.forRowData(table(), TestRows.TYPE)
                        .option(DeltaSinkOptions.MAX_OPEN_FILES, 0)
                        .build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("option=sink.max-open-files");
    }

    @Test
    void optionsByKeyAreReadAsInAConfigurationFile() {
        DeltaSink.forRowData(table(), TestRows.TYPE)
                .options(Map.of(
                        "sink.on-rewind", "accept-duplicates",
                        "sink.compression", "zstd",
                        "sink.rolling-interval", "90 s",
                        "sink.target-file-size", "64 mb"))
                .build();
    }

    @Test
    void aTablePropertyOfAnUnsupportedFeatureIsRefused() {
        assertThatThrownBy(() -> DeltaSink.forRowData(table(), TestRows.TYPE)
                        .tableProperty("delta.universalFormat.enabledFormats", "iceberg")
                        .build())
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("table=" + table())
                .hasMessageContaining("delta.universalFormat.enabledFormats");
    }

    @Test
    void statisticsOfAColumnThatIsNotThereAreRefused() {
        assertThatThrownBy(() -> DeltaSink.forRowData(table(), TestRows.TYPE)
                        .tableProperty("delta.dataSkippingStatsColumns", "id, nowhere")
                        .build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("table=" + table())
                .hasMessageContaining("column=nowhere");
    }

    @Test
    void hadoopOptionsComeOverTheFilesOfTheMachine() throws IOException {
        Files.writeString(
                folder.resolve("core-site.xml"),
                "<configuration><property><name>a</name><value>file</value></property>"
                        + "<property><name>b</name><value>file</value></property></configuration>");

        var hadoop = HadoopConfigurations.load(Map.of("b", "option"), Map.of("HADOOP_CONF_DIR", folder.toString()));

        assertThat(hadoop.get("a")).isEqualTo("file");
        assertThat(hadoop.get("b")).isEqualTo("option");
        assertThat(hadoop.get("fs.defaultFS")).isEqualTo("file:///");
    }

    private String table() {
        return folder.resolve("table").toString();
    }

    private static RowType row(DataTypes.Field... fields) {
        DataType type = DataTypes.ROW(fields).notNull();
        return (RowType) type.getLogicalType();
    }
}
