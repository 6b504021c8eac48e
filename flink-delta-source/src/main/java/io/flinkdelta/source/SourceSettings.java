/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.maintenance.Consumer;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.scan.WatermarkColumn;
import io.flinkdelta.source.split.ReadOrder;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** The options of a source, checked, as its parts want them. */
final class SourceSettings {
    private static final String LATEST = "latest";
    private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(10);
    /** So that times after it are some. */
    private static final Duration LONGEST = Duration.ofDays(365_000);

    private final Configuration options;
    private final ErrorContext table;

    SourceSettings(Configuration options, ErrorContext table) {
        this.options = options;
        this.table = table;
    }

    static void requireKnown(String key, ErrorContext table) {
        if (DeltaSourceOptions.all().stream().noneMatch(option -> option.key().equals(key))) {
            throw new InvalidRequestException(
                    "The source has no option of this name.",
                    table.with("option", key),
                    "See docs/options.md for those that it has.");
        }
    }

    PlanSettings planning() {
        long splitSize = positive(
                DeltaSourceOptions.SPLIT_SIZE,
                get(DeltaSourceOptions.SPLIT_SIZE).getBytes());
        requireEffect();
        return new PlanSettings(
                start(),
                end(),
                get(DeltaSourceOptions.COMMIT_READING),
                get(DeltaSourceOptions.FAIL_ON_DATA_LOSS),
                primaryKey(),
                exclude(),
                splitSize,
                Math.min(splitSize, get(DeltaSourceOptions.OPEN_FILE_COST).getBytes()),
                get(DeltaSourceOptions.ORDERED));
    }

    /** @param partitionColumns of the table */
    DiscoverySettings discovery(List<String> partitionColumns) {
        Duration interval = get(DeltaSourceOptions.MONITOR_INTERVAL);
        if (interval == null && options.contains(DeltaSourceOptions.ENDING_VERSION)) {
            // It need not be there yet.
            interval = DEFAULT_INTERVAL;
        }
        if (interval != null) {
            requireMillis(DeltaSourceOptions.MONITOR_INTERVAL, interval);
        }
        boolean limited =
                options.contains(DeltaSourceOptions.MAX_FILES) || options.contains(DeltaSourceOptions.MAX_BYTES);
        long maxFiles = options.contains(DeltaSourceOptions.MAX_FILES)
                ? positive(DeltaSourceOptions.MAX_FILES, get(DeltaSourceOptions.MAX_FILES))
                : Long.MAX_VALUE;
        long maxBytes = options.contains(DeltaSourceOptions.MAX_BYTES)
                ? positive(
                        DeltaSourceOptions.MAX_BYTES,
                        get(DeltaSourceOptions.MAX_BYTES).getBytes())
                : Long.MAX_VALUE;
        if (limited && interval == null) {
            throw new InvalidRequestException(
                    "A limit per interval needs an interval.",
                    table.with("option", DeltaSourceOptions.MONITOR_INTERVAL.key()),
                    "Set it, or leave the limit out.");
        }
        Duration expiry = get(DeltaSourceOptions.CONSUMER_EXPIRY);
        requireMillis(DeltaSourceOptions.CONSUMER_EXPIRY, expiry);
        return new DiscoverySettings(interval, maxFiles, maxBytes, order(partitionColumns), consumerId(), expiry);
    }

    private List<String> primaryKey() {
        List<String> key = get(DeltaSourceOptions.PRIMARY_KEY);
        if (Set.copyOf(key).size() < key.size()) {
            throw invalid(DeltaSourceOptions.PRIMARY_KEY, String.join(";", key), "Name each column once.");
        }
        return key;
    }

    private String consumerId() {
        String id = get(DeltaSourceOptions.CONSUMER_ID);
        if (id != null) {
            Consumer.requireId(id, table.with("option", DeltaSourceOptions.CONSUMER_ID.key()));
        }
        return id;
    }

    /** An update is found where both of its rows are looked at, which may be in two partitions. */
    private ReadOrder order(List<String> partitionColumns) {
        if (!get(DeltaSourceOptions.ORDERED)) {
            return options.contains(DeltaSourceOptions.WATERMARK_COLUMN) ? ReadOrder.BY_TIME : ReadOrder.ANY;
        }
        List<String> key = get(DeltaSourceOptions.PRIMARY_KEY);
        boolean spans = !key.isEmpty() && !key.containsAll(partitionColumns);
        return spans ? ReadOrder.BY_TABLE : ReadOrder.BY_PARTITION;
    }

