/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.DeltaLogComponents;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorFile;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** A table in a local folder whose data files are a few bytes, each as old as a test wants it. */
final class AgedTable {
    static final Duration WEEK = Duration.ofDays(7);
    /** Older than the default retention. */
    static final Duration LONG_AGO = WEEK.plusMillis(1);

    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    private final Path folder;
    private final DeltaLog log;

    /** In a folder that is not there yet. */
    AgedTable(Path folder, Map<String, String> properties, String... partitionColumns) {
        this.folder = folder;
        this.log = new DeltaLog(
                TableStorage.open(folder.toString(), new Configuration(false)),
                DeltaLogComponents.defaults()
                        .withClock(Clock.fixed(NOW, ZoneOffset.UTC))
                        .withCheckpointExecutor(Runnable::run));
        List<StructField> fields = new ArrayList<>(TestTable.SCHEMA.fields());
        Stream.of(partitionColumns)
                .map(column -> new StructField(column, PrimitiveType.STRING, true))
                .forEach(fields::add);
        log.createTable(CreateTable.of(new StructType(fields))
                .partitionedBy(List.of(partitionColumns))
                .properties(properties));
    }

    DeltaLog log() {
        return log;
    }

    Path folder() {
        return folder;
    }

    /** Commits on top of the newest version. */
    void commit(Consumer<TransactionBuilder> content) {
        TransactionBuilder builder = log.newTransaction(log.latestSnapshot(), Operation.WRITE);
        content.accept(builder);
        builder.commit();
    }

    /** A vacuum on one thread that something overtakes between the listing and the deletion. */
    Vacuum overtakenVacuum(Runnable meanwhile) {
        AtomicBoolean done = new AtomicBoolean();
        UnaryOperator<LogSnapshot> refresh = seen -> {
            if (!done.getAndSet(true)) {
                meanwhile.run();
            }
            return LogSnapshot.cast(log.refresh(seen));
        };
        return new Vacuum(
                log.storage(), Clock.fixed(NOW, ZoneOffset.UTC), refresh, log::newTransaction, ReadParallelism.none());
    }

    /** Milliseconds since the epoch. */
    static long ago(Duration age) {
        return NOW.minus(age).toEpochMilli();
    }

    /** Writes a file of four bytes. */
    void write(String path, Duration age) {
        try {
            Path file = folder.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "text");
            Files.setLastModifiedTime(file, FileTime.fromMillis(ago(age)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A data file that is there, and old. */
    AddFile old(String path) {
        write(path, LONG_AGO);
        return TestTable.file(DataPath.encode(path));
    }

    static RemoveFile removed(AddFile file, Duration age) {
        return RemoveFile.of(file, ago(age));
    }

    /** Deletion vectors in one file, which is old. */
    List<DeletionVectorDescriptor> vectors(String prefix, int count) throws IOException {
        List<DeletionVectorDescriptor> vectors = new ArrayList<>();
        try (DeletionVectorFile file = new DeletionVectorFile(log.storage().data(), prefix, UUID.randomUUID())) {
            for (int i = 0; i < count; i++) {
                vectors.add(file.add(DeletionVector.of(i)));
            }
        }
        Files.setLastModifiedTime(folder.resolve(fileOf(vectors)), FileTime.fromMillis(ago(LONG_AGO)));
        return vectors;
    }

    static String fileOf(List<DeletionVectorDescriptor> vectors) {
        return DeletionVectorFile.pathOf(vectors.get(0)).orElseThrow();
    }

    static AddFile hiding(AddFile file, Optional<DeletionVectorDescriptor> vector) {
        return new AddFile(
                file.path(),
                file.partitionValues(),
                file.size(),
                file.modificationTime(),
                file.dataChange(),
                Optional.of("{\"numRecords\":10,\"tightBounds\":false}"),
                file.tags(),
                vector,
                file.baseRowId(),
                file.defaultRowCommitVersion(),
                file.clusteringProvider());
    }

    /** All files and links outside of the log, relative to the table. */
    List<String> everything() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> folder.relativize(path).toString())
                    .filter(path -> !path.startsWith("_delta_log/"))
                    .toList();
        }
    }
}
