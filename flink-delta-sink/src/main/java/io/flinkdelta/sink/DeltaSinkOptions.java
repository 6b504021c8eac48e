/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.parquet.Compression;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** The options of {@link DeltaSink}, set with {@link DeltaSinkBuilder#option}. */
public final class DeltaSinkOptions {

    public static final ConfigOption<MemorySize> TARGET_FILE_SIZE = ConfigOptions.key("sink.target-file-size")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(128))
            .withDescription("A data file is closed and a new one begun when it has about this size.");

    public static final ConfigOption<Duration> ROLLING_INTERVAL = ConfigOptions.key("sink.rolling-interval")
            .durationType()
            .defaultValue(Duration.ofMinutes(15))
            .withDescription("A data file is closed when it has been open for this long. Files are also closed at"
                    + " every checkpoint, so this matters only when checkpoints are further apart. 0 turns it off.");

    public static final ConfigOption<Compression> COMPRESSION = ConfigOptions.key("sink.compression")
            .enumType(Compression.class)
            .defaultValue(Compression.SNAPPY)
            .withDescription("The compression of the data files: snappy, zstd, gzip or uncompressed.");

    public static final ConfigOption<MemorySize> ROW_GROUP_SIZE = ConfigOptions.key("sink.row-group-size")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(64))
            .withDescription("A row group of a data file is written out when it has about this size in memory.");

    public static final ConfigOption<Integer> MAX_OPEN_FILES = ConfigOptions.key("sink.max-open-files")
            .intType()
            .defaultValue(200)
            .withDescription("How many data files a subtask keeps open at a time, one for each partition that"
                    + " rows arrive for. Beyond that, the file that was written to least recently is closed. When rows"
                    + " of many partitions arrive mixed, shuffle them by partition before the sink.");

    public static final ConfigOption<MemorySize> WRITE_MEMORY = ConfigOptions.key("sink.write-memory")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(256))
            .withDescription("How much memory the open data files of a subtask may buffer together. Beyond that,"
                    + " the file that buffers the most is closed.");

    public static final ConfigOption<OnRewind> ON_REWIND = ConfigOptions.key("sink.on-rewind")
            .enumType(OnRewind.class)
            .defaultValue(OnRewind.FAIL)
            .withDescription("What to do when the job is restored from a checkpoint or savepoint that is older than"
                    + " what the table already holds of it: fail, or accept-duplicates to go on under a new"
                    + " application id, so that replayed rows land a second time and none is lost.");

    public static final ConfigOption<Integer> COMMIT_ATTEMPTS = ConfigOptions.key("sink.commit-attempts")
            .intType()
            .defaultValue(5)
            .withDescription("How often in a row the storage may fail while a commit is made, before the job fails"
                    + " over. Races with other writers do not count.");

    public static final ConfigOption<Duration> COMMIT_RETRY_DELAY = ConfigOptions.key("sink.commit-retry-delay")
            .durationType()
            .defaultValue(Duration.ofMillis(200))
            .withDescription(
                    "How long to wait after the first failure of the storage; doubled for each further" + " one.");

    public static final ConfigOption<Duration> UNKNOWN_OUTCOME_TIMEOUT = ConfigOptions.key(
                    "sink.unknown-outcome-timeout")
            .durationType()
            .defaultValue(Duration.ofMinutes(1))
            .withDescription("How long to look for a commit whose answer was lost, before the job fails over. After"
                    + " the failover it is found, or made, exactly once.");

    public static final ConfigOption<Integer> IDENTITY_BLOCK_SIZE = ConfigOptions.key("sink.identity-block-size")
            .intType()
            .defaultValue(10_000)
            .withDescription("How many values of an identity column a subtask reserves at a time, each time with a"
                    + " commit of its own. What is left of a block when the task ends is never used.");

    public static final ConfigOption<String> SESSION_TIME_ZONE = ConfigOptions.key("sink.session-time-zone")
            .stringType()
            .defaultValue("UTC")
            .withDescription("The time zone in which the table's constraints, generated columns and defaults see"
                    + " timestamps, such as the day of CAST(ts AS DATE). Writers of one table should agree on it; in"
                    + " Spark it is spark.sql.session.timeZone.");

    public static final ConfigOption<Boolean> CHECK_TABLE_ON_BUILD = ConfigOptions.key("sink.check-table-on-build")
            .booleanType()
            .defaultValue(true)
            .withDescription("Whether the client looks at the table when the sink is built, so that a differing"
                    + " schema fails before the job is submitted. A table that the client cannot reach is left to"
                    + " the job.");

    private DeltaSinkOptions() {}

    /** Every option, in the order of the documentation. */
    public static List<ConfigOption<?>> all() {
        return List.of(
                TARGET_FILE_SIZE,
                ROLLING_INTERVAL,
                COMPRESSION,
                ROW_GROUP_SIZE,
                MAX_OPEN_FILES,
                WRITE_MEMORY,
                ON_REWIND,
                COMMIT_ATTEMPTS,
                COMMIT_RETRY_DELAY,
                UNKNOWN_OUTCOME_TIMEOUT,
                IDENTITY_BLOCK_SIZE,
                SESSION_TIME_ZONE,
                CHECK_TABLE_ON_BUILD);
    }
}
