/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import io.delta.kernel.Scan;
import io.delta.kernel.ScanBuilder;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.compaction.LogCompactionWriter;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What Delta Kernel does with a log: writes its checkpoints, checksums and compacted files, and lists live files. */
final class KernelLog {
    private final Engine engine;

    KernelLog(Engine engine) {
        this.engine = engine;
    }

    void checkpoint(String path, long version) throws IOException {
        Table.forPath(engine, path).checkpoint(engine, version);
    }

    void checksum(String path, long version) throws IOException {
        Table.forPath(engine, path).checksum(engine, version);
    }

    /** Writes the compacted file of the commits {@code first} to {@code last}; it keeps every tombstone. */
    void compact(String path, long first, long last) throws IOException {
        Path table = new Path(path);
        new LogCompactionWriter(table, new Path(table, "_delta_log"), first, last, 0).writeLogCompactionFile(engine);
    }

    /**
     * A live file.
     *
     * @param path absolute, as Kernel hands it to readers
     * @param deletionVector its unique id, null for none
     */
    record LiveFile(String path, long size, String deletionVector) {}

    /** The live files that are left after pruning by {@code filter}. */
    List<LiveFile> files(String path, OptionalLong version, Optional<Predicate> filter) throws IOException {
        Table table = Table.forPath(engine, path);
        Snapshot snapshot = version.isPresent()
                ? table.getSnapshotAsOfVersion(engine, version.getAsLong())
                : table.getLatestSnapshot(engine);
        ScanBuilder builder = snapshot.getScanBuilder();
        Scan scan = filter.map(builder::withFilter).orElse(builder).build();
        List<LiveFile> files = new ArrayList<>();
        try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
            while (batches.hasNext()) {
                try (CloseableIterator<Row> rows = batches.next().getRows()) {
                    rows.forEachRemaining(row -> files.add(file(row)));
                }
            }
        }
        return files;
    }

    private static LiveFile file(Row row) {
        var status = InternalScanFileUtils.getAddFileStatus(row);
        DeletionVectorDescriptor vector = InternalScanFileUtils.getDeletionVectorDescriptorFromRow(row);
        return new LiveFile(status.getPath(), status.getSize(), vector == null ? null : vector.getUniqueId());
    }
}
