/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.DeltaLogComponents;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.CommitResult;
import io.flinkdelta.log.txn.CommitResult.Committed;
import io.flinkdelta.log.txn.CommitSettings;
import io.flinkdelta.log.txn.Operation;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A table whose log lies in a store of the test's choice, and the actions that tests put into it. The
 * data files are names only. Time does not pass by itself: pauses are recorded, not slept.
 */
public final class TestTable {
    /** {@code id: long}. */
    public static final StructType SCHEMA = StructType.of(new StructField("id", PrimitiveType.LONG, true));

    private final TableStorage storage;
    private final List<Duration> pauses = new ArrayList<>();
    private final DeltaLogComponents components;

    private TestTable(LogStore log) {
        this.storage = new TableStorage("/data/table", log, new InMemoryDataStore());
        this.components = DeltaLogComponents.defaults()
                .withRandom(new Random(42))
                .withSleeper(this::pause)
                .withCheckpointExecutor(Runnable::run)
                .withChecksums(false)
                .withCommitSettings(new CommitSettings(
                        1000, 3, Duration.ofMillis(10), Duration.ofSeconds(1), Duration.ofSeconds(10)));
    }

    /** Nothing there yet. */
    public static TestTable in(LogStore log) {
        return new TestTable(log);
    }

    /** With version 0, which has no files. */
    public static TestTable create(LogStore log, Map<String, String> configuration) {
        TestTable table = in(log);
        table.log()
                .newTable(Operation.CREATE_TABLE)
                .metadata(metadata(configuration))
                .commit();
        return table;
    }

    public static TestTable create(LogStore log) {
        return create(log, Map.of());
    }

    /** With these table features for writers, besides what the properties need. */
    public static TestTable create(LogStore log, Set<String> writerFeatures, Map<String, String> configuration) {
        TestTable table = in(log);
        table.log()
                .newTable(Operation.CREATE_TABLE)
                .protocol(writerFeatures(writerFeatures))
                .metadata(metadata(configuration))
                .commit();
        return table;
    }

    /** A protocol that every reader can read. */
    public static Protocol writerFeatures(Set<String> features) {
        return new Protocol(1, 7, Optional.empty(), Optional.of(new TreeSet<>(features)));
    }

    /** In-commit timestamps and row tracking from version 0 on. */
    public static TestTable createTracked(LogStore log, Map<String, String> configuration) {
        Map<String, String> all = new HashMap<>(configuration);
        all.put("delta.enableInCommitTimestamps", "true");
        all.put("delta.enableRowTracking", "true");
        return create(log, Set.of("inCommitTimestamp", "rowTracking", "domainMetadata"), all);
    }

    private synchronized void pause(Duration duration) {
        pauses.add(duration);
    }

    /** What was slept, if time passed. */
    public synchronized List<Duration> pauses() {
        return List.copyOf(pauses);
    }

    public TableStorage storage() {
        return storage;
    }

    /** Checkpoints run on the committing thread; there are no checksums. */
    public DeltaLogComponents components() {
        return components;
    }

    /** A new entry to the table, without anything remembered. */
    public DeltaLog log() {
        return new DeltaLog(storage, components);
    }

    public DeltaLog log(Clock clock) {
        return new DeltaLog(storage, components.withClock(clock));
    }

    /** Appends files to the newest version. */
    public Committed append(String... paths) {
        DeltaLog log = log();
        return committed(log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .addAll(Stream.of(paths).map(TestTable::file).toList())
                .commit());
    }

    /** Removes files from the newest version. */
    public Committed remove(String... paths) {
        DeltaLog log = log();
        return committed(log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .removeAll(Stream.of(paths)
                        .map(path -> tombstone(path, System.currentTimeMillis()))
                        .toList())
                .commit());
    }

    public static Committed committed(CommitResult result) {
        return (Committed) result;
    }

    /** An unpartitioned table of {@link #SCHEMA}. */
    public static Metadata metadata(Map<String, String> configuration) {
        return new Metadata(
                "00000000-0000-0000-0000-000000000001",
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(SCHEMA),
                List.of(),
                OptionalLong.of(1_700_000_000_000L),
                configuration);
    }

    /** A new data file. */
    public static AddFile file(String path) {
        return AddFile.ofNewFile(
                path, PartitionValues.none(), 100, 1_700_000_000_000L, Optional.of("{\"numRecords\":1}"));
    }

    /** A new data file of some rows. */
    public static AddFile file(String path, long records) {
        return AddFile.ofNewFile(
                path, PartitionValues.none(), 100, 1_700_000_000_000L, Optional.of("{\"numRecords\":" + records + "}"));
    }

    /** The removal of a data file. */
    public static RemoveFile tombstone(String path, long deletionTimestamp) {
        AddFile file = AddFile.ofNewFile(path, PartitionValues.none(), 100, 0, Optional.empty());
        return RemoveFile.of(file, deletionTimestamp);
    }

    /** The live files' paths, sorted; fails on duplicates. */
    public static Set<String> paths(Snapshot snapshot) {
        TreeMap<String, AddFile> files = new TreeMap<>();
        try (Stream<AddFile> all = snapshot.files()) {
            all.forEach(file -> {
                String key = file.path()
                        + file.deletionVector().map(dv -> "#" + dv.uniqueId()).orElse("");
                if (files.put(key, file) != null) {
                    throw new AssertionError("twice: " + key);
                }
            });
        }
        TreeSet<String> paths = new TreeSet<>();
        files.values().forEach(file -> paths.add(file.path()));
        return paths;
    }
}
