/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.snapshot;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.expression.Expression.And;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.Comparison.Operator;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.snapshot.Snapshot;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Ours. */
final class DeltaSnapshotSide implements SnapshotSide {
    static DeltaLog open(Path table) {
        return DeltaLog.forTable(table.toString(), new Configuration(false));
    }

    @Override
    public Listed load(Path table) {
        try (DeltaLog log = open(table);
                Stream<AddFile> files = log.latestSnapshot().files()) {
            return list(files);
        }
    }

    @Override
    public Listed scan(Path table, Range range) {
        try (DeltaLog log = open(table)) {
            Snapshot snapshot = log.latestSnapshot();
            try (Stream<AddFile> files = snapshot.scan(snapshot.scanFilter(filter(range)))) {
                return list(files);
            }
        }
    }

    static Expression filter(Range range) {
        Expression day = new Comparison(
                Operator.EQUAL, Column.of("day"), new Literal((int) range.day().toEpochDay(), PrimitiveType.DATE));
        Expression from = new Comparison(
                Operator.GREATER_OR_EQUAL, Column.of("id"), new Literal(range.firstId(), PrimitiveType.LONG));
        Expression to = new Comparison(Operator.LESS, Column.of("id"), new Literal(range.endId(), PrimitiveType.LONG));
        return new And(day, new And(from, to));
    }

    static Listed list(Stream<AddFile> files) {
        Tally tally = new Tally();
        files.forEach(tally::add);
        return tally.listed;
    }

    private static final class Tally {
        private Listed listed = Listed.NOTHING;

        private void add(AddFile file) {
            long text = (long) file.path().length() + file.stats().orElseThrow().length();
            listed = listed.plus(file.size(), file.partitionValues().contains("day") ? text : 0);
        }
    }
}
