/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.testing.TableImage;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares snapshots with what all commits give by the book. */
final class Images {
    private final SimulatedTable table;

    Images(SimulatedTable table) {
        this.table = table;
    }

    /** A record of what a tombstone says in a checkpoint, too. */
    private record Tombstone(String path, Object vector, Object deleted, Object size, Object baseRowId) {
        static Tombstone of(RemoveFile remove) {
            return new Tombstone(
                    remove.path(),
                    remove.deletionVector(),
                    remove.deletionTimestamp(),
                    remove.size(),
                    remove.baseRowId());
        }
    }

    /** The same state and files; of the tombstones those that have expired may be missing. */
    void requireSame(LogSnapshot snapshot) {
        TableImage actual = TableImage.of(snapshot);
        TableImage expected = table.history().at(snapshot.version()).image();
        if (!actual.withoutTombstones().equals(expected.withoutTombstones())) {
            throw new AssertionError("version " + snapshot.version() + " from " + snapshot.segment() + " is\n" + actual
                    + "\ninstead of\n" + expected);
        }
        Set<Tombstone> there = tombstones(actual, Long.MIN_VALUE);
        long kept = table.scheduler().now() - table.setup().fileRetention().toMillis() + TableSetup.TOLERANCE_MILLIS;
        if (!tombstones(expected, Long.MIN_VALUE).containsAll(there)
                || !there.containsAll(tombstones(expected, kept))) {
            throw new AssertionError("version " + snapshot.version() + " from " + snapshot.segment()
                    + " has the tombstones\n" + there + "\ninstead of\n" + tombstones(expected, kept));
        }
    }

    private static Set<Tombstone> tombstones(TableImage image, long after) {
        return image.files().stream()
                .filter(RemoveFile.class::isInstance)
                .map(RemoveFile.class::cast)
                .filter(remove -> remove.deletionTimestamp().orElseThrow() > after)
                .map(Tombstone::of)
                .collect(Collectors.toSet());
    }
}
