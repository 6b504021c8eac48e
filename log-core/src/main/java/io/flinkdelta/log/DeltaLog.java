/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.alter.RowCheck;
import io.flinkdelta.log.alter.TableAlteration;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.maintenance.BackgroundCheckpoints;
import io.flinkdelta.log.maintenance.Checkpointer;
import io.flinkdelta.log.maintenance.ChecksumWriter;
import io.flinkdelta.log.maintenance.CleanedLog;
import io.flinkdelta.log.maintenance.Consumers;
import io.flinkdelta.log.maintenance.LogCleanup;
import io.flinkdelta.log.maintenance.Vacuum;
import io.flinkdelta.log.maintenance.VacuumRequest;
import io.flinkdelta.log.maintenance.VacuumedTable;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.LogSegments;
import io.flinkdelta.log.snapshot.CommitHistory;
import io.flinkdelta.log.snapshot.CommittedVersion;
import io.flinkdelta.log.snapshot.HistoryEntry;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.snapshot.SnapshotReader;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.CommitLoop;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configuration;

/**
 * The entry: one table's log. Holds no state of the table; cheap to make; any thread. Closing it ends
 * the threads that write and read checkpoints, if there are any.
 */
public final class DeltaLog implements AutoCloseable {
    private static final Duration CHECKPOINT_PATIENCE = Duration.ofSeconds(10);
    /** More threads that read a checkpoint's files are not quicker, but each takes a row group's memory. */
    private static final int MAX_READERS = 4;
    /** They wait for the storage more than they work. */
    private static final int VACUUM_THREADS = 8;

    private final DeltaLogComponents components;
    private final TableStorage storage;
    private final SnapshotReader reader;
    private final CommitHistory history;
    private final Checkpointer checkpointer;
    private final LogCleanup cleanup;
    private final BackgroundCheckpoints checkpoints;
    private final CommitLoop commits;
    private final TableAlteration alteration;
    /** Null when the executor was injected. */
    private final ExecutorService ownExecutor;
    /** Null when the parallelism was injected. */
    private final ExecutorService ownReaders;

    public DeltaLog(TableStorage storage, Clock clock) {
        this(storage, DeltaLogComponents.defaults().withClock(clock));
    }

    public DeltaLog(TableStorage storage, DeltaLogComponents components) {
        this.storage = storage;
        this.components = components;
        int readers = Math.max(2, Math.min(MAX_READERS, Runtime.getRuntime().availableProcessors()));
        this.ownReaders =
                components.readParallelism().isPresent() ? null : daemonThreads(readers - 1, "flink-delta-read");
        this.reader = new SnapshotReader(
                storage, components.readParallelism().orElseGet(() -> new ReadParallelism(ownReaders, readers)));
        this.history = new CommitHistory(storage);
        this.checkpointer = new Checkpointer(
                storage, components.clock(), components.checkpointSettings(), () -> uuid(components.random()));
        this.ownExecutor =
                components.checkpointExecutor().isPresent() ? null : daemonThreads(1, "flink-delta-checkpoint");
        this.cleanup = new LogCleanup(storage, components.clock());
        this.checkpoints = new BackgroundCheckpoints(
                components.checksums() ? Optional.of(new ChecksumWriter(storage)) : Optional.empty(),
                checkpointer,
                cleanup,
                components.checkpointExecutor().orElse(ownExecutor));
        this.commits = new CommitLoop(
                storage,
                reader,
                components.commitSettings(),
                components.clock(),
                components.sleeper(),
                components.random(),
                checkpoints::afterCommit);
        this.alteration = new TableAlteration(
                storage, this::latestSnapshot, this::newTransaction, components.txnIds(), this::checkpoint);
    }

    private static String uuid(RandomGenerator random) {
        long version4 = (random.nextLong() & ~0xf000L) | 0x4000L;
        long variant1 = (random.nextLong() >>> 2) | Long.MIN_VALUE;
        return new UUID(version4, variant1).toString();
    }

