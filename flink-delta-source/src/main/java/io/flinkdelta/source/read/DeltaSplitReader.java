/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.check.RowFilter;
import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.ReadOrder;
import java.io.FileNotFoundException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.ExceptionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads splits one after the other, in the order in which they come; one that is paused for the alignment of watermarks
 * waits while the others go on, except those that are to be read after it. One thread.
 */
final class DeltaSplitReader implements SplitReader<DeltaRecord, DeltaSplit> {
    private static final Logger LOG = LoggerFactory.getLogger(DeltaSplitReader.class);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final ScanFiles files;
    private final ChangeDerivation derivation;
    private final Optional<RowFilter> filter;
    private final RowLimit limit;
    private final RecordMaker maker;
    private final ErrorContext context;
    private final Optional<Counter> lostFiles;
    private final ReadOrder order;
    private final Consumer<DeltaSplit> fetched;
    private final Consumer<DeltaSplit> emitted;
    private final Deque<SplitRows> splits = new ArrayDeque<>();
    private final Set<String> paused = new HashSet<>();
    private final Semaphore changes = new Semaphore(0);

    /**
     * @param lostFiles counts the files that are not there any more and are passed over; empty when they are errors
     * @param limit of the rows of all splits
     * @param fetched told of the split whenever rows of it were read
     * @param emitted told of it, in another thread, when they are through
     */
    DeltaSplitReader(
            TableScan scan,
            TableStorage storage,
            ReadSettings settings,
            Optional<Counter> lostFiles,
            RowLimit limit,
            Consumer<DeltaSplit> fetched,
            Consumer<DeltaSplit> emitted) {
        this.files = new ScanFiles(scan, storage.data());
        this.derivation = new ChangeDerivation(files, settings.primaryKey(), settings.rowsInMemory());
        this.filter = scan.rowFilter();
        this.maker = new RecordMaker(scan);
        this.context = scan.context();
        this.lostFiles = lostFiles;
        this.order = settings.order();
        this.limit = limit;
        this.fetched = fetched;
        this.emitted = emitted;
    }

    @Override
    public RecordsWithSplitIds<DeltaRecord> fetch() {
        Optional<SplitRows> next = next();
        if (next.isEmpty()) {
            awaitChange();
            return new RecordsBySplits<>(Map.of(), Set.of());
        }
        SplitRows current = next.get();
        Optional<SplitBatch> batch = read(current);
        if (batch.isEmpty()) {
            splits.remove(current);
            paused.remove(current.split().splitId());
            current.close();
        } else {
            fetched.accept(current.split());
        }
        return new DeltaRecords(current.split().splitId(), batch, maker, emitted);
    }

    /** The first that is not paused, nor to be read after one that is. */
    private Optional<SplitRows> next() {
        Set<Object> waiting = new HashSet<>();
        for (SplitRows rows : splits) {
            Object key = order.keyOf(rows.split());
            if (paused.contains(rows.split().splitId())) {
                waiting.add(key);
            } else if (!waiting.contains(key)) {
                return Optional.of(rows);
            }
        }
        return Optional.empty();
    }

    @Override
    public void handleSplitsChanges(SplitsChange<DeltaSplit> change) {
        change.splits().forEach(split -> splits.add(new SplitRows(files, split, derivation, filter, limit)));
    }

    @Override
    public void pauseOrResumeSplits(Collection<DeltaSplit> toPause, Collection<DeltaSplit> toResume) {
        toPause.forEach(split -> paused.add(split.splitId()));
        toResume.forEach(split -> paused.remove(split.splitId()));
    }

    private Optional<SplitBatch> read(SplitRows rows) {
        while (true) {
            try {
                return rows.read();
            } catch (RuntimeException e) {
                boolean lost = lostFiles.isPresent()
                        && ExceptionUtils.findThrowable(e, FileNotFoundException.class)
                                .isPresent();
                if (!lost) {
                    throw TableFailures.unchecked(e, context);
                }
                LOG.warn(
                        "Passing over what cannot be read any more of version {}",
                        rows.split().version(),
                        e);
                lostFiles.get().inc(rows.passOver());
            }
        }
    }

    /** Whoever changes something wakes the reader up. */
    private void awaitChange() {
        try {
            if (changes.tryAcquire(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                changes.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void wakeUp() {
        changes.release();
    }

    @Override
    public void close() {
        splits.forEach(SplitRows::close);
        splits.clear();
    }
}
