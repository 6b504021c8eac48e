/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.index.FileIndex;
import io.flinkdelta.log.index.FilePlace;
import io.flinkdelta.log.index.FilesByBound;
import io.flinkdelta.log.index.PlacedFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.FileStatistics;
import io.flinkdelta.source.plan.PlanPosition.InSnapshot;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitContent.LiveRows;
import io.flinkdelta.source.split.SplitFile;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The splits of the live files of one version, from a place on; by time, where watermarks are given. One thread. */
final class SnapshotSplits {
    private final Snapshot snapshot;
    private final FileFilter filter;
    private final PlanSettings settings;
    private final Iterator<PlacedFile> files;
    private final FileSplitter splitter;
    private Optional<FilePlace> last;
    private InSnapshot position;
    /** How many rows may be wanted besides those that are surely in the files so far. */
    private long rowsWanted;

    /**
     * @param parallelism of the readers, each of which is to get something
     * @param rowsWanted files are enough that surely have so many rows
     */
    SnapshotSplits(
            Snapshot snapshot,
            FileFilter filter,
            InSnapshot position,
            int parallelism,
            PlanSettings settings,
            long rowsWanted) {
        this.snapshot = snapshot;
        this.settings = settings;
        this.rowsWanted = rowsWanted;
        this.last = position.after();
        FileIndex index = snapshot.fileIndex();
        this.filter = filter;
        if (filter.time().isEmpty()) {
            this.files = index.inOrder(filter.filter(), position.after());
            this.position = position;
        } else {
            FilesByBound ordered = index.byBound(filter.time().get().bound(), filter.filter(), position.after());
            this.files = ordered;
            this.position =
                    new InSnapshot(position.version(), position.after(), position.splits(), ordered.fingerprint());
        }
        long bytes = Math.max(index.sizeInBytes(), index.fileCount() * settings.openCost());
        long share = bytes / Math.max(1, parallelism);
        this.splitter =
                new FileSplitter(Math.min(settings.splitSize(), Math.max(share, settings.openCost())), settings);
    }

    boolean hasNext() {
        return hasNextFile() || splitter.isWaiting();
    }

    private boolean hasNextFile() {
        return rowsWanted > 0 && files.hasNext();
    }

    /** The next splits; none when no file that is left is read. */
    List<DeltaSplit> next() {
        while (hasNextFile()) {
            PlacedFile placed = files.next();
            Optional<FilePlace> before = last;
            last = Optional.of(placed.place());
            SplitFile file = filter.file(placed.file());
            if (settings.excludes(file.path())) {
                continue;
            }
            pass(placed.file());
            List<List<SplitFile>> full = splitter.add(file);
            if (!full.isEmpty()) {
                return given(full, splitter.isWaiting() ? before : last);
            }
        }
        return given(splitter.rest(), last);
    }

    private void pass(AddFile file) {
        if (rowsWanted < Long.MAX_VALUE) {
            long rows = file.stats()
                    .map(FileStatistics::numRecords)
                    .orElse(OptionalLong.empty())
                    .orElse(0);
            long hidden = file.deletionVector()
                    .map(DeletionVectorDescriptor::cardinality)
                    .orElse(0L);
            rowsWanted -= Math.max(0, rows - hidden);
        }
    }

    private List<DeltaSplit> given(List<List<SplitFile>> portions, Optional<FilePlace> done) {
        List<DeltaSplit> splits = new ArrayList<>();
        for (List<SplitFile> portion : portions) {
            splits.add(new DeltaSplit(
                    snapshot.version(),
                    position.splits() + splits.size(),
                    snapshot.timestamp(),
                    new LiveRows(portion)));
        }
        position = new InSnapshot(snapshot.version(), done, position.splits() + splits.size(), position.order());
        return splits;
    }

    /** After the splits that were given. */
    InSnapshot position() {
        return position;
    }
}
