/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.read.DataFileBatches;
import io.flinkdelta.common.read.FileRows;
import io.flinkdelta.common.read.RowBatch;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.source.read.ReadStep.Selected;
import io.flinkdelta.source.split.SplitContent.DerivedChanges;
import io.flinkdelta.source.split.SplitFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.apache.flink.types.RowKind;

/**
 * Finds out what a commit changed that has no change data:
 *
 * <ol>
 *   <li>Of a file that it gave another deletion vector, the rows that are hidden now and were not, and the other way
 *       round. Of other files all live rows: gone with a removed file, come with an added one.
 *   <li>Rows that have gone and come with the same values have only been moved: they are crossed off, each against one
 *       other.
 *   <li>Where there is a key, rows that have gone and come with the same one are updates.
 * </ol>
 *
 * <p>Files are read once for each round; a round knows a bounded number of different rows, and there are as many as it
 * takes. One thread.
 */
final class ChangeDerivation {
    private final ScanFiles files;
    private final List<String> primaryKey;
    private final int rowsInMemory;

    /** @param rowsInMemory how many different rows are known at a time */
    ChangeDerivation(ScanFiles files, List<String> primaryKey, int rowsInMemory) {
        this.files = files;
        this.primaryKey = primaryKey;
        this.rowsInMemory = rowsInMemory;
    }

    /** Some rows of a file. */
    private record Part(SplitFile file, FileRows rows) {}

    /** What to read for the changes: what has gone before what has come. */
    List<ReadStep> steps(DerivedChanges changes) {
        List<Part> gone = new ArrayList<>();
        List<Part> come = new ArrayList<>();
        Map<String, SplitFile> added = new HashMap<>();
        changes.added().forEach(file -> added.put(file.path(), file));
        for (SplitFile file : changes.removed()) {
            SplitFile again = added.remove(file.path());
            DeletionVector before = files.deleted(file);
            if (again == null) {
                gone.add(new Part(file, FileRows.except(before)));
            } else {
                DeletionVector after = files.deleted(again);
                addUnlessEmpty(gone, file, after.minus(before));
                addUnlessEmpty(come, again, before.minus(after));
            }
        }
        for (SplitFile file : changes.added()) {
            if (added.containsKey(file.path())) {
                come.add(new Part(file, FileRows.except(files.deleted(file))));
            }
        }
        if (!gone.isEmpty() && !come.isEmpty()) {
            Moved moved = crossOff(gone, come);
            gone = moved.gone();
            come = moved.come();
        }
        return inSteps(gone, come);
    }

    private static void addUnlessEmpty(List<Part> parts, SplitFile file, DeletionVector rows) {
        if (!rows.isEmpty()) {
            parts.add(new Part(file, FileRows.only(rows)));
        }
    }

    /** What is left. */
    private record Moved(List<Part> gone, List<Part> come) {}

    private Moved crossOff(List<Part> gone, List<Part> come) {
        for (int rounds = 1; ; rounds *= 2) {
            List<PositionSet> goneLeft = sets(gone);
            List<PositionSet> comeLeft = sets(come);
            boolean done = true;
            for (int round = 0; round < rounds && done; round++) {
                done = crossOff(gone, come, new DigestCounts(rounds, round, rowsInMemory), goneLeft, comeLeft);
            }
            if (done) {
                return new Moved(left(gone, goneLeft), left(come, comeLeft));
            }
        }
    }

    private static List<PositionSet> sets(List<Part> parts) {
        return parts.stream().map(part -> new PositionSet()).toList();
    }

