/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.source.plan.Budget;
import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.Planned;
import io.flinkdelta.source.plan.Planned.Next;
import io.flinkdelta.source.plan.TablePlanner;
import io.flinkdelta.source.scan.MetadataColumn;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.DeltaSplitSerializer;
import io.flinkdelta.source.split.ReadOrder;
import io.flinkdelta.source.split.SplitPosition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.types.RowKind;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads a table as a job would that is killed now and then: planner and readers are thrown away at random and made anew
 * from what a checkpoint would hold.
 */
final class ScanRun {
    /** Few, so that changes are found in several rounds. */
    static final int ROWS_IN_MEMORY = 16;

    private final TableScan scan;
    private final PlanSettings settings;
    private final RandomGenerator random;
    private final ExactRowEncoder encoder;
    private final DeltaSplitSerializer serializer = new DeltaSplitSerializer();
    private Optional<PlanPosition> position = Optional.empty();

    private final Counter lostFiles = new SimpleCounter();

    /** A row that came out. */
    record Change(long version, RowKind kind, String line) {}

    ScanRun(TableScan scan, PlanSettings settings, RandomGenerator random) {
        this.scan = scan;
        this.settings = settings;
        this.random = random;
        this.encoder = ExactRowEncoder.of(withMetadataColumns(scan));
    }

    private static StructType withMetadataColumns(TableScan scan) {
        List<StructField> fields = new ArrayList<>(scan.produced().fields());
        for (MetadataColumn column : scan.metadataColumns()) {
            PrimitiveType type = switch (column) {
                case COMMIT_TIMESTAMP -> PrimitiveType.TIMESTAMP;
                case CHANGE_TYPE, FILE_PATH -> PrimitiveType.STRING;
                default -> PrimitiveType.LONG;
            };
            fields.add(new StructField(column.columnName(), type, true, FieldMetadata.empty()));
        }
        return new StructType(fields);
    }

    static DeltaLog log(Path table) {
        return new DeltaLog(TableStorage.open(table.toString(), new Configuration(false)), Clock.systemUTC());
    }

    static TableScan scan(Path table, Snapshot version, Optional<List<String>> columns, Optional<String> filter) {
        return TableScan.of(
                new TableScan.Request(
                        table.toString(),
                        Map.of(),
                        TableStorage::open,
                        columns,
                        filter,
                        ZoneOffset.UTC,
                        List.of(),
                        Optional.empty()),
                version);
    }

    static TableScan scan(Path table, Snapshot version, MetadataColumn... metadata) {
        return TableScan.of(
                new TableScan.Request(
                        table.toString(),
                        Map.of(),
                        TableStorage::open,
                        Optional.empty(),
                        Optional.empty(),
                        ZoneOffset.UTC,
                        List.of(metadata),
                        Optional.empty()),
                version);
    }

    /** How many files were passed over, those of reading that was begun again once more. */
    long lostFiles() {
        return lostFiles.getCount();
    }

    /** Where the last {@link #all} came to. */
    Optional<PlanPosition> position() {
        return position;
    }

    ScanRun from(Optional<PlanPosition> newPosition) {
        position = newPosition;
        return this;
    }

    /** All rows up to the end, or until there is no version any more, in the order of the splits. */
    List<Change> all() throws IOException {
        List<Change> changes = new ArrayList<>();
        OptionalLong last = OptionalLong.empty();
        while (true) {
            try (DeltaLog log = new DeltaLog(scan.openStorage(), Clock.systemUTC())) {
                TablePlanner planner = new TablePlanner(log, scan, settings, 4, position, last);
                for (int rounds = random.nextInt(1, 4); rounds > 0; rounds--) {
                    Planned planned = planner.plan(Budget.ofSplits(random.nextInt(1, 4)));
                    for (DeltaSplit split : planned.splits()) {
                        read(split, changes);
                    }
                    position = Optional.of(planned.position());
                    last = planned.last();
                    if (planned.next() != Next.MORE) {
                        return changes;
                    }
                }
            }
        }
    }

    private void read(DeltaSplit planned, List<Change> changes) throws IOException {
        DeltaSplit split = planned;
        while (true) {
            split = serializer.deserialize(serializer.getVersion(), serializer.serialize(split));
            long rows = random.nextBoolean() ? Long.MAX_VALUE : random.nextLong(0, 50);
            Optional<SplitPosition> stopped = read(split, rows, changes);
            if (stopped.isEmpty()) {
                return;
            }
            split = split.at(stopped.get());
        }
    }

    /** Where it stopped after so many rows; empty at the end of the split. */
    Optional<SplitPosition> read(DeltaSplit split, long rows, List<Change> changes) throws IOException {
        SplitPosition position = split.position();
        DeltaSplitReader reader = new DeltaSplitReader(
                scan,
                scan.openStorage(),
                new ReadSettings(settings.primaryKey(), ROWS_IN_MEMORY, settings.failOnDataLoss(), ReadOrder.ANY),
                settings.failOnDataLoss() ? Optional.empty() : Optional.of(lostFiles),
                new RowLimit(Long.MAX_VALUE),
                fetched -> {},
                emitted -> {});
        try {
            reader.handleSplitsChanges(new SplitsAddition<>(List.of(split)));
            for (long left = rows; ; ) {
                RecordsWithSplitIds<DeltaRecord> records = reader.fetch();
                while (records.nextSplit() != null) {
                    DeltaRecord record = records.nextRecordFromSplit();
                    for (; record != null; record = records.nextRecordFromSplit()) {
                        if (left-- == 0) {
                            return Optional.of(position);
                        }
                        changes.add(
                                new Change(split.version(), record.row().getRowKind(), encoder.encode(record.row())));
                        position = new SplitPosition(record.step(), record.position() + 1);
                    }
                }
                records.recycle();
                if (!records.finishedSplits().isEmpty()) {
                    return Optional.empty();
                }
            }
        } finally {
            reader.close();
        }
    }
}
