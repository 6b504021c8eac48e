/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.source.plan.CommitUnits.Unit;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitContent;
import io.flinkdelta.source.split.SplitContent.LiveRows;
import io.flinkdelta.source.split.SplitFile;
import java.util.ArrayList;
import java.util.List;

/** The splits of the units of one version, from a unit on. One thread. */
final class VersionSplits {
    /** Of the numbers of a version's splits those of one unit; it has far fewer splits. */
    private static final int NUMBERS_PER_UNIT = 1 << 20;

    private final long version;
    private final long timestampMillis;
    private final List<Unit> units;
    private final FileSplitter splitter;
    private int next;
    /** The first unit that no split was given of. */
    private int done;

    VersionSplits(long version, long timestampMillis, List<Unit> units, long firstUnit, PlanSettings settings) {
        this.version = version;
        this.timestampMillis = timestampMillis;
        this.units = units;
        this.next = (int) Math.min(firstUnit, units.size());
        this.done = next;
        this.splitter = new FileSplitter(settings.splitSize(), settings);
    }

    boolean hasNext() {
        return next < units.size() || splitter.isWaiting();
    }

    /** The next splits; none when no unit that is left is read. */
    List<DeltaSplit> next() {
        while (next < units.size()) {
            int unit = next++;
            SplitContent content = units.get(unit).content().orElse(null);
            List<SplitContent> full = new ArrayList<>();
            if (content instanceof LiveRows rows) {
                full.addAll(contents(splitter.add(rows.files().get(0))));
            } else if (content != null) {
                full.addAll(contents(splitter.rest()));
                full.add(content);
            }
            if (!full.isEmpty()) {
                return given(full, splitter.isWaiting() ? unit : next);
            }
            if (!splitter.isWaiting()) {
                done = next;
            }
        }
        return given(contents(splitter.rest()), next);
    }

    private static List<SplitContent> contents(List<List<SplitFile>> portions) {
        return portions.stream().<SplitContent>map(LiveRows::new).toList();
    }

    private List<DeltaSplit> given(List<SplitContent> contents, int newDone) {
        List<DeltaSplit> splits = new ArrayList<>();
        for (SplitContent content : contents) {
            long number = (long) done * NUMBERS_PER_UNIT + splits.size();
            splits.add(new DeltaSplit(version, number, timestampMillis, content));
        }
        done = newDone;
        return splits;
    }

    /** How many units, from the first of the version on, need no more be gone through. */
    long done() {
        return done;
    }
}
