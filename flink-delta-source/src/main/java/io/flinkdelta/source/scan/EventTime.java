/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.FileStats;
import io.flinkdelta.log.stats.JsonFileStats;
import io.flinkdelta.log.stats.LowerBound;
import io.flinkdelta.log.stats.StatsColumns;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.RowData;

/**
 * The times of rows, in milliseconds since the epoch, of one column: of each row, and of each file the one that no row is
 * before. The second is never greater than the first. Immutable, any thread.
 */
public final class EventTime {
    private static final Set<PrimitiveType> TYPES = Set.of(
            PrimitiveType.TIMESTAMP,
            PrimitiveType.TIMESTAMP_NTZ,
            PrimitiveType.DATE,
            PrimitiveType.LONG,
            PrimitiveType.INTEGER);
    private static final long MICROS_PER_MILLI = 1000;
    private static final int MICROSECONDS = 6;

    private final String physicalName;
    private final PrimitiveType type;
    private final TimeUnit unit;
    private final ZoneId zone;
    private final int place;
    private final LowerBound bound;

    private EventTime(
            String physicalName, PrimitiveType type, TimeUnit unit, ZoneId zone, int place, LowerBound bound) {
        this.physicalName = physicalName;
        this.type = type;
        this.unit = unit;
        this.zone = zone;
        this.place = place;
        this.bound = bound;
    }

    /** Of the rows that a scan with a watermark column reads. */
    static EventTime of(TableScan scan, WatermarkColumn column) {
        StructField field = scan.table().field(column.name()).orElseThrow();
        LowerBound bound = LowerBound.of(
                List.of(column.name()), scan.table(), scan.partitionColumns(), scan.mapping(), scan.context());
        return new EventTime(
                scan.mapping().physicalPath(List.of(field)).get(0),
                (PrimitiveType) field.type(),
                column.unit(),
                scan.zone(),
                scan.read().indexOf(column.name()),
                bound);
    }

    /**
     * Whether the log tells of the column what is needed.
     *
     * @throws InvalidRequestException when there is no such column, or it tells no times, or has no statistics
     */
    static void require(WatermarkColumn column, Snapshot snapshot, ErrorContext table) {
        StructType schema = snapshot.schema();
        StructField field = schema.field(column.name())
                .orElseThrow(() -> new InvalidRequestException(
                        "The watermark column is no column of the table.",
                        table.with("option", "scan.watermark-column").with("column", column.name()),
                        "Name a column as the table spells it; a field of a struct cannot be one."));
        ErrorContext where =
                table.with("column", column.name()).with("type", field.type().describe());
        if (!(field.type() instanceof PrimitiveType primitive) || !TYPES.contains(primitive)) {
            throw new InvalidRequestException(
                    "The watermark column does not tell times.",
                    where,
                    "Name a column of type timestamp, timestamp_ntz or date, or of whole numbers (int, bigint) that"
                            + " count from the epoch.");
        }
        boolean known = snapshot.partitionColumns().contains(column.name())
                || StatsColumns.of(
                                schema,
                                snapshot.partitionColumns(),
                                snapshot.metadata().configuration())
                        .with(ClusteringColumns.of(snapshot.domainMetadata(), table), schema)
                        .paths()
                        .contains(List.of(column.name()));
        if (!known) {
            throw new InvalidRequestException(
                    "Files have no statistics of the watermark column.",
                    where,
                    "Set the table property delta.dataSkippingStatsColumns or delta.dataSkippingNumIndexedCols so that"
                            + " they do, or generate watermarks from the rows, with a WatermarkStrategy.");
        }
    }

    /** Of the column: the same when it is renamed. */
    public String physicalName() {
        return physicalName;
    }

    /** The bound by which files come in order of time. */
    public LowerBound bound() {
        return bound;
    }

    /**
     * The time that no row of a file is before; empty when it is not known.
     *
     * @param stats as the log has them, as JSON
     */
    public OptionalLong earliest(PartitionValues partition, Optional<String> stats) {
        FileStats facts =
                stats.isEmpty() ? FileStats.UNKNOWN : new JsonFileStats(bound.statsColumns()).read(stats.get());
        OptionalLong value = bound.of(partition, facts);
        return value.isEmpty() ? value : OptionalLong.of(millis(value.getAsLong()));
    }

    /**
     * The time of a row; empty when it has none.
     *
     * @param row of the columns that are read
     */
    public OptionalLong of(RowData row) {
        if (row.isNullAt(place)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(
                switch (type) {
                    case TIMESTAMP -> row.getTimestamp(place, MICROSECONDS).getMillisecond();
                    case TIMESTAMP_NTZ ->
                        instant(row.getTimestamp(place, MICROSECONDS).toLocalDateTime());
                    case LONG -> millis(row.getLong(place));
                    default -> millis(row.getInt(place));
                });
    }

    private long millis(long value) {
        return switch (type) {
            case TIMESTAMP -> Math.floorDiv(value, MICROS_PER_MILLI);
            case TIMESTAMP_NTZ ->
                instant(LocalDateTime.ofEpochSecond(
                        Math.floorDiv(value, 1_000_000L),
                        (int) Math.floorMod(value, 1_000_000L) * 1000,
                        ZoneOffset.UTC));
            case DATE -> instant(LocalDate.ofEpochDay(value).atStartOfDay());
            default -> floor(value);
        };
    }

    /** TimeUnit rounds towards the epoch. */
    private long floor(long value) {
        long millis = unit.toMillis(value);
        return value < 0 && millis > Long.MIN_VALUE && unit.convert(millis, TimeUnit.MILLISECONDS) > value
                ? millis - 1
                : millis;
    }

    /** A later local time is never an earlier instant: where clocks are put forward, those in between are one. */
    private long instant(LocalDateTime local) {
        ZoneOffsetTransition transition = zone.getRules().getTransition(local);
        Instant instant = transition != null && transition.isGap()
                ? transition.getInstant()
                : local.atZone(zone).toInstant();
        return instant.toEpochMilli();
    }
}
