/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.file.LogFile.Compacted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Of the compacted files in a log, those that together spare most reads of a range of commits: none
 * reaches out of the range and no two stand for the same commit (PROTOCOL.md, "Log Compaction Files").
 */
final class CompactionChoice {
    private CompactionChoice() {}

    /** Ascending. */
    static List<Compacted> of(Iterable<Compacted> seen, long first, long last) {
        List<Compacted> fitting = new ArrayList<>();
        for (Compacted file : seen) {
            if (file.first() >= first && file.last() <= last && file.first() < file.last()) {
                fitting.add(file);
            }
        }
        fitting.sort(Comparator.comparingLong(Compacted::last).thenComparingLong(Compacted::first));
        // best[i]: of the first i files; taken[i]: whether file i - 1 is among them.
        long[] best = new long[fitting.size() + 1];
        boolean[] taken = new boolean[best.length];
        for (int i = 1; i < best.length; i++) {
            Compacted file = fitting.get(i - 1);
            long with = LogSegment.saved(file) + best[endingBefore(file.first(), fitting)];
            taken[i] = with > best[i - 1];
            best[i] = Math.max(with, best[i - 1]);
        }
        List<Compacted> chosen = new ArrayList<>();
        for (int i = fitting.size(); i > 0; ) {
            if (taken[i]) {
                chosen.add(0, fitting.get(i - 1));
                i = endingBefore(fitting.get(i - 1).first(), fitting);
            } else {
                i--;
            }
        }
        return chosen;
    }

    /** How many of the files, which are sorted by their ends, end before {@code version}. */
    private static int endingBefore(long version, List<Compacted> files) {
        int low = 0;
        int high = files.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (files.get(middle).last() < version) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
