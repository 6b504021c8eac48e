/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.plan.CommitReading;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** The options of {@link DeltaSource}, set with {@link DeltaSourceBuilder#option}. */
public final class DeltaSourceOptions {

    public static final ConfigOption<Long> VERSION_AS_OF = ConfigOptions.key("scan.version-as-of")
            .longType()
            .noDefaultValue()
            .withDescription(
                    "The version whose rows are read, or read first. Default: the newest when the job starts.");

    public static final ConfigOption<String> TIMESTAMP_AS_OF = ConfigOptions.key("scan.timestamp-as-of")
            .stringType()
            .noDefaultValue()
            .withDescription("A time: the newest version not after it is the one whose rows are read, or read first. An"
                    + " ISO-8601 time such as 2026-01-31T12:00:00Z or 2026-01-31T12:00:00+02:00, or a date or date and"
                    + " time in scan.time-zone.");

    public static final ConfigOption<String> STARTING_VERSION = ConfigOptions.key("scan.starting-version")
            .stringType()
            .noDefaultValue()
            .withDescription("The first version whose changes are read, without the rows that were there before; latest"
                    + " for what is committed after the job has started.");

    public static final ConfigOption<String> STARTING_TIMESTAMP = ConfigOptions.key("scan.starting-timestamp")
            .stringType()
            .noDefaultValue()
            .withDescription("A time: the first version at or after it is the first whose changes are read. Written as"
                    + " scan.timestamp-as-of.");

    public static final ConfigOption<Long> ENDING_VERSION = ConfigOptions.key("scan.ending-version")
            .longType()
            .noDefaultValue()
            .withDescription(
                    "The last version that is read, with which the source ends. It need not be there yet: without"
                            + " scan.monitor-interval the table is looked at every 10 seconds then.");

    public static final ConfigOption<String> ENDING_TIMESTAMP = ConfigOptions.key("scan.ending-timestamp")
            .stringType()
            .noDefaultValue()
            .withDescription("A time: the newest version not after it, when the job starts, is the last that is read."
                    + " Written as scan.timestamp-as-of.");

    public static final ConfigOption<Duration> MONITOR_INTERVAL = ConfigOptions.key("scan.monitor-interval")
            .durationType()
            .noDefaultValue()
            .withDescription(
                    "How often the table is looked at for new versions. With it the source goes on for ever, or"
                            + " up to the ending version; without it the source ends with what is there.");

    public static final ConfigOption<CommitReading> COMMIT_READING = ConfigOptions.key("scan.commit-reading")
            .enumType(CommitReading.class)
            .defaultValue(CommitReading.APPENDS)
            .withDescription("What becomes of commits that are read after the first version's rows. appends: rows that"
                    + " are added, while a commit that deletes or changes rows is an error. ignore-deletes: the same, but"
                    + " commits that only delete are passed over. ignore-changes: all rows of all files that are added,"
                    + " rewritten ones once more. skip-change-commits: commits that delete or change rows are passed"
                    + " over. changes: insertions, updates and deletions, as the table's change data feed has recorded"
                    + " them, else as they follow from the commit.");

    public static final ConfigOption<List<String>> PRIMARY_KEY = ConfigOptions.key("scan.primary-key")
            .stringType()
            .asList()
            .defaultValues()
            .withDescription(
                    "The columns that tell rows apart. Where changes follow from a commit, a row that is gone and"
                            + " one that has come with the same key are an update; without a key, a deletion and an insertion."
                            + " Needs scan.commit-reading=changes.");

    public static final ConfigOption<String> EXCLUDE_REGEX = ConfigOptions.key("scan.exclude-regex")
            .stringType()
            .noDefaultValue()
            .withDescription("Data files in whose path this regular expression is found are not read.");

    public static final ConfigOption<Boolean> FAIL_ON_DATA_LOSS = ConfigOptions.key("scan.fail-on-data-loss")
            .booleanType()
            .defaultValue(true)
            .withDescription("Whether it is an error that versions have been cleaned up, or files vacuumed, before they"
                    + " were read. If not, the source goes on with the oldest version that is there and without those"
                    + " files, and counts what it passes over.");

    public static final ConfigOption<Boolean> ORDERED = ConfigOptions.key("scan.ordered")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Whether the rows of a partition come in the order of their commits: each partition is read"
                            + " by one reader then, an unpartitioned table by one altogether. Rows that share a key must share a"
                            + " partition for this to order them.");

    public static final ConfigOption<String> WATERMARK_COLUMN = ConfigOptions.key("scan.watermark-column")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "A column of the rows' times, by which the source gives watermarks: of the files of a version"
                            + " or a commit those with the oldest rows are read first, and before the rows of each comes the"
                            + " watermark that the partition value or statistics of the file allow. Of type timestamp,"
                            + " timestamp_ntz or date, or whole numbers since the epoch. The job's watermark strategy is"
                            + " noWatermarks() then.");

    public static final ConfigOption<TimeUnit> WATERMARK_TIME_UNIT = ConfigOptions.key("scan.watermark-time-unit")
            .enumType(TimeUnit.class)
            .defaultValue(TimeUnit.MILLISECONDS)
            .withDescription("What a watermark column of whole numbers counts.");

    public static final ConfigOption<String> CONSUMER_ID = ConfigOptions.key("scan.consumer-id")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "A name under which the job publishes in the table, with each checkpoint, how far it has read,"
                            + " so that flink-delta's own log clean-up and vacuums spare what it still needs. The job must be"
                            + " allowed to write to the log's folder.");

    public static final ConfigOption<Duration> CONSUMER_EXPIRY = ConfigOptions.key("scan.consumer-expiry")
            .durationType()
            .defaultValue(Duration.ofDays(7))
            .withDescription("How long after its last checkpoint a job with a consumer id is waited for.");

    public static final ConfigOption<Long> MAX_FILES = ConfigOptions.key("scan.max-files-per-interval")
            .longType()
            .noDefaultValue()
            .withDescription("How many files are begun to be read per monitor interval.");

    public static final ConfigOption<MemorySize> MAX_BYTES = ConfigOptions.key("scan.max-bytes-per-interval")
            .memoryType()
            .noDefaultValue()
            .withDescription(
                    "How many bytes of files are begun to be read per monitor interval; the file with which the"
                            + " limit is reached is read as a whole.");

    public static final ConfigOption<MemorySize> SPLIT_SIZE = ConfigOptions.key("scan.split-size")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(128))
            .withDescription("About how many bytes of files one reader reads at a time. Larger files are divided by row"
                    + " groups, smaller ones share a split.");

    public static final ConfigOption<MemorySize> OPEN_FILE_COST = ConfigOptions.key("scan.open-file-cost")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(4))
            .withDescription("Files that are smaller than this count as large when they share a split.");

    public static final ConfigOption<Integer> ROWS_IN_MEMORY = ConfigOptions.key("scan.changes-rows-in-memory")
            .intType()
            .defaultValue(2_000_000)
            .withDescription("Where changes follow from a commit, how many different rows a reader knows at a time, at"
                    + " about 50 bytes each. Of larger commits files are read several times. Needs"
                    + " scan.commit-reading=changes.");

    public static final ConfigOption<String> TIME_ZONE = ConfigOptions.key("scan.time-zone")
            .stringType()
            .defaultValue("UTC")
            .withDescription("The time zone in which the filter's timestamps have a day, and in which times are read"
                    + " that say none: those of options, and those of a watermark column of dates or of timestamps without"
                    + " a zone.");

    public static final ConfigOption<Long> LIMIT = ConfigOptions.key("scan.limit")
            .longType()
            .noDefaultValue()
            .withDescription("How many of a version's rows are wanted, whichever they are: the source ends when it has"
                    + " read them. One reader gives so many at most, several together may give more.");

    private DeltaSourceOptions() {}

    /** Every option, in the order of the documentation. */
    public static List<ConfigOption<?>> all() {
        return List.of(
                VERSION_AS_OF,
                TIMESTAMP_AS_OF,
                STARTING_VERSION,
                STARTING_TIMESTAMP,
                ENDING_VERSION,
                ENDING_TIMESTAMP,
                MONITOR_INTERVAL,
                LIMIT,
                COMMIT_READING,
                PRIMARY_KEY,
                ORDERED,
                WATERMARK_COLUMN,
                WATERMARK_TIME_UNIT,
                FAIL_ON_DATA_LOSS,
                EXCLUDE_REGEX,
                CONSUMER_ID,
                CONSUMER_EXPIRY,
                MAX_FILES,
                MAX_BYTES,
                SPLIT_SIZE,
                OPEN_FILE_COST,
                ROWS_IN_MEMORY,
                TIME_ZONE);
    }
}
