/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.read.DataFileBatches;
import io.flinkdelta.common.read.FileRows;
import io.flinkdelta.common.read.RowBatch;
import io.flinkdelta.source.split.SplitFile;
import java.util.List;
import org.apache.flink.table.types.logical.RowType;

/** Rows of some files, to be gone over as often as need be. One thread. */
final class PartRows {
    private final List<Part> parts;
    private final Opener opener;
    private final RowBytes bytes;

    /** Some rows of a file. */
    record Part(SplitFile file, FileRows rows) {}

    @FunctionalInterface
    interface Opener {
        DataFileBatches open(SplitFile file, FileRows rows);
    }

    /** Gets rows by their part and their position in its file; false to stop. */
    @FunctionalInterface
    interface Visitor {
        boolean visit(int part, long position);
    }

    /** @param type of the rows as {@code opener} gives them */
    PartRows(List<Part> parts, Opener opener, RowType type) {
        this.parts = parts;
        this.opener = opener;
        this.bytes = new RowBytes(type);
    }

    int parts() {
        return parts.size();
    }

    /** Visits the rows that {@code counts} selects, which is about them then; false when the visitor stopped. */
    boolean scan(DigestCounts counts, Visitor visitor) {
        for (int part = 0; part < parts.size(); part++) {
            if (!scan(part, counts, visitor)) {
                return false;
            }
        }
        return true;
    }

    private boolean scan(int part, DigestCounts counts, Visitor visitor) {
        try (DataFileBatches rows =
                opener.open(parts.get(part).file(), parts.get(part).rows())) {
            RowBatch batch = rows.newBatch();
            while (rows.read(batch)) {
                for (int i = 0; i < batch.size(); i++) {
                    if (counts.select(bytes.of(batch.row(i))) && !visitor.visit(part, batch.position(i))) {
                        return false;
                    }
                }
            }
            return true;
        }
    }
}
