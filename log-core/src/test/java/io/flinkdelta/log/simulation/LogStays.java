/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.LogSegments;
import io.flinkdelta.log.snapshot.SnapshotReader;
import io.flinkdelta.log.store.TableStorage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What was the newest version within the retention of the log can be read, and is what it was. */
final class LogStays implements Invariant {
    private static final int READ_OF = 4;

    private final SimulatedTable table;
    private final TableStorage storage;
    private final Images images;

    LogStays(SimulatedTable table, TableStorage storage) {
        this.table = table;
        this.storage = storage;
        this.images = new Images(table);
    }

    /** After each deletion the log is a whole one; it is read whenever another checkpoint is the first. */
    @Override
    public void deleted(LogFile file) {
        long oldest = oldest();
        LogSegments segments = new LogSegments(storage.log(), storage.context());
        long newest = segments.latest().orElseThrow().version();
        if (segments.at(oldest).version() != oldest || newest != table.history().newestVersion()) {
            throw new AssertionError("the log without " + file.fileName() + " ends with version " + newest);
        }
        if (file instanceof LogFile.AnyCheckpoint) {
            images.requireSame(new SnapshotReader(storage).at(oldest));
        }
    }

    /** What was the newest at the midnight that the retention goes back to, by whose clock ever. */
    private long oldest() {
        Instant kept = Instant.ofEpochMilli(table.scheduler().now())
                .minus(table.setup().logRetention())
                .plus(SimulatedProcess.LONGEST_SKEW)
                .truncatedTo(ChronoUnit.DAYS);
        return table.history().newestSince(kept.toEpochMilli());
    }

    /** All that is left can be found; some of it is read, the newest version without what the checksums tell, too. */
    @Override
    public void ended() {
        SnapshotReader reader = new SnapshotReader(storage);
        LogSegments segments = reader.segments();
        long newest = table.history().newestVersion();
        long first = segments.earliestVersion(segments.all());
        if (first > oldest()) {
            throw new AssertionError("the log begins at version " + first + " instead of " + oldest());
        }
        for (long version = first; version <= newest; version++) {
            if (version == first || (newest - version) % READ_OF == 0) {
                images.requireSame(reader.at(version));
            } else if (segments.at(version).version() != version) {
                throw new AssertionError("version " + version + " is not found");
            }
        }
        images.requireSame(reader.latest().orElseThrow());
        images.requireSame(reader.withoutChecksums().latest().orElseThrow());
        if (reader.latest().orElseThrow().version() != newest) {
            throw new AssertionError("the newest version is not found: " + newest);
        }
    }
}
