/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The properties of a table that this library acts on, typed, with the defaults of the protocol and
 * of Spark. A value that is not valid is found when it is asked for: an error naming key and value.
 */
public final class TableProperties {
    public static final String CHECKPOINT_INTERVAL = "delta.checkpointInterval";
    public static final String CHECKPOINT_POLICY = "delta.checkpointPolicy";
    public static final String CHECKPOINT_STATS_AS_JSON = "delta.checkpoint.writeStatsAsJson";
    public static final String CHECKPOINT_STATS_AS_STRUCT = "delta.checkpoint.writeStatsAsStruct";
    public static final String INDEXED_COLUMNS = "delta.dataSkippingNumIndexedCols";
    public static final String STATS_COLUMNS = "delta.dataSkippingStatsColumns";
    public static final String STRING_PREFIX_LENGTH = "delta.dataSkippingStringPrefixLength";
    public static final String APPEND_ONLY = "delta.appendOnly";
    public static final String DELETED_FILE_RETENTION = "delta.deletedFileRetentionDuration";
    public static final String LOG_RETENTION = "delta.logRetentionDuration";
    public static final String EXPIRED_LOG_CLEANUP = "delta.enableExpiredLogCleanup";
    public static final String TRANSACTION_RETENTION = "delta.setTransactionRetentionDuration";
    public static final String CHANGE_DATA_FEED = "delta.enableChangeDataFeed";
    public static final String DELETION_VECTORS = "delta.enableDeletionVectors";
    public static final String IN_COMMIT_TIMESTAMPS = "delta.enableInCommitTimestamps";
    public static final String TARGET_FILE_SIZE = "delta.targetFileSize";
    public static final String COMPRESSION = "delta.parquet.compression.codec";
    public static final String RANDOM_PREFIXES = "delta.randomizeFilePrefixes";
    public static final String RANDOM_PREFIX_LENGTH = "delta.randomPrefixLength";

    private final Map<String, String> properties;
    private final boolean requested;
    private final ErrorContext context;

    private TableProperties(Map<String, String> properties, boolean requested, ErrorContext context) {
        this.properties = Map.copyOf(properties);
        this.requested = requested;
        this.context = context;
    }

    /** Of an existing table: a bad value is a {@link CorruptLogException}. */
    public static TableProperties ofTable(Map<String, String> configuration, ErrorContext context) {
        return new TableProperties(configuration, false, context);
    }

    /** Whether one of the properties that turn something on is true; one that is not there turns nothing on. */
    public static boolean isOn(Map<String, String> properties, String key) {
        return Boolean.parseBoolean(properties.get(key));
    }

    /** Of a table that is to be made: a bad value is an {@link InvalidRequestException}. */
    public static TableProperties ofRequest(Map<String, String> properties) {
        return new TableProperties(properties, true, ErrorContext.none());
    }

    /**
     * The properties that somebody asks for, under the names that they have in a table: names in any case
     * are found; those that do not begin with {@code delta.} are free.
     *
     * @throws InvalidRequestException naming the property that does not exist, cannot be set or has a bad value
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException naming the property that asks for what
     *     this build does not do
     */
    public static Map<String, String> requireValidRequest(Map<String, String> properties) {
        Map<String, String> valid = PropertyRules.requireValid(properties);
        ofRequest(valid).requireValid();
        return valid;
    }

    /** The name that a property has in a table; {@code key} itself when it is none of the protocol's. */
    public static String canonicalKey(String key) {
        return PropertyRules.canonicalKey(key);
    }

    /** Commits between checkpoints. */
    public int checkpointInterval() {
        return integer(CHECKPOINT_INTERVAL, 10, 1);
    }

    /** Whether checkpoints are to follow the V2 spec, if the table has the feature. */
    public boolean checkpointsFollowV2() {
        return value(CHECKPOINT_POLICY, "classic or v2", TableProperties::parsePolicy)
                .orElse(false);
    }

