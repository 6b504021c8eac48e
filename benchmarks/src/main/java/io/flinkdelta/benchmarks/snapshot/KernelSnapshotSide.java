/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.snapshot;

import io.delta.kernel.Scan;
import io.delta.kernel.ScanBuilder;
import io.delta.kernel.Table;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.expressions.And;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.internal.ScanImpl;
import io.delta.kernel.utils.CloseableIterator;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Delta Kernel with its default engine. */
final class KernelSnapshotSide implements SnapshotSide {
    @Override
    public Listed load(Path table) throws Exception {
        return list(table, Optional.empty());
    }

    @Override
    public Listed scan(Path table, Range range) throws Exception {
        Predicate day = new Predicate(
                "=", new Column("day"), Literal.ofDate((int) range.day().toEpochDay()));
        Predicate from = new Predicate(">=", new Column("id"), Literal.ofLong(range.firstId()));
        Predicate to = new Predicate("<", new Column("id"), Literal.ofLong(range.endId()));
        return list(table, Optional.of(new And(day, new And(from, to))));
    }

    private static Listed list(Path table, Optional<Predicate> filter) throws Exception {
        Engine engine = DefaultEngine.create(new Configuration(false));
        ScanBuilder builder = Table.forPath(engine, table.toString())
                .getLatestSnapshot(engine)
                .getScanBuilder();
        Scan scan = (filter.isPresent() ? builder.withFilter(filter.get()) : builder).build();
        Listed listed = Listed.NOTHING;
        try (CloseableIterator<FilteredColumnarBatch> batches = ((ScanImpl) scan).getScanFiles(engine, true)) {
            while (batches.hasNext()) {
                try (CloseableIterator<Row> rows = batches.next().getRows()) {
                    while (rows.hasNext()) {
                        listed = add(listed, rows.next());
                    }
                }
            }
        }
        return listed;
    }

    private static Listed add(Listed listed, Row row) {
        Row add = row.getStruct(row.getSchema().indexOf("add"));
        String path = add.getString(add.getSchema().indexOf("path"));
        String stats = add.getString(add.getSchema().indexOf("stats"));
        MapValue partition = add.getMap(add.getSchema().indexOf("partitionValues"));
        long size = add.getLong(add.getSchema().indexOf("size"));
        return listed.plus(size, partition.getSize() == 1 ? (long) path.length() + stats.length() : 0);
    }
}
