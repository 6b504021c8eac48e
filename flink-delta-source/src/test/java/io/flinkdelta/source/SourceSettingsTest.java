/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.split.ReadOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SourceSettingsTest {
    private static final ErrorContext TABLE = ErrorContext.table("/t");

    /** Keys and values in turn. */
    private static SourceSettings settings(String... options) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            map.put(options[i], options[i + 1]);
        }
        return new SourceSettings(Configuration.fromMap(map), TABLE);
    }

    /** Whatever is looked at. */
    private static void all(SourceSettings settings) {
        settings.planning();
        settings.discovery(List.of());
        settings.rowsInMemory();
        settings.zone();
        settings.watermarkColumn();
    }

    @Test
    void withoutOptionsTheNewestVersionIsReadOnce() {
        PlanSettings planning = settings().planning();
        assertThat(planning)
                .isEqualTo(new PlanSettings(
                        new StartingPoint.LatestSnapshot(),
                        new EndingPoint.AtOnce(),
                        CommitReading.APPENDS,
                        true,
                        List.of(),
                        null,
                        128 << 20,
                        4 << 20,
                        false));
        assertThat(settings().discovery(List.of()))
                .isEqualTo(new DiscoverySettings(
                        null,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        ReadOrder.ANY,
                        null,
                        DeltaSourceOptions.CONSUMER_EXPIRY.defaultValue()));
        assertThat(settings().rowsInMemory()).isEqualTo(2_000_000);
        assertThat(settings().zone()).isEqualTo(ZoneId.of("UTC"));
    }

    static Stream<Arguments> starts() {
        return Stream.of(
                Arguments.of("scan.version-as-of", "3", new StartingPoint.SnapshotOf(3)),
                Arguments.of(
                        "scan.timestamp-as-of",
                        "2026-01-31T12:00:00Z",
                        new StartingPoint.SnapshotAt(Instant.parse("2026-01-31T12:00:00Z"))),
                Arguments.of("scan.starting-version", "0", new StartingPoint.ChangesOf(0)),
                Arguments.of("scan.starting-version", "latest", new StartingPoint.NewChanges()),
                Arguments.of("scan.starting-version", "LATEST", new StartingPoint.NewChanges()),
                Arguments.of(
                        "scan.starting-timestamp",
                        "2026-01-31 12:00:00",
                        new StartingPoint.ChangesSince(Instant.parse("2026-01-31T11:00:00Z"))),
                Arguments.of(
                        "scan.starting-timestamp",
                        "2026-01-31",
                        new StartingPoint.ChangesSince(Instant.parse("2026-01-30T23:00:00Z"))));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00+02:00, 2026-01-31T10:00:00Z",
        "2026-01-31 12:00:00.5-03:30, 2026-01-31T15:30:00.5Z",
        "2026-01-31T12:00+02:00, 2026-01-31T10:00:00Z",
        "2026-01-31T12:00:00+02, 2026-01-31T10:00:00Z",
        "2026-01-31t12:00:00z, 2026-01-31T12:00:00Z",
        "2026-01-31T12:00, 2026-01-31T11:00:00Z",
        "' 2026-01-31 ', 2026-01-30T23:00:00Z",
    })
    void timesHaveAnOffsetOrAreOfTheZone(String text, Instant time) {
        assertThat(settings("scan.timestamp-as-of", text, "scan.time-zone", "Europe/Berlin")
                        .planning()
                        .start())
                .isEqualTo(new StartingPoint.SnapshotAt(time));
        assertThat(settings("scan.ending-timestamp", text, "scan.time-zone", "Europe/Berlin")
                        .planning()
                        .end())
                .isEqualTo(new EndingPoint.Time(time));
    }

    @ParameterizedTest
    @MethodSource("starts")
    void whereReadingStarts(String key, String value, StartingPoint start) {
        assertThat(settings(key, value, "scan.time-zone", "Europe/Berlin")
                        .planning()
                        .start())
                .isEqualTo(start);
    }

    @Test
    void whereReadingEnds() {
        assertThat(settings("scan.ending-version", "4").planning().end()).isEqualTo(new EndingPoint.Version(4));
        assertThat(settings("scan.ending-timestamp", "2026-01-31T12:00:00Z")
                        .planning()
                        .end())
                .isEqualTo(new EndingPoint.Time(Instant.parse("2026-01-31T12:00:00Z")));
        assertThat(settings("scan.monitor-interval", "5 s").planning().end()).isEqualTo(new EndingPoint.Never());
        assertThat(settings("scan.monitor-interval", "5 s", "scan.ending-version", "4")
                        .planning()
                        .end())
                .isEqualTo(new EndingPoint.Version(4));
    }

    @Test
    void howCommitsAreRead() {
        PlanSettings planning = settings(
                        "scan.commit-reading", "changes",
                        "scan.primary-key", "a;b",
                        "scan.exclude-regex", "x+",
                        "scan.fail-on-data-loss", "false",
                        "scan.ordered", "true",
                        "scan.split-size", "1 mb",
                        "scan.open-file-cost", "2 mb")
                .planning();
        assertThat(planning.reading()).isEqualTo(CommitReading.CHANGES);
        assertThat(planning.primaryKey()).containsExactly("a", "b");
        assertThat(planning.exclude().pattern()).isEqualTo("x+");
        assertThat(planning.failOnDataLoss()).isFalse();
        assertThat(planning.keepPartitionsApart()).isTrue();
        assertThat(planning.splitSize()).isEqualTo(1 << 20);
        assertThat(planning.openCost()).as("not more than a split").isEqualTo(1 << 20);
    }

    @Test
    void howTheTableIsLookedAt() {
        assertThat(settings(
                                "scan.monitor-interval", "5 s",
                                "scan.max-files-per-interval", "6",
                                "scan.max-bytes-per-interval", "7 kb",
                                "scan.consumer-id", "job",
                                "scan.consumer-expiry", "2 h",
                                "scan.ordered", "true")
                        .discovery(List.of("p")))
                .isEqualTo(new DiscoverySettings(
                        Duration.ofSeconds(5), 6, 7 << 10, ReadOrder.BY_PARTITION, "job", Duration.ofHours(2)));
    }

    @ParameterizedTest
    @CsvSource({
        "id, p, BY_TABLE",
        "id;p, p, BY_PARTITION",
        "'', p, BY_PARTITION",
    })
    void rowsOfAKeyStayInOrder(String key, String partition, ReadOrder order) {
        assertThat(settings("scan.ordered", "true", "scan.commit-reading", "changes", "scan.primary-key", key)
                        .discovery(List.of(partition))
                        .order())
                .isEqualTo(order);
    }

    @ParameterizedTest
    @CsvSource({
        "scan.version-as-of, 1, scan.starting-version, 2",
        "scan.version-as-of, 1, scan.timestamp-as-of, 2026-01-31",
        "scan.starting-version, latest, scan.starting-timestamp, 2026-01-31",
        "scan.ending-version, 1, scan.ending-timestamp, 2026-01-31",
    })
    void someExcludeEachOther(String one, String value, String other, String otherValue) {
        assertThatThrownBy(() -> all(settings(one, value, other, otherValue)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("Options exclude each other", "table=/t", one, other, "Set one of them");
    }

    @ParameterizedTest
    @CsvSource({
        "scan.version-as-of, -1",
        "scan.version-as-of, x",
        "scan.timestamp-as-of, yesterday",
        "scan.timestamp-as-of, 2026-02-31",
        "scan.timestamp-as-of, 2026-01-31+02:00",
        "scan.starting-version, -2",
        "scan.starting-version, newest",
        "scan.starting-timestamp, 2026-01-31T25:00:00Z",
        "scan.ending-version, -1",
        "scan.ending-timestamp, ''",
        "scan.monitor-interval, 0 s",
        "scan.monitor-interval, often",
        "scan.commit-reading, all",
        "scan.exclude-regex, (",
        "scan.fail-on-data-loss, perhaps",
        "scan.ordered, 2",
        "scan.max-files-per-interval, 0",
        "scan.max-bytes-per-interval, 0",
        "scan.split-size, 0",
        "scan.split-size, large",
        "scan.time-zone, Mars",
        "scan.monitor-interval, 9223372036854775807 s",
        "scan.consumer-expiry, 0 s",
        "scan.consumer-expiry, 9223372036854775807 s",
        "scan.starting-timestamp, +1000000000-12-31T23:59:59Z",
        "scan.exclude-regex, ''",
        "scan.exclude-regex, .*",
        "scan.primary-key, id;id",
    })
    void badValuesAreRefused(String key, String value) {
        assertThatThrownBy(() -> all(settings(key, value)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("table=/t", "option=" + key);
    }

    @Test
    void changesNeedSomeMemory() {
        assertThatThrownBy(() -> all(settings("scan.commit-reading", "changes", "scan.changes-rows-in-memory", "0")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("table=/t", "option=scan.changes-rows-in-memory");
    }

    @ParameterizedTest
    @CsvSource({
        "scan.primary-key, id, scan.commit-reading=changes",
        "scan.changes-rows-in-memory, 5, scan.commit-reading=changes",
        "scan.consumer-expiry, 1 d, scan.consumer-id",
        "scan.watermark-time-unit, seconds, scan.watermark-column",
    })
    void whatHasNoEffectIsRefused(String key, String value, String wanting) {
        assertThatThrownBy(() -> all(settings(key, value)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("no effect", "table=/t", "option=" + key, "Set " + wanting);
    }

    @Test
    void aLimitPerIntervalNeedsAnInterval() {
        assertThatThrownBy(() -> all(settings("scan.max-files-per-interval", "5")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("needs an interval", "option=scan.monitor-interval");
    }

    @Test
    void everyOptionIsKnown() throws IllegalAccessException {
        for (var field : DeltaSourceOptions.class.getFields()) {
            SourceSettings.requireKnown(((ConfigOption<?>) field.get(null)).key(), TABLE);
        }
        assertThatThrownBy(() -> SourceSettings.requireKnown("scan.speed", TABLE))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("option=scan.speed");
    }
}