    /** Of the rows of a version; what comes for ever, or as changes, has none. */
    long limit() {
        if (!options.contains(DeltaSourceOptions.LIMIT)) {
            return Long.MAX_VALUE;
        }
        List<String> excluded = Stream.of(
                        DeltaSourceOptions.MONITOR_INTERVAL,
                        DeltaSourceOptions.STARTING_VERSION,
                        DeltaSourceOptions.STARTING_TIMESTAMP,
                        DeltaSourceOptions.ENDING_VERSION,
                        DeltaSourceOptions.ENDING_TIMESTAMP)
                .filter(options::contains)
                .map(ConfigOption::key)
                .toList();
        if (!excluded.isEmpty()) {
            throw new InvalidRequestException(
                    "A limit is one of the rows of a version, not of what commits do.",
                    table.with("option", DeltaSourceOptions.LIMIT.key()).with("options", String.join(",", excluded)),
                    "Leave the limit out, or read a version only.");
        }
        return positive(DeltaSourceOptions.LIMIT, get(DeltaSourceOptions.LIMIT));
    }

    Optional<WatermarkColumn> watermarkColumn() {
        TimeUnit unit = get(DeltaSourceOptions.WATERMARK_TIME_UNIT);
        Optional<String> name = Optional.ofNullable(get(DeltaSourceOptions.WATERMARK_COLUMN));
        if (name.isEmpty()) {
            requireUnset(DeltaSourceOptions.WATERMARK_TIME_UNIT, DeltaSourceOptions.WATERMARK_COLUMN.key());
        }
        return name.map(column -> new WatermarkColumn(column, unit));
    }

    int rowsInMemory() {
        return (int) positive(DeltaSourceOptions.ROWS_IN_MEMORY, get(DeltaSourceOptions.ROWS_IN_MEMORY));
    }

