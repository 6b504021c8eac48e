/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.dv.DeletionVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Finds rows by their stable ids, of which a table that tracks its rows has each once. Any thread. */
final class RowIdRelocation implements RowRelocation {
    private final RowIdColumn ids;

    RowIdRelocation(RowIdColumn ids) {
        this.ids = ids;
    }

    @Override
    public List<HiddenRows> locate(HiddenRows rows, List<AddFile> rewritten) throws IOException {
        DeletionVector wanted = idsOf(rows);
        Map<AddFile, DeletionVector> found = new HashMap<>();
        LongStream.Builder foundIds = LongStream.builder();
        for (AddFile file : rewritten) {
            if (file.partitionValues().equals(rows.file().partitionValues())) {
                LongStream.Builder positions = LongStream.builder();
                ids.forEach(file, (position, id) -> {
                    if (wanted.contains(id)) {
                        positions.add(position);
                        foundIds.add(id);
                    }
                });
                found.put(file, DeletionVector.of(positions.build().iterator()));
            }
        }
        if (!DeletionVector.of(foundIds.build().iterator()).equals(wanted)) {
            return List.of();
        }
        List<HiddenRows> places = new ArrayList<>();
        found.forEach((file, positions) -> {
            if (!positions.isEmpty()) {
                places.add(new HiddenRows(file, positions));
            }
        });
        return places;
    }

    /** Ids fit where positions do: a set of numbers from 0 on. */
    private DeletionVector idsOf(HiddenRows rows) throws IOException {
        LongStream.Builder wanted = LongStream.builder();
        ids.forEach(rows.file(), (position, id) -> {
            if (rows.rows().contains(position)) {
                wanted.add(id);
            }
        });
        return DeletionVector.of(wanted.build().iterator());
    }
}
