/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorReader;
import io.flinkdelta.log.simulation.DataFiles.LiveRow;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the rows of a version as any reader does. */
final class LiveRows {
    private LiveRows() {}

    /** All of them, in no order; they are those that the referee knows. */
    static List<LiveRow> of(SimulatedProcess process, Snapshot table) {
        DeletionVectorReader vectors =
                new DeletionVectorReader(process.storage().data());
        List<LiveRow> rows = new ArrayList<>();
        for (AddFile file : files(table)) {
            DeletionVector hidden = file.deletionVector()
                    .map(descriptor -> vectors.read(file.path(), descriptor))
                    .orElse(DeletionVector.empty());
            rows.addAll(process.table().files().liveRows(file, hidden));
        }
        Set<Long> keys = rows.stream().map(LiveRow::key).collect(Collectors.toSet());
        Set<Long> expected = process.table().history().at(table.version()).rows();
        process.table().scheduler().guard(() -> {
            if (keys.size() != rows.size() || !keys.equals(expected)) {
                throw new AssertionError(
                        "version " + table.version() + " is read as " + rows + " instead of " + expected);
            }
        });
        return rows;
    }

    static List<AddFile> files(Snapshot table) {
        try (Stream<AddFile> files = table.files()) {
            return files.toList();
        }
    }
}
