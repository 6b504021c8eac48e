/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.commit;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.CommitResult;
import io.flinkdelta.log.txn.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * A table of a certain number of live files, and one writer that appends to it as the sink's committer
 * does: the snapshot is kept from commit to commit. The data files exist in the log only.
 */
final class MeasuredTable implements AutoCloseable {
    private static final int LARGEST_COMMIT = 20_000;
    private static final int COLUMNS = 10;
    private static final long FILE_BYTES = 100_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final int initialFiles;
    private final String appId = UUID.randomUUID().toString();
    private final DeltaLog log;
    private Snapshot snapshot;
    private long files;
    private long commits;

    private MeasuredTable(int initialFiles, DeltaLog log) {
        this.initialFiles = initialFiles;
        this.log = log;
    }

    /** Creates the table: a few large commits, then a checkpoint. */
    static MeasuredTable create(Path folder, int files) {
        DeltaLog log = DeltaLog.forTable(folder.toString(), new Configuration(false));
        MeasuredTable table = new MeasuredTable(files, log);
        table.snapshot = log.newTable(Operation.CREATE_TABLE)
                .metadata(metadata())
                .commit()
                .snapshot();
        while (table.files < files) {
            table.append((int) Math.min(LARGEST_COMMIT, files - table.files));
        }
        log.checkpoint(table.snapshot);
        return table;
    }

    /** As in the names of the figures. */
    int initialFiles() {
        return initialFiles;
    }

    /** Milliseconds that a writer without any knowledge takes to know the table's newest version. */
    double loadMillis() {
        long start = System.nanoTime();
        snapshot = log.latestSnapshot();
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }

    /** Commits one new file and returns how many milliseconds that took. */
    double commitOne() {
        long start = System.nanoTime();
        append(1);
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }

    private void append(int count) {
        List<AddFile> added = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            added.add(file(files + i));
        }
        CommitResult result = log.newTransaction(snapshot, Operation.STREAMING_UPDATE)
                .txn(appId, ++commits)
                .addAll(added)
                .operationParameter("outputMode", "Append")
                .operationMetric("numAddedFiles", count)
                .blindAppend(true)
                .commit();
        if (!(result instanceof CommitResult.Committed committed) || committed.version() != commits) {
            throw new IllegalStateException("commit " + commits + " came to " + result);
        }
        snapshot = result.snapshot();
        files += count;
    }

    /** Reads the table anew: every commit is there, and every file once. */
    void requireExact() {
        Snapshot found = log.latestSnapshot();
        try (Stream<AddFile> live = found.files()) {
            long distinct = live.map(AddFile::path).distinct().count();
            if (found.version() != commits || distinct != files) {
                throw new IllegalStateException("made " + commits + " commits with " + files + " files, found version "
                        + found.version() + " with " + distinct);
            }
        }
    }

    @Override
    public void close() {
        log.close();
    }

    private static Metadata metadata() {
        List<StructField> fields = new ArrayList<>();
        for (int i = 0; i < COLUMNS; i++) {
            fields.add(new StructField("column_" + i, PrimitiveType.LONG, true, FieldMetadata.empty()));
        }
        return new Metadata(
                UUID.randomUUID().toString(),
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(new StructType(fields)),
                List.of(),
                OptionalLong.of(System.currentTimeMillis()),
                Map.of());
    }

    private static AddFile file(long number) {
        return AddFile.ofNewFile(
                "part-" + number + "-" + UUID.randomUUID() + ".snappy.parquet",
                PartitionValues.none(),
                FILE_BYTES + number,
                System.currentTimeMillis(),
                Optional.of(statistics(number)));
    }

    /** Some 500 bytes. */
    private static String statistics(long number) {
        StringBuilder min = new StringBuilder();
        StringBuilder max = new StringBuilder();
        StringBuilder nulls = new StringBuilder();
        for (int i = 0; i < COLUMNS; i++) {
            String name = (i == 0 ? "\"" : ",\"") + "column_" + i + "\":";
            min.append(name).append(number * COLUMNS + i);
            max.append(name).append(number * COLUMNS + i + 1_000_000);
            nulls.append(name).append(i);
        }
        return "{\"numRecords\":1000000,\"minValues\":{" + min + "},\"maxValues\":{" + max + "},\"nullCount\":{" + nulls
                + "}}";
    }
}