    /** Has no thread until there is work, and none after half a minute without. */
    private static ExecutorService daemonThreads(int threads, String name) {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(threads, threads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** The table at {@code path}, which need not exist yet. */
    public static DeltaLog forTable(String path, Configuration hadoop) {
        return new DeltaLog(TableStorage.open(path, hadoop), Clock.systemUTC());
    }

    public TableStorage storage() {
        return storage;
    }

    /** The newest version, or empty when there is no table. */
    public Optional<Snapshot> latestSnapshotIfExists() {
        return reader.latest().map(Snapshot.class::cast);
    }

    /** The newest version; an InvalidRequestException when there is no table. */
    public Snapshot latestSnapshot() {
        return reader.latest().orElseThrow(() -> LogSegments.noTable(storage.context()));
    }

    /** The table at {@code version}; an InvalidRequestException naming the range when it is not there. */
    public Snapshot snapshotAt(long version) {
        return reader.at(version);
    }

    /** The newest version not after {@code timestamp}; an InvalidRequestException naming the range if there is none. */
    public Snapshot snapshotAt(Instant timestamp) {
        return reader.at(versionAt(timestamp));
    }

    /** The number of the newest version not after {@code timestamp}; errors as {@link #snapshotAt(Instant)}. */
    public long versionAt(Instant timestamp) {
        return history.versionAt(timestamp, inspect(OptionalLong.empty()).metadata());
    }

    /**
     * The table at {@code version}, or the newest, to look at what it is: handed out whatever its protocol asks for and
     * whatever its schema says, where {@link #snapshotAt(long)} refuses. Its rows may be more than this build can read.
     */
    public Snapshot inspect(OptionalLong version) {
        SnapshotReader inspecting = reader.inspecting();
        return version.isPresent()
                ? inspecting.at(version.getAsLong())
                : inspecting.latest().orElseThrow(() -> LogSegments.noTable(storage.context()));
    }

    /**
     * The commit file of {@code version}, or the newest one, whatever it says and without reading others.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when it is not there, naming the range
     */
    public CommitFile commitFile(OptionalLong version) {
        return history.commitFile(version);
    }

    /** The newest version, listing and reading only what came after {@code known}; {@code known} when nothing did. */
    public Snapshot refresh(Snapshot known) {
        return reader.refresh(LogSnapshot.cast(known));
    }

    /**
     * The versions after {@code known}, the oldest first, each with its commit: one listing now, and one read for each
     * commit when it is reached.
     *
     * @return empty when a clean-up has taken some of their commits
     * @throws io.flinkdelta.log.error.InvalidRequestException when the table is another one by now, or none, or was set
     *     back to before {@code known}
     */
    public Optional<Iterator<CommittedVersion>> versionsAfter(Snapshot known) {
        return reader.versionsAfter(LogSnapshot.cast(known));
    }

    /** The oldest version that can still be read; an InvalidRequestException when there is no table. */
    public long earliestVersion() {
        LogSegments segments = reader.segments();
        return segments.earliestVersion(segments.all());
    }

    /**
     * The newest version, from what the log folder lists after {@code known}; nothing is read of it.
     *
     * @param known a version that the table has; itself when no other is newer
     */
    public long newestVersion(long known) {
        OptionalLong newest = reader.segments().list(known, Long.MAX_VALUE).newestVersion();
        return Math.max(known, newest.orElse(known));
    }

    /** The newest {@code limit} commits, newest first; reads those commits only. */
    public List<HistoryEntry> history(OptionalInt limit) {
        return history.newest(limit);
    }

    /** A commit that is computed from {@code read}. */
    public TransactionBuilder newTransaction(Snapshot read, Operation operation) {
        return builder(Optional.of(LogSnapshot.cast(read)), operation);
    }

    /**
     * The commit that creates the table. It needs metadata; without a protocol it gets the one that the
     * metadata needs. A CommitConflictException when the table is there already.
     */
    public TransactionBuilder newTable(Operation operation) {
        return builder(Optional.empty(), operation);
    }

    /**
     * Creates the table.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when there can be no such table
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when it would use what this build does not do
     * @throws io.flinkdelta.log.error.CommitConflictException when there is a table already
     */
    public Snapshot createTable(CreateTable request) {
        return alteration.create(request, newTable(Operation.CREATE_TABLE), components.clock());
    }

    /**
     * Alters the table; the table as it is afterwards. Nothing is written when the table is already as it is
     * asked to be, or when the request is refused. A request that depends on the rows of the table is refused
     * when there are any: see {@link #alterTable(AlterTable, RowCheck)}.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when the request does not fit the table
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when this build may not write the table, or
     *     could not afterwards
     */
    public Snapshot alterTable(AlterTable request) {
        return alteration.alter(request, Optional.empty());
    }

    /**
     * {@link #alterTable(AlterTable)} of a request that may depend on the rows of the table.
     *
     * @param rows reads them
     */
    public Snapshot alterTable(AlterTable request, RowCheck rows) {
        return alteration.alter(request, Optional.of(rows));
    }

    private TransactionBuilder builder(Optional<LogSnapshot> read, Operation operation) {
        return new TransactionBuilder(
                read,
                new FileKeys(storage.tablePath()),
                operation,
                commits,
                components.clock(),
                components.txnIds().get(),
                components.engineInfo());
    }

    /** Writes the checkpoint of {@code snapshot} now; false when there is one already. */
    public boolean checkpoint(Snapshot snapshot) {
        return checkpointer.write(LogSnapshot.cast(snapshot));
    }

    /**
     * Deletes the part of the log that is older than {@code delta.logRetentionDuration}, as commits of this
     * object do by themselves after a checkpoint; see {@link LogCleanup} for what stays.
     */
    public CleanedLog cleanUpLog() {
        return cleanup.cleanUp(LogSnapshot.cast(latestSnapshot()));
    }

    /** What {@link #cleanUpLog} would delete now; see {@link LogCleanup#expired}. */
    public CleanedLog expiredLog() {
        return cleanup.expired(LogSnapshot.cast(latestSnapshot()));
    }

    /**
     * Deletes the files in the table's folder that are older than a retention and that nothing in the log needs;
     * see {@link Vacuum} for what stays and for the errors.
     */
    public VacuumedTable vacuum(VacuumRequest request) {
        ExecutorService helpers = daemonThreads(VACUUM_THREADS - 1, "flink-delta-vacuum");
        try {
            return new Vacuum(
                            storage,
                            components.clock(),
                            reader::refresh,
                            this::newTransaction,
                            components.readParallelism().orElse(new ReadParallelism(helpers, VACUUM_THREADS)))
                    .run(LogSnapshot.cast(latestSnapshot()), request);
        } finally {
            helpers.shutdown();
        }
    }

    /** Who reads the table and has published how far. */
    public Consumers consumers() {
        return new Consumers(storage, components.clock());
    }

    /** The checkpoints that commits of this object bring about. */
    public BackgroundCheckpoints backgroundCheckpoints() {
        return checkpoints;
    }

    /** Waits briefly for a checkpoint that is being written, then leaves it. */
    @Override
    public void close() {
        checkpoints.close(CHECKPOINT_PATIENCE);
        if (ownExecutor != null) {
            ownExecutor.shutdownNow();
        }
        if (ownReaders != null) {
            ownReaders.shutdown();
        }
    }
}
