/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LowerBoundTest {
    private static final StructType SCHEMA = StructType.of(
            new StructField("id", PrimitiveType.LONG, true),
            new StructField("at", PrimitiveType.TIMESTAMP, true),
            new StructField("in", StructType.of(new StructField("n", PrimitiveType.INTEGER, true)), true),
            new StructField("day", PrimitiveType.DATE, true));

    @Test
    @DisplayName("numbers and times come as the statistics hold them, nested ones too")
    void statistics() {
        String stats =
                "{\"numRecords\":2,\"minValues\":{\"id\":-7,\"at\":\"2026-01-31T12:00:00.000Z\",\"in\":{\"n\":3}},"
                        + "\"nullCount\":{\"id\":0,\"at\":1,\"in\":{\"n\":0}}}";

        assertThat(bound("ID").of(file(Map.of(), stats))).hasValue(-7);
        assertThat(bound("in", "n").of(file(Map.of(), stats))).hasValue(3);
        long noon = Instant.parse("2026-01-31T12:00:00Z").getEpochSecond() * 1_000_000;
        // Writers differ in how they round to milliseconds.
        assertThat(bound("at").of(file(Map.of(), stats)).orElseThrow()).isBetween(noon - 1000, noon);
    }

    @Test
    @DisplayName("of a partition column the value is the bound")
    void partition() {
        LowerBound day = bound("day");

        assertThat(day.statsColumns()).isEmpty();
        assertThat(day.of(file(Map.of("day", "2026-01-31"), "")))
                .hasValue(LocalDate.parse("2026-01-31").until(LocalDate.EPOCH, ChronoUnit.DAYS) * -1);
        assertThat(day.of(file(Collections.singletonMap("day", null), ""))).isEmpty();
    }

    @Test
    @DisplayName("nothing is known without statistics, of nulls alone, or of what is no value")
    void unknown() {
        LowerBound id = bound("id");

        assertThat(id.of(new AddFile(
                        "a",
                        PartitionValues.none(),
                        1,
                        1,
                        true,
                        Optional.empty(),
                        Map.of(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty())))
                .isEmpty();
        assertThat(id.of(file(Map.of(), "{\"numRecords\":2}"))).isEmpty();
        assertThat(id.of(file(Map.of(), "{\"numRecords\":2,\"minValues\":{\"id\":1},\"nullCount\":{\"id\":2}}")))
                .isEmpty();
        assertThat(id.of(file(Map.of(), "{\"minValues\":{\"id\":\"x\"}}"))).isEmpty();
    }

    @Test
    @DisplayName("a column that there is not is an error")
    void noSuchColumn() {
        assertThatThrownBy(() -> bound("nix"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=nix");
    }

    private static LowerBound bound(String... path) {
        return LowerBound.of(List.of(path), SCHEMA, List.of("day"), ColumnMapping.of(Map.of()), ErrorContext.none());
    }

    private static AddFile file(Map<String, String> partition, String stats) {
        return new AddFile(
                "a",
                PartitionValues.of(partition),
                1,
                1,
                true,
                Optional.of(stats),
                Map.of(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }
}
