/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.read.FileRows;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.source.read.PartRows.Part;
import io.flinkdelta.source.read.ReadStep.Selected;
import io.flinkdelta.source.split.SplitContent.DerivedChanges;
import io.flinkdelta.source.split.SplitFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * <p>Files are read a few times for each round; a round knows a bounded number of different rows or keys, and there are as
 * many as it takes. One thread.
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
            RowMatching moved = RowMatching.oneByOne(rows(gone), rows(come), rowsInMemory);
            gone = selected(gone, moved.goneLeft());
            come = selected(come, moved.comeLeft());
        }
        return inSteps(gone, come);
    }

    private static void addUnlessEmpty(List<Part> parts, SplitFile file, DeletionVector rows) {
        if (!rows.isEmpty()) {
            parts.add(new Part(file, FileRows.only(rows)));
        }
    }

    private PartRows rows(List<Part> parts) {
        return new PartRows(parts, files::open, files.rowType());
    }

    private static List<Part> selected(List<Part> parts, PartPositions positions) {
        List<Part> selected = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            addUnlessEmpty(selected, parts.get(i).file(), positions.of(i));
        }
        return selected;
    }

    private List<ReadStep> inSteps(List<Part> gone, List<Part> come) {
        List<ReadStep> steps = new ArrayList<>();
        if (primaryKey.isEmpty() || gone.isEmpty() || come.isEmpty()) {
            gone.forEach(part -> steps.add(new Selected(part.file(), part.rows(), RowKind.DELETE)));
            come.forEach(part -> steps.add(new Selected(part.file(), part.rows(), RowKind.INSERT)));
            return steps;
        }
        ScanFiles.KeyFiles keys = files.keys(primaryKey);
        RowMatching updates = RowMatching.allWithAll(
                new PartRows(gone, keys::open, keys.rowType()),
                new PartRows(come, keys::open, keys.rowType()),
                rowsInMemory);
        for (int i = 0; i < gone.size(); i++) {
            addStep(steps, gone.get(i).file(), updates.goneMatched().of(i), RowKind.UPDATE_BEFORE);
            addStep(steps, gone.get(i).file(), updates.goneLeft().of(i), RowKind.DELETE);
        }
        for (int i = 0; i < come.size(); i++) {
            addStep(steps, come.get(i).file(), updates.comeMatched().of(i), RowKind.UPDATE_AFTER);
            addStep(steps, come.get(i).file(), updates.comeLeft().of(i), RowKind.INSERT);
        }
        return steps;
    }

    private static void addStep(List<ReadStep> steps, SplitFile file, DeletionVector rows, RowKind kind) {
        if (!rows.isEmpty()) {
            steps.add(new Selected(file, FileRows.only(rows), kind));
        }
    }
}