    ZoneId zone() {
        String zone = get(DeltaSourceOptions.TIME_ZONE);
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw invalid(DeltaSourceOptions.TIME_ZONE, zone, "Give an id such as Europe/Berlin or +02:00.");
        }
    }

    private StartingPoint start() {
        requireOne(
                DeltaSourceOptions.VERSION_AS_OF,
                DeltaSourceOptions.TIMESTAMP_AS_OF,
                DeltaSourceOptions.STARTING_VERSION,
                DeltaSourceOptions.STARTING_TIMESTAMP);
        if (options.contains(DeltaSourceOptions.VERSION_AS_OF)) {
            return new StartingPoint.SnapshotOf(
                    version(DeltaSourceOptions.VERSION_AS_OF, get(DeltaSourceOptions.VERSION_AS_OF)));
        } else if (options.contains(DeltaSourceOptions.TIMESTAMP_AS_OF)) {
            return new StartingPoint.SnapshotAt(time(DeltaSourceOptions.TIMESTAMP_AS_OF));
        } else if (options.contains(DeltaSourceOptions.STARTING_TIMESTAMP)) {
            return new StartingPoint.ChangesSince(time(DeltaSourceOptions.STARTING_TIMESTAMP));
        } else if (options.contains(DeltaSourceOptions.STARTING_VERSION)) {
            return startingVersion(get(DeltaSourceOptions.STARTING_VERSION));
        }
        return new StartingPoint.LatestSnapshot();
    }

    private StartingPoint startingVersion(String text) {
        if (text.strip().equalsIgnoreCase(LATEST)) {
            return new StartingPoint.NewChanges();
        }
        try {
            return new StartingPoint.ChangesOf(
                    version(DeltaSourceOptions.STARTING_VERSION, Long.parseLong(text.strip())));
        } catch (NumberFormatException e) {
            throw invalid(DeltaSourceOptions.STARTING_VERSION, text, "Give the number of a version, or latest.");
        }
    }

    private EndingPoint end() {
        requireOne(DeltaSourceOptions.ENDING_VERSION, DeltaSourceOptions.ENDING_TIMESTAMP);
        if (options.contains(DeltaSourceOptions.ENDING_VERSION)) {
            return new EndingPoint.Version(
                    version(DeltaSourceOptions.ENDING_VERSION, get(DeltaSourceOptions.ENDING_VERSION)));
        } else if (options.contains(DeltaSourceOptions.ENDING_TIMESTAMP)) {
            return new EndingPoint.Time(time(DeltaSourceOptions.ENDING_TIMESTAMP));
        }
        return options.contains(DeltaSourceOptions.MONITOR_INTERVAL)
                ? new EndingPoint.Never()
                : new EndingPoint.AtOnce();
    }

    /** What would do nothing is a mistake that is told before anybody waits for its effect. */
    private void requireEffect() {
        if (get(DeltaSourceOptions.COMMIT_READING) != CommitReading.CHANGES) {
            String changes = DeltaSourceOptions.COMMIT_READING.key() + "=" + CommitReading.CHANGES;
            requireUnset(DeltaSourceOptions.PRIMARY_KEY, changes);
            requireUnset(DeltaSourceOptions.ROWS_IN_MEMORY, changes);
        }
        if (!options.contains(DeltaSourceOptions.CONSUMER_ID)) {
            requireUnset(DeltaSourceOptions.CONSUMER_EXPIRY, DeltaSourceOptions.CONSUMER_ID.key());
        }
    }

    private void requireUnset(ConfigOption<?> option, String wanting) {
        if (options.contains(option) && !List.of().equals(get(option))) {
            throw new InvalidRequestException(
                    "An option has no effect without another.",
                    table.with("option", option.key()),
                    "Set " + wanting + " too, or leave it out.");
        }
    }

    private void requireOne(ConfigOption<?>... some) {
        List<String> set =
                Stream.of(some).filter(options::contains).map(ConfigOption::key).toList();
        if (set.size() > 1) {
            throw new InvalidRequestException(
                    "Options exclude each other.", table.with("options", String.join(",", set)), "Set one of them.");
        }
    }

    private long version(ConfigOption<?> option, long version) {
        if (version < 0) {
            throw invalid(option, version, "Versions begin with 0.");
        }
        return version;
    }

    private Instant time(ConfigOption<String> option) {
        String text = get(option);
        try {
            return Instant.ofEpochMilli(TimeText.parse(text, zone()).toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            throw invalid(
                    option,
                    text,
                    "Write it as 2026-01-31T12:00:00Z, 2026-01-31T12:00:00+02:00, 2026-01-31 12:00:00 or 2026-01-31.");
        }
    }

    private Pattern exclude() {
        String regex = get(DeltaSourceOptions.EXCLUDE_REGEX);
        if (regex == null) {
            return null;
        }
        try {
            Pattern pattern = Pattern.compile(regex);
            if (pattern.matcher("").find()) {
                throw invalid(DeltaSourceOptions.EXCLUDE_REGEX, regex, "It is found in every path; leave it out.");
            }
            return pattern;
        } catch (PatternSyntaxException e) {
            throw invalid(
                    DeltaSourceOptions.EXCLUDE_REGEX, regex, "It is no regular expression: " + e.getDescription());
        }
    }

    private long positive(ConfigOption<?> option, long value) {
        if (value <= 0) {
            throw invalid(option, value, "Give it more than 0.");
        }
        return value;
    }

    private void requireMillis(ConfigOption<Duration> option, Duration value) {
        if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST) > 0) {
            throw invalid(option, value, "Give it a millisecond at least, and a thousand years at most.");
        }
    }

    private <T> T get(ConfigOption<T> option) {
        try {
            return options.get(option);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(
                    "An option does not have a value of its type: " + rootMessage(e),
                    table.with("option", option.key()),
                    "See its description in docs/options.md.",
                    e);
        }
    }

    /** Of an enum, Flink's names the values in the cause only. */
    private static String rootMessage(Throwable e) {
        return e.getCause() == null ? e.getMessage() : rootMessage(e.getCause());
    }

    private InvalidRequestException invalid(ConfigOption<?> option, Object value, String remedy) {
        return new InvalidRequestException(
                "An option has no such value.",
                table.with("option", option.key()).with("value", value),
                remedy);
    }
}
