/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.TableStorage;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTimeTest {
    private static final StructType SCHEMA = StructType.of(
            new StructField("n", PrimitiveType.LONG, true),
            new StructField("i", PrimitiveType.INTEGER, true),
            new StructField("at", PrimitiveType.TIMESTAMP, true),
            new StructField("ntz", PrimitiveType.TIMESTAMP_NTZ, true),
            new StructField("day", PrimitiveType.DATE, true),
            new StructField("text", PrimitiveType.STRING, true),
            new StructField("unknown", PrimitiveType.LONG, true));

    @TempDir
    private Path folder;

    private DeltaLog log;

    @BeforeEach
    void create() {
        log = new DeltaLog(TableStorage.open(folder.toString(), new Configuration(false)), Clock.systemUTC());
        log.createTable(CreateTable.of(SCHEMA)
                .partitionedBy(List.of("day"))
                .properties(Map.of("delta.dataSkippingStatsColumns", "n,i,at,ntz")));
    }

    @AfterEach
    void close() {
        log.close();
    }

    private EventTime of(String column, TimeUnit unit, String zone) {
        return TableScan.of(
                        new TableScan.Request(
                                folder.toString(),
                                Map.of(),
                                TableStorage::open,
                                Optional.of(List.of(column)),
                                Optional.empty(),
                                ZoneId.of(zone),
                                List.of(),
                                Optional.of(new WatermarkColumn(column, unit))),
                        log.latestSnapshot())
                .eventTime()
                .orElseThrow();
    }

    private static long ofRow(EventTime time, Object value) {
        return time.of(GenericRowData.of(value)).orElseThrow();
    }

    private static long ofFile(EventTime time, String column, String minimum) {
        String stats = "{\"numRecords\":3,\"minValues\":{\"" + column + "\":" + minimum + "},\"nullCount\":{\"" + column
                + "\":0}}";
        return time.earliest(PartitionValues.none(), Optional.of(stats)).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "MILLISECONDS,1500,1500",
        "MILLISECONDS,-1,-1",
        "SECONDS,2,2000",
        "SECONDS,-2,-2000",
        "MICROSECONDS,1999,1",
        "MICROSECONDS,-1,-1",
        "MICROSECONDS,-1000,-1",
        "MICROSECONDS,-1001,-2",
        "DAYS,1,86400000",
        "DAYS,9223372036854775807,9223372036854775807",
        "DAYS,-9223372036854775808,-9223372036854775808"
    })
    void numbersCountFromTheEpoch(TimeUnit unit, long value, long millis) {
        EventTime time = of("n", unit, "UTC");

        assertThat(ofRow(time, value)).isEqualTo(millis);
        assertThat(ofFile(time, "n", Long.toString(value))).isEqualTo(millis);
    }

    @Test
    void shortNumbersCountToo() {
        EventTime time = of("i", TimeUnit.SECONDS, "UTC");

        assertThat(ofRow(time, -5)).isEqualTo(-5000);
        assertThat(ofFile(time, "i", "7")).isEqualTo(7000);
    }

    @Test
    void aTimestampIsAnInstant() {
        EventTime time = of("at", TimeUnit.MILLISECONDS, "Europe/Berlin");
        Instant noon = Instant.parse("2026-06-01T12:00:00.123Z");

        assertThat(ofRow(time, TimestampData.fromInstant(noon))).isEqualTo(noon.toEpochMilli());
        assertThat(ofFile(time, "at", "\"2026-06-01T12:00:00.123Z\""))
                .isBetween(noon.toEpochMilli() - 1, noon.toEpochMilli());
    }

    @Test
    void daysBeginInTheZone() {
        EventTime time = of("day", TimeUnit.MILLISECONDS, "Europe/Berlin");
        LocalDate day = LocalDate.parse("2026-06-01");
        long begin = Instant.parse("2026-05-31T22:00:00Z").toEpochMilli();

        assertThat(ofRow(time, (int) day.toEpochDay())).isEqualTo(begin);
        assertThat(time.earliest(PartitionValues.of(Map.of("day", "2026-06-01")), Optional.empty()))
                .hasValue(begin);
    }

    /** Over the hour that is left out in March, and the one that is there twice in October. */
    @ParameterizedTest
    @CsvSource({"2026-03-29T00:30,1000", "2026-10-25T00:30,1000"})
    void aLaterLocalTimeIsNoEarlierInstant(LocalDateTime start, int steps) {
        EventTime time = of("ntz", TimeUnit.MILLISECONDS, "Europe/Berlin");
        long last = Long.MIN_VALUE;
        for (int i = 0; i < steps; i++) {
            LocalDateTime local = start.plusSeconds(20L * i);
            long millis = ofRow(time, TimestampData.fromLocalDateTime(local));

            assertThat(millis).as("%s", local).isGreaterThanOrEqualTo(last);
            assertThat(ofFile(time, "ntz", "\"" + local.withNano(0) + (local.getSecond() == 0 ? ":00" : "") + "\""))
                    .as("%s", local)
                    .isLessThanOrEqualTo(millis);
            last = millis;
        }
    }

    @Test
    void nullHasNoTime() {
        EventTime time = of("at", TimeUnit.MILLISECONDS, "UTC");

        assertThat(time.of(GenericRowData.of((Object) null))).isEmpty();
        assertThat(time.earliest(PartitionValues.none(), Optional.of("{\"numRecords\":3}")))
                .isEmpty();
        assertThat(time.earliest(PartitionValues.none(), Optional.empty())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "text,does not tell times",
        "unknown,Files have no statistics of the watermark column",
        "nix,The watermark column is no column of the table"
    })
    void aColumnThatIsOfNoUse(String column, String says) {
        assertThatThrownBy(() -> TableScan.of(
                        new TableScan.Request(
                                folder.toString(),
                                Map.of(),
                                TableStorage::open,
                                Optional.empty(),
                                Optional.empty(),
                                ZoneId.of("UTC"),
                                List.of(),
                                Optional.of(new WatermarkColumn(column, TimeUnit.MILLISECONDS))),
                        log.latestSnapshot()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll(says, "column=" + column);
    }
}
