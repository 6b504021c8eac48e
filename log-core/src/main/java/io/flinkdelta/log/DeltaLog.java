/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The entry: one table's log. Holds no state of the table; cheap to make; any thread. */
public final class DeltaLog {
    private final TableStorage storage;
    private final Clock clock;

    public DeltaLog(TableStorage storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
    }

    /** The table at {@code path}, which need not exist yet. */
    public static DeltaLog forTable(String path, Configuration hadoop) {
        return new DeltaLog(TableStorage.open(path, hadoop), Clock.systemUTC());
    }

    public TableStorage storage() {
        return storage;
    }

    /** The newest version, or empty when there is no table. */
    public Optional<Snapshot> latestSnapshotIfExists() {
        throw new UnsupportedOperationException(clock.toString());
    }

    /** The newest version; an InvalidRequestException when there is no table. */
    public Snapshot latestSnapshot() {
        throw new UnsupportedOperationException();
    }

    /** The table at {@code version}; an InvalidRequestException naming the range when it is not there. */
    public Snapshot snapshotAt(long version) {
        throw new UnsupportedOperationException("" + version);
    }

    /** The newest version not after {@code timestamp}; an InvalidRequestException naming the range if there is none. */
    public Snapshot snapshotAt(Instant timestamp) {
        throw new UnsupportedOperationException("" + timestamp);
    }

    /** The newest version, reading only what came after {@code known}. */
    public Snapshot refresh(Snapshot known) {
        throw new UnsupportedOperationException("" + known);
    }
}
