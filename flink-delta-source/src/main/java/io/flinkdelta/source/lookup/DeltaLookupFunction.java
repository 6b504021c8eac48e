/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.lookup;

import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.source.scan.TableScan;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.functions.AsyncLookupFunction;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks rows of a Delta table up by a key, as a dimension of a join. Each task keeps all rows in memory: read once when
 * it is opened, then brought up to date by what each new version changes, without reading the table again. Lookups see the
 * rows of one version; those that come before the first is read wait for it. Made by {@code DeltaSource.lookup}.
 */
public final class DeltaLookupFunction extends AsyncLookupFunction {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(DeltaLookupFunction.class);

    private final TableScan scan;
    private final List<String> keyColumns;
    private final LookupSettings settings;

    private transient ScheduledExecutorService executor;
    private transient ScheduledFuture<?> refreshing;
    private transient TableFollower follower;
    /** Completed when there are rows, or never will be. */
    private transient CompletableFuture<Void> loaded;
    /** Why there will be no more; null while there is no reason. */
    private transient volatile RuntimeException failure;

    private transient RowDataSerializer keySerializer;

    private DeltaLookupFunction(TableScan scan, List<String> keyColumns, LookupSettings settings) {
        this.scan = scan;
        this.keyColumns = List.copyOf(keyColumns);
        this.settings = settings;
    }

    /**
     * Looks up rows as {@code scan} has them.
     *
     * @param keyColumns by which rows are looked up, in the order of the fields of the keys; columns of the scan
     * @throws InvalidRequestException when they are not
     */
    public static DeltaLookupFunction of(TableScan scan, List<String> keyColumns) {
        ErrorContext context = scan.context();
        List<String> columns = scan.rowType().getFieldNames();
        for (String column : keyColumns) {
            if (!columns.contains(column)) {
                throw new InvalidRequestException(
                        "A column of the key is not read.",
                        context.with("column", column).with("columns", String.join(",", columns)),
                        "Read it, too, or look up by other columns.");
            }
        }
        if (keyColumns.isEmpty()) {
            throw new InvalidRequestException(
                    "A lookup needs a key.", context, "Name the columns by which rows are looked up.");
        }
        if (!scan.metadataColumns().isEmpty()) {
            // Those of a row that goes are not those that it had when it came.
            throw new InvalidRequestException(
                    "A lookup has no metadata columns.",
                    context.with("column", scan.metadataColumns().get(0).columnName()),
                    "Leave them out.");
        }
        if (scan.limit() < Long.MAX_VALUE) {
            throw new InvalidRequestException(
                    "A lookup needs all rows.", context.with("limit", scan.limit()), "Leave the limit out.");
        }
        return new DeltaLookupFunction(scan, keyColumns, LookupSettings.defaults());
    }

    /** How often the table is looked at for new versions. Default: 10 seconds. */
    public DeltaLookupFunction refreshEvery(Duration interval) {
        requirePositive("refreshInterval", interval);
        return with(new LookupSettings(interval, settings.maxStaleness(), settings.maxBytes()));
    }

    /** How long lookups go on with the rows that are there when the table cannot be looked at. Default: 10 minutes. */
    public DeltaLookupFunction maxStaleness(Duration staleness) {
        requirePositive("maxStaleness", staleness);
        return with(new LookupSettings(settings.refreshInterval(), staleness, settings.maxBytes()));
    }

    /** How much memory the rows of a task may take, about; more is an error. Default: 256 MiB. */
    public DeltaLookupFunction maxMemory(MemorySize size) {
        return with(new LookupSettings(settings.refreshInterval(), settings.maxStaleness(), size.getBytes()));
    }

    private DeltaLookupFunction with(LookupSettings newSettings) {
        return new DeltaLookupFunction(scan, keyColumns, newSettings);
    }

    private void requirePositive(String option, Duration value) {
        if (value.toMillis() <= 0) {
            throw new InvalidRequestException(
                    "A duration of a lookup is not positive.",
                    scan.context().with("option", option).with("value", value),
                    "Give it a millisecond at least.");
        }
    }

    @Override
    public void open(FunctionContext context) {
        RowType rowType = scan.rowType();
        int[] keyFields = keyColumns.stream().mapToInt(rowType::getFieldIndex).toArray();
        keySerializer = new RowDataSerializer(new RowType(
                false,
                keyColumns.stream()
                        .map(column -> rowType.getFields().get(rowType.getFieldIndex(column)))
                        .toList()));
        loaded = new CompletableFuture<>();
        follower = new TableFollower(
                scan,
                () -> new RowCache(rowType, keyFields, scan.context(), settings.maxBytes()),
                settings.maxBytes(),
                Clock.systemUTC());
        executor = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "flink-delta-lookup");
            thread.setDaemon(true);
            return thread;
        });
        refreshing = executor.scheduleWithFixedDelay(
                this::refresh, 0, settings.refreshInterval().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void refresh() {
        try {
            follower.refresh();
            loaded.complete(null);
        } catch (StorageUnavailableException e) {
            LOG.warn("The table {} cannot be looked at now", scan.tablePath(), e);
        } catch (RuntimeException e) {
            fail(TableFailures.unchecked(e, scan.context()));
        } catch (Error e) {
            // Nobody is to wait for rows that never come.
            fail(new IllegalStateException("the rows of " + scan.tablePath() + " cannot be kept", e));
            throw e;
        }
    }

    private void fail(RuntimeException e) {
        failure = e;
        loaded.completeExceptionally(e);
        executor.shutdown();
    }

    @Override
    public CompletableFuture<Collection<RowData>> asyncLookup(RowData keyRow) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        BinaryRowData key = keySerializer.toBinaryRow(keyRow);
        key.setRowKind(RowKind.INSERT);
        if (!loaded.isDone()) {
            // Asked for in the thread that reads, when the caller has gone on to the next key.
            BinaryRowData kept = key.copy();
            return loaded.thenApply(ready -> follower.get(kept));
        }
        return follower.staleness().compareTo(settings.maxStaleness()) > 0
                ? CompletableFuture.failedFuture(stale())
                : CompletableFuture.completedFuture(follower.get(key));
    }

    private StorageUnavailableException stale() {
        return new StorageUnavailableException(
                "The table could not be looked at for longer than a lookup may go on with old rows.",
                scan.context().with("maxStaleness", settings.maxStaleness()),
                "See the log for the cause; or let lookups go on for longer (maxStaleness).");
    }

    @Override
    public void close() {
        if (executor != null) {
            refreshing.cancel(true);
            executor.shutdownNow();
        }
        if (follower != null) {
            follower.close();
        }
    }
}
