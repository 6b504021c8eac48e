/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TablePropertiesTest {

    @Test
    void defaultsAreThoseOfSpark() {
        TableProperties none = TableProperties.ofTable(Map.of(), ErrorContext.none());
        assertThat(none.checkpointInterval()).isEqualTo(10);
        assertThat(none.checkpointStatsAsJson()).isTrue();
        assertThat(none.checkpointStatsAsStruct()).isTrue();
        assertThat(none.indexedColumns()).isEqualTo(32);
        assertThat(none.statsColumns()).isEmpty();
        assertThat(none.stringPrefixLength()).isEqualTo(32);
        assertThat(none.appendOnly()).isFalse();
        assertThat(none.deletedFileRetention()).isEqualTo(Duration.ofDays(7));
        assertThat(none.logRetention()).isEqualTo(Duration.ofDays(30));
        assertThat(none.expiredLogCleanup()).isTrue();
        assertThat(none.transactionRetention()).isEmpty();
        assertThat(none.changeDataFeed()).isFalse();
        assertThat(none.inCommitTimestamps()).isFalse();
        assertThat(none.targetFileSize()).isEmpty();
        assertThat(none.compression()).isEmpty();
        assertThat(none.randomPrefixLength()).isEmpty();
    }

    @Test
    void valuesAreTyped() {
        TableProperties properties = TableProperties.ofTable(
                Map.of(
                        "delta.checkpointInterval", "100",
                        "delta.appendOnly", "TRUE",
                        "delta.targetFileSize", "128mb",
                        "delta.parquet.compression.codec", "ZSTD",
                        "delta.randomizeFilePrefixes", "true",
                        "delta.setTransactionRetentionDuration", "interval 90 days",
                        "delta.dataSkippingStatsColumns", "a, b.c,`x.y` . `q``r`"),
                ErrorContext.none());
        assertThat(properties.checkpointInterval()).isEqualTo(100);
        assertThat(properties.appendOnly()).isTrue();
        assertThat(properties.targetFileSize()).hasValue(128L << 20);
        assertThat(properties.compression()).contains("zstd");
        assertThat(properties.randomPrefixLength()).hasValue(2);
        assertThat(properties.transactionRetention()).contains(Duration.ofDays(90));
        assertThat(properties.statsColumns()).contains(List.of(List.of("a"), List.of("b", "c"), List.of("x.y", "q`r")));
    }

    @ParameterizedTest
    @CsvSource({
        "interval 1 week, PT168H",
        "1 week, PT168H",
        "INTERVAL 30 DAYS, PT720H",
        "interval 2 days 3 hours 4 minutes, PT51H4M",
        "90.5 seconds, PT1M30.5S",
        "1 day -1 hour, PT23H",
        "10 milliseconds 5 microseconds, PT0.010005S",
        "0 days, PT0S"
    })
    void intervalsAreThoseOfSpark(String text, Duration duration) {
        assertThat(Intervals.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "interval", "7", "days 7", "1 month", "1 year", "-1 day", "1 day or so", "1.5 days", "1day"})
    void otherIntervalsAreNone(String text) {
        assertThatThrownBy(() -> Intervals.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"1024, 1024", "1k, 1024", "1kb, 1024", "128 MB, 134217728", "2g, 2147483648", "1t, 1099511627776"})
    void sizesHaveUnits(String text, long bytes) {
        assertThat(Sizes.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,", ",a", "a..b", "`a", "a b", "a`b`", "``"})
    void brokenColumnListsAreNone(String text) {
        assertThatThrownBy(() -> ColumnNames.parseList(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aBadValueNamesKeyAndValue() {
        Map<String, String> bad = Map.of("delta.checkpointInterval", "none");
        assertThatThrownBy(() ->
                        TableProperties.ofTable(bad, ErrorContext.table("/t")).checkpointInterval())
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("table=/t", "property=delta.checkpointInterval", "value=none");
        assertThatThrownBy(() -> TableProperties.ofRequest(bad).requireValid())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("property=delta.checkpointInterval", "value=none");
    }
}