    private static List<Part> left(List<Part> parts, List<PositionSet> positions) {
        List<Part> left = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            addUnlessEmpty(left, parts.get(i).file(), positions.get(i).toVector());
        }
        return left;
    }

    /** False when there were too many rows for one round. */
    private boolean crossOff(
            List<Part> gone,
            List<Part> come,
            DigestCounts counts,
            List<PositionSet> goneLeft,
            List<PositionSet> comeLeft) {
        RowBytes bytes = new RowBytes(files.rowType());
        for (Part part : gone) {
            boolean fits = scan(
                    files.open(part.file(), part.rows()),
                    (batch, i) -> !counts.select(bytes.of(batch.row(i))) || counts.add());
            if (!fits) {
                return false;
            }
        }
        for (int p = 0; p < come.size(); p++) {
            PositionSet left = comeLeft.get(p);
            scan(files.open(come.get(p).file(), come.get(p).rows()), (batch, i) -> {
                if (counts.select(bytes.of(batch.row(i))) && !counts.remove()) {
                    left.add(batch.position(i));
                }
                return true;
            });
        }
        for (int p = 0; p < gone.size(); p++) {
            PositionSet left = goneLeft.get(p);
            scan(files.open(gone.get(p).file(), gone.get(p).rows()), (batch, i) -> {
                if (counts.select(bytes.of(batch.row(i))) && counts.remove()) {
                    left.add(batch.position(i));
                }
                return true;
            });
        }
        return true;
    }

    private List<ReadStep> inSteps(List<Part> gone, List<Part> come) {
        List<ReadStep> steps = new ArrayList<>();
        if (primaryKey.isEmpty() || gone.isEmpty() || come.isEmpty()) {
            gone.forEach(part -> steps.add(new Selected(part.file(), part.rows(), RowKind.DELETE)));
            come.forEach(part -> steps.add(new Selected(part.file(), part.rows(), RowKind.INSERT)));
            return steps;
        }
        ScanFiles.KeyFiles keys = files.keys(primaryKey);
        DigestCounts goneKeys = keys(keys, gone);
        DigestCounts comeKeys = keys(keys, come);
        for (Part part : gone) {
            addSteps(steps, keys, part, comeKeys, RowKind.UPDATE_BEFORE, RowKind.DELETE);
        }
        for (Part part : come) {
            addSteps(steps, keys, part, goneKeys, RowKind.UPDATE_AFTER, RowKind.INSERT);
        }
        return steps;
    }

    private static DigestCounts keys(ScanFiles.KeyFiles files, List<Part> parts) {
        RowBytes bytes = new RowBytes(files.rowType());
        DigestCounts counts = new DigestCounts(1, 0, Integer.MAX_VALUE);
        for (Part part : parts) {
            scan(files.open(part.file(), part.rows()), (batch, i) -> {
                counts.select(bytes.of(batch.row(i)));
                return counts.add();
            });
        }
        return counts;
    }

    private static void addSteps(
            List<ReadStep> steps,
            ScanFiles.KeyFiles files,
            Part part,
            DigestCounts otherKeys,
            RowKind ifThere,
            RowKind ifNot) {
        RowBytes bytes = new RowBytes(files.rowType());
        PositionSet there = new PositionSet();
        PositionSet not = new PositionSet();
        scan(files.open(part.file(), part.rows()), (batch, i) -> {
            otherKeys.select(bytes.of(batch.row(i)));
            (otherKeys.contains() ? there : not).add(batch.position(i));
            return true;
        });
        addStep(steps, part.file(), there.toVector(), ifThere);
        addStep(steps, part.file(), not.toVector(), ifNot);
    }

    private static void addStep(List<ReadStep> steps, SplitFile file, DeletionVector rows, RowKind kind) {
        if (!rows.isEmpty()) {
            steps.add(new Selected(file, FileRows.only(rows), kind));
        }
    }

    /** Gets each row; false to stop. */
    @FunctionalInterface
    private interface RowVisitor {
        boolean visit(RowBatch batch, int index);
    }

    /** Closes what it reads; false when the visitor stopped. */
    private static boolean scan(DataFileBatches rows, RowVisitor visitor) {
        try (rows) {
            RowBatch batch = rows.newBatch();
            while (rows.read(batch)) {
                for (int i = 0; i < batch.size(); i++) {
                    if (!visitor.visit(batch, i)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /** Positions that come in ascending order within a round. */
    private static final class PositionSet {
        private DeletionVector before = DeletionVector.empty();
        private long[] positions = new long[16];
        private int count;

        void add(long position) {
            if (count > 0 && position < positions[count - 1]) {
                merge();
            }
            if (count == positions.length) {
                if (count >= 1 << 20) {
                    merge();
                } else {
                    positions = Arrays.copyOf(positions, 2 * count);
                }
            }
            positions[count++] = position;
        }

        private void merge() {
            PrimitiveIterator.OfLong added =
                    LongStream.of(positions).limit(count).iterator();
            before = before.union(DeletionVector.of(added));
            count = 0;
        }

        DeletionVector toVector() {
            merge();
            return before;
        }
    }
}