    private static boolean parsePolicy(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "v2" -> true;
            case "classic" -> false;
            default -> throw new IllegalArgumentException("neither classic nor v2");
        };
    }

    public boolean checkpointStatsAsJson() {
        return bool(CHECKPOINT_STATS_AS_JSON, true);
    }

    public boolean checkpointStatsAsStruct() {
        return bool(CHECKPOINT_STATS_AS_STRUCT, true);
    }

    /** The number of leaf columns with statistics, -1 for all. */
    public int indexedColumns() {
        return integer(INDEXED_COLUMNS, 32, -1);
    }

    /** The columns with statistics, each a path of names; takes precedence over {@link #indexedColumns}. */
    public Optional<List<List<String>>> statsColumns() {
        return value(STATS_COLUMNS, "a list of column names, special ones in backticks", ColumnNames::parseList);
    }

    /** The number of characters that string statistics keep. */
    public int stringPrefixLength() {
        return integer(STRING_PREFIX_LENGTH, 32, 0);
    }

    public boolean appendOnly() {
        return bool(APPEND_ONLY, false);
    }

    /** How long tombstones, and the files that they name, are kept. */
    public Duration deletedFileRetention() {
        return interval(DELETED_FILE_RETENTION).orElse(Duration.ofDays(7));
    }

    /** How long commits are kept. */
    public Duration logRetention() {
        return interval(LOG_RETENTION).orElse(Duration.ofDays(30));
    }

    public boolean expiredLogCleanup() {
        return bool(EXPIRED_LOG_CLEANUP, true);
    }

    /** How long transaction identifiers are kept, empty for ever. */
    public Optional<Duration> transactionRetention() {
        return interval(TRANSACTION_RETENTION);
    }

    public boolean changeDataFeed() {
        return bool(CHANGE_DATA_FEED, false);
    }

    public boolean inCommitTimestamps() {
        return bool(IN_COMMIT_TIMESTAMPS, false);
    }

    /** Bytes, as a plain number or with a unit such as {@code 128mb}. */
    public OptionalLong targetFileSize() {
        return value(TARGET_FILE_SIZE, "a size such as 128mb", Sizes::parse)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** The Parquet compression codec, in lower case. */
    public Optional<String> compression() {
        return value(COMPRESSION, "a codec", text -> text.toLowerCase(Locale.ROOT));
    }

    /** The length of a random folder name that takes the place of partition folders, empty for none. */
    public OptionalLong randomPrefixLength() {
        boolean on = bool(RANDOM_PREFIXES, false);
        int length = integer(RANDOM_PREFIX_LENGTH, 2, 1);
        return on ? OptionalLong.of(length) : OptionalLong.empty();
    }

    /** Asks for every property, so that a bad value is found now. */
    public void requireValid() {
        checkpointInterval();
        checkpointsFollowV2();
        checkpointStatsAsJson();
        checkpointStatsAsStruct();
        indexedColumns();
        statsColumns();
        stringPrefixLength();
        appendOnly();
        expiredLogCleanup();
        transactionRetention();
        changeDataFeed();
        inCommitTimestamps();
        targetFileSize();
        compression();
        randomPrefixLength();
        if (logRetention().compareTo(deletedFileRetention()) < 0) {
            throw bad(LOG_RETENTION, properties.get(LOG_RETENTION), "at least that of " + DELETED_FILE_RETENTION, null);
        }
    }

    private boolean bool(String key, boolean absent) {
        return value(key, "true or false", TableProperties::parseBool).orElse(absent);
    }

    private static boolean parseBool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private int integer(String key, int absent, int least) {
        return value(key, "an integer of at least " + least, text -> atLeast(least, Integer.parseInt(text)))
                .orElse(absent);
    }

    private static int atLeast(int least, int number) {
        if (number < least) {
            throw new IllegalArgumentException("below " + least);
        }
        return number;
    }

    private Optional<Duration> interval(String key) {
        return value(key, "an interval of weeks or less, such as 'interval 7 days'", Intervals::parse);
    }

    private <T> Optional<T> value(String key, String expected, Function<String, T> parse) {
        String text = properties.get(key);
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(parse.apply(text.strip()));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw bad(key, text, expected, e);
        }
    }

    private DeltaException bad(String key, String value, String expected, Exception cause) {
        String problem = "The value of a table property is not " + expected + ".";
        ErrorContext where = context.with("property", key).with("value", value);
        return requested
                ? new InvalidRequestException(problem, where, "Change the property.", cause)
                : new CorruptLogException(problem, where, "Change it with ALTER TABLE ... SET TBLPROPERTIES.", cause);
    }
}
