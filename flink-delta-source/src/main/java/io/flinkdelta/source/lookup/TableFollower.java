/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.lookup;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.source.plan.Budget;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.Planned;
import io.flinkdelta.source.plan.Planned.Next;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.plan.TablePlanner;
import io.flinkdelta.source.read.ChangeReader;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the rows of a table as new versions come: reads all of them once, then what each commit changes. A lookup sees
 * the rows of one version. One thread refreshes; any thread looks up.
 */
final class TableFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TableFollower.class);
    private static final int SPLITS_AT_ONCE = 16;
    private static final int ROWS_IN_MEMORY = 1_000_000;
    private static final PlanSettings PLANNING = new PlanSettings(
            new StartingPoint.LatestSnapshot(),
            new EndingPoint.Never(),
            CommitReading.CHANGES,
            true,
            List.of(),
            null,
            1L << 30,
            4L << 20,
            false);

    private final TableScan scan;
    private final DeltaLog log;
    private final ChangeReader reader;
    private final RowDataSerializer copies;
    private final Supplier<RowCache> newCache;
    private final long maxBytes;
    private final Clock clock;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    /** Null when the rows have to be read anew. */
    private TablePlanner planner;
    /** Null before all rows were read once. */
    private RowCache cache;
    /** When the table was looked at last, epoch milliseconds. */
    private volatile long refreshed;

    /** @param maxBytes that changes may take before they are taken over */
    TableFollower(TableScan scan, Supplier<RowCache> newCache, long maxBytes, Clock clock) {
        this.scan = scan;
        this.newCache = newCache;
        this.maxBytes = maxBytes;
        this.clock = clock;
        TableStorage storage = scan.openStorage();
        this.log = new DeltaLog(storage, clock);
        this.reader = new ChangeReader(scan, storage, ROWS_IN_MEMORY);
        this.copies = new RowDataSerializer(scan.rowType());
    }

    /**
     * Goes to the newest version.
     *
     * @throws StorageUnavailableException when the table cannot be reached now; the rows stay as they are
     * @throws InvalidRequestException when its rows can no longer be had as they were asked for, or are too many
     */
    void refresh() {
        if (planner == null) {
            load();
        } else {
            follow();
        }
        refreshed = clock.millis();
    }

    private void load() {
        TablePlanner first = planner();
        RowCache loaded = newCache.get();
        for (Next next = Next.MORE; next == Next.MORE; ) {
            Planned planned = first.plan(Budget.ofSplits(SPLITS_AT_ONCE));
            planned.splits().forEach(split -> reader.read(split, loaded::apply));
            next = planned.next();
        }
        lock.writeLock().lock();
        try {
            cache = loaded;
            planner = first;
        } finally {
            lock.writeLock().unlock();
        }
        LOG.info("Read {} rows of {}, {} bytes", loaded.count(), scan.tablePath(), loaded.bytes());
    }

    private TablePlanner planner() {
        return new TablePlanner(log, scan, PLANNING, 1, Optional.empty(), OptionalLong.empty());
    }

    /** What has changed is read first, and taken over in one go; if it is too much for that, all rows are read anew. */
    private void follow() {
        ChangedRows changes = new ChangedRows(maxBytes, scan.context());
        try {
            for (Next next = Next.MORE; next == Next.MORE; ) {
                Planned planned = planner.plan(Budget.ofSplits(SPLITS_AT_ONCE));
                for (DeltaSplit split : planned.splits()) {
                    reader.read(split, row -> changes.add(copies.toBinaryRow(row, true)));
                }
                next = planned.next();
            }
        } catch (RuntimeException e) {
            LOG.info("The changes of {} cannot be followed; its rows are read anew", scan.tablePath(), e);
            // What was read of them is lost, and the planner is beyond it.
            planner = null;
            load();
            return;
        }
        lock.writeLock().lock();
        try {
            changes.rows().forEach(cache::apply);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** The rows with this key. */
    Collection<RowData> get(BinaryRowData key) {
        lock.readLock().lock();
        try {
            return cache.get(key);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** How long ago the table was looked at. */
    Duration staleness() {
        return Duration.ofMillis(clock.millis() - refreshed);
    }

    @Override
    public void close() {
        log.close();
    }
}
