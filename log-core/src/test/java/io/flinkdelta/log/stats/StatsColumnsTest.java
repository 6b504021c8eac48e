/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatsColumnsTest {
    private static final StructType SCHEMA = StructType.of(
            new StructField("p", PrimitiveType.STRING, true),
            new StructField("id", PrimitiveType.LONG, true),
            new StructField(
                    "St",
                    StructType.of(
                            new StructField("x", PrimitiveType.INTEGER, true),
                            new StructField(
                                    "in", StructType.of(new StructField("y.z", PrimitiveType.DATE, true)), true),
                            new StructField("list", new ArrayType(PrimitiveType.LONG, true), true)),
                    true),
            new StructField("bin", PrimitiveType.BINARY, true),
            new StructField("last", PrimitiveType.DOUBLE, true));

    @Test
    void allLeavesButPartitionColumnsInOrder() {
        assertThat(names(Map.of())).containsExactly("id", "St/x", "St/in/y.z", "St/list", "bin", "last");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2, 2", "4, 4", "5, 5", "6, 6", "7, 6", "-1, 6"})
    void leavesAreCounted(String property, int leaves) {
        assertThat(names(Map.of("delta.dataSkippingNumIndexedCols", property))).hasSize(leaves);
    }

    @Test
    void thirtyTwoByDefault() {
        StructType wide = new StructType(IntStream.range(0, 50)
                .mapToObj(i -> new StructField("c" + i, PrimitiveType.LONG, true))
                .toList());
        assertThat(StatsColumns.of(wide, List.of("c0"), Map.of()).paths())
                .hasSize(32)
                .endsWith(List.of("c32"));
        assertThat(StatsColumns.of(wide, List.of(), Map.of("delta.dataSkippingNumIndexedCols", "-1"))
                        .paths())
                .hasSize(50);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "last,id | id last",
                "ST.X | St/x",
                "st | St/x St/in/y.z St/list",
                "st.in | St/in/y.z",
                "st.in.`y.z`, st.x | St/x St/in/y.z",
                "id.x, nothing, st.nothing | ''",
                "p, bin | bin",
                "st.x, st | St/x St/in/y.z St/list"
            })
    void listedColumnsAreFoundWhateverTheirCase(String property, String expected) {
        Map<String, String> configuration =
                Map.of("delta.dataSkippingStatsColumns", property, "delta.dataSkippingNumIndexedCols", "1");
        assertThat(String.join(" ", names(configuration))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"p", "nothing", "id.x", "bin", "st.x.y"})
    void aNewTableMustListColumnsThatCanHaveStatistics(String property) {
        Map<String, String> configuration = Map.of("delta.dataSkippingStatsColumns", "id," + property);
        assertThatThrownBy(() -> StatsColumns.requireValid(SCHEMA, List.of("p"), configuration))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=" + property);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "ST", "st.list", "st.in.`y.z`"})
    void aNewTableMayListTheOthers(String property) {
        Map<String, String> configuration = Map.of("delta.dataSkippingStatsColumns", property);
        assertThatCode(() -> StatsColumns.requireValid(SCHEMA, List.of("p"), configuration))
                .doesNotThrowAnyException();
    }

    @Test
    void clusteringColumnsAreAmongThemWhateverThePropertiesSay() {
        StatsColumns first = StatsColumns.of(SCHEMA, List.of("p"), Map.of("delta.dataSkippingNumIndexedCols", "1"));
        ClusteringColumns clustering = new ClusteringColumns(List.of(List.of("LAST"), List.of("St", "in", "y.z")));
        assertThat(first.with(clustering, SCHEMA).paths())
                .containsExactly(List.of("id"), List.of("St", "in", "y.z"), List.of("last"));
        assertThat(first.with(new ClusteringColumns(List.of(List.of("id"))), SCHEMA))
                .isEqualTo(first);
        assertThat(first.with(ClusteringColumns.none(), SCHEMA)).isEqualTo(first);
    }

    @Test
    void badPropertiesAreNamed() {
        assertThatThrownBy(() -> names(Map.of("delta.dataSkippingNumIndexedCols", "many")))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("delta.dataSkippingNumIndexedCols", "many");
    }

    private static List<String> names(Map<String, String> configuration) {
        return StatsColumns.of(SCHEMA, List.of("p"), configuration).paths().stream()
                .map(path -> String.join("/", path))
                .toList();
    }
}
