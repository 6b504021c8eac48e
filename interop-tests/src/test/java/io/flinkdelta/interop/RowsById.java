/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import io.flinkdelta.common.read.DataFileReader;
import io.flinkdelta.common.read.DataFileReaders;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Finds rows of a table whose first column is a number, and hides them by deletion vectors. */
final class RowsById {
    private RowsById() {}

    /** The vectors that hide the rows with such ids, in one finished file. */
    static List<FileChange> hide(DeltaLog log, Snapshot snapshot, LongPredicate ids) {
        List<FileChange> changes = new ArrayList<>();
        try (Stream<AddFile> files = snapshot.files();
                RowDeletes deletes =
                        RowDeletes.on(snapshot, log.storage().data(), UUID.randomUUID(), Clock.systemUTC())) {
            files.forEach(file ->
                    deletes.delete(file, positions(log, snapshot, file, ids)).ifPresent(changes::add));
        }
        return changes;
    }

    /** Where the rows with such ids are in a file, hidden ones included. */
    static DeletionVector positions(DeltaLog log, Snapshot snapshot, AddFile file, LongPredicate ids) {
        LongStream.Builder positions = LongStream.builder();
        forEach(log, snapshot, file, (position, id) -> {
            if (ids.test(id)) {
                positions.add(position);
            }
        });
        return DeletionVector.of(positions.build().iterator());
    }

    /** Takes one row. */
    @FunctionalInterface
    interface Rows {
        void row(long position, long id);
    }

    /** Every row of a file, hidden ones included. */
    static void forEach(DeltaLog log, Snapshot snapshot, AddFile file, Rows consumer) {
        AddFile whole = AddFile.ofNewFile(file.path(), file.partitionValues(), file.size(), 0, Optional.empty());
        try (DataFileReader rows =
                DataFileReaders.of(log.storage().data(), snapshot).open(whole)) {
            for (long position = 0; rows.hasNext(); position++) {
                consumer.row(position, rows.next().getLong(0));
            }
        }
    }
}
