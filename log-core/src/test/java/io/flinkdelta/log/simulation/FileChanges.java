/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.simulation.DataFiles.LiveRow;
import io.flinkdelta.log.simulation.DataFiles.Row;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Changes of whole files: files that are rewritten. */
final class FileChanges {
    private FileChanges() {}

    /** Writes the rows of some files into one, without a change of data. */
    static Optional<Change.Staged> compact(SimulatedProcess process, Snapshot table, Random random) throws IOException {
        Map<String, List<Row>> rows = new HashMap<>();
        for (LiveRow row : LiveRows.of(process, table)) {
            rows.computeIfAbsent(row.file().path(), unused -> new ArrayList<>()).add(new Row(row.key(), null));
        }
        List<AddFile> old = some(table, random);
        List<Row> all = old.stream()
                .flatMap(file -> rows.getOrDefault(file.path(), List.of()).stream())
                .toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        AddFile rewritten = RowChanges.write(process, all);
        TransactionBuilder transaction = process.transaction(table, Operation.WRITE, Effect.NONE)
                .removeAll(old.stream()
                        .map(file -> removal(file, process.clock().millis()))
                        .toList())
                .add(rewritten.withoutDataChange());
        return Optional.of(new Change.Staged(transaction, List.of(rewritten.path())));
    }

    static List<AddFile> some(Snapshot table, Random random) {
        List<AddFile> files = LiveRows.files(table);
        return files.subList(random.nextInt(1 + files.size() / 2), files.size());
    }

    static RemoveFile removal(AddFile file, long millis) {
        return RemoveFile.of(file, millis).withoutDataChange();
    }
}
