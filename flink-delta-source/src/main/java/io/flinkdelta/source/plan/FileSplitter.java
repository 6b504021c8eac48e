/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.source.split.SplitFile;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides files into portions of about one size: a large file gives several, small ones share one. What was added last
 * comes out with {@link #rest}. One thread.
 */
final class FileSplitter {
    /** Of one file, so that all its parts have room in memory, whatever its size; far more than it has row groups. */
    private static final long MAX_PARTS = 10_000;

    private final long size;
    private final PlanSettings settings;
    private final List<SplitFile> waiting = new ArrayList<>();
    private long waitingBytes;

    /** @param size of a portion in bytes */
    FileSplitter(long size, PlanSettings settings) {
        this.size = Math.max(1, size);
        this.settings = settings;
    }

    /** The portions that are full with this file, in order. */
    List<List<SplitFile>> add(SplitFile file) {
        List<List<SplitFile>> full = new ArrayList<>();
        long cost = Math.max(file.size(), settings.openCost());
        if (!waiting.isEmpty() && (waitingBytes + cost > size || !fits(file))) {
            full.addAll(rest());
        }
        // What would be a crumb goes with the part before it.
        long parts = Math.min(MAX_PARTS, Math.max(1, (file.size() + size / 2) / size));
        if (parts == 1) {
            waiting.add(file);
            waitingBytes += cost;
            return full;
        }
        long partSize = parts < MAX_PARTS ? size : file.size() / parts + 1;
        for (long part = 0; part < parts; part++) {
            long end = part + 1 == parts ? Long.MAX_VALUE : (part + 1) * partSize;
            full.add(List.of(file.part(part * partSize, end)));
        }
        return full;
    }

    private boolean fits(SplitFile file) {
        return !settings.keepPartitionsApart()
                || waiting.get(0).partitionValues().equals(file.partitionValues());
    }

    /** The files that wait for others to share a portion with: one portion, or none. */
    List<List<SplitFile>> rest() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<SplitFile> portion = List.copyOf(waiting);
        waiting.clear();
        waitingBytes = 0;
        return List.of(portion);
    }

    /** Whether the file that was added last waits for others. */
    boolean isWaiting() {
        return !waiting.isEmpty();
    }
}
