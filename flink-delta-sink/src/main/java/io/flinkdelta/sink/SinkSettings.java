/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.parquet.Compression;
import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/**
 * The values of {@link DeltaSinkOptions}, checked.
 *
 * @param targetFileSize bytes
 * @param rollingInterval zero when files do not roll by age
 * @param rowGroupSize bytes
 * @param writeMemory bytes
 */
record SinkSettings(
        long targetFileSize,
        Duration rollingInterval,
        Compression compression,
        long rowGroupSize,
        int maxOpenFiles,
        long writeMemory,
        OnRewind onRewind,
        int commitAttempts,
        Duration commitRetryDelay,
        Duration unknownOutcomeTimeout,
        int identityBlockSize,
        ZoneId sessionTimeZone,
        boolean checkTableOnBuild)
        implements Serializable {

    SinkSettings {
        atLeast(DeltaSinkOptions.TARGET_FILE_SIZE, targetFileSize, 1);
        atLeast(DeltaSinkOptions.ROLLING_INTERVAL, rollingInterval.toMillis(), 0);
        atLeast(DeltaSinkOptions.ROW_GROUP_SIZE, rowGroupSize, 1);
        atLeast(DeltaSinkOptions.MAX_OPEN_FILES, maxOpenFiles, 1);
        atLeast(DeltaSinkOptions.WRITE_MEMORY, writeMemory, 1);
        atLeast(DeltaSinkOptions.COMMIT_ATTEMPTS, commitAttempts, 1);
        atLeast(DeltaSinkOptions.COMMIT_RETRY_DELAY, commitRetryDelay.toMillis(), 0);
        atLeast(DeltaSinkOptions.UNKNOWN_OUTCOME_TIMEOUT, unknownOutcomeTimeout.toMillis(), 0);
        atLeast(DeltaSinkOptions.IDENTITY_BLOCK_SIZE, identityBlockSize, 1);
    }

    static SinkSettings of(ReadableConfig options) {
        return new SinkSettings(
                options.get(DeltaSinkOptions.TARGET_FILE_SIZE).getBytes(),
                options.get(DeltaSinkOptions.ROLLING_INTERVAL),
                options.get(DeltaSinkOptions.COMPRESSION),
                options.get(DeltaSinkOptions.ROW_GROUP_SIZE).getBytes(),
                options.get(DeltaSinkOptions.MAX_OPEN_FILES),
                options.get(DeltaSinkOptions.WRITE_MEMORY).getBytes(),
                options.get(DeltaSinkOptions.ON_REWIND),
                options.get(DeltaSinkOptions.COMMIT_ATTEMPTS),
                options.get(DeltaSinkOptions.COMMIT_RETRY_DELAY),
                options.get(DeltaSinkOptions.UNKNOWN_OUTCOME_TIMEOUT),
                options.get(DeltaSinkOptions.IDENTITY_BLOCK_SIZE),
                zone(options.get(DeltaSinkOptions.SESSION_TIME_ZONE)),
                options.get(DeltaSinkOptions.CHECK_TABLE_ON_BUILD));
    }

    DataFileFormat fileFormat() {
        return DataFileFormat.defaults().with(compression).withRowGroupBytes(rowGroupSize);
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new InvalidRequestException(
                    "The value of a sink option is no time zone",
                    ErrorContext.none()
                            .with("option", DeltaSinkOptions.SESSION_TIME_ZONE.key())
                            .with("value", name),
                    "Give a zone such as UTC, Europe/Berlin or +01:00.",
                    e);
        }
    }

    private static void atLeast(ConfigOption<?> option, long value, long least) {
        if (value < least) {
            throw new InvalidRequestException(
                    "The value of a sink option is too small",
                    ErrorContext.none().with("option", option.key()).with("value", value),
                    "Set it to at least " + least + ".");
        }
    }
}
