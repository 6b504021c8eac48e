/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.protocol.RowIdHighWaterMark;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.stats.FileStatistics;
import io.flinkdelta.log.store.LogStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What holds over all commits of a table that has in-commit timestamps and tracks its rows from version 0 on,
 * whatever raced with what: times increase strictly, no row id is given out twice, a file keeps its ids, and the
 * high-water mark is the highest id.
 */
public final class CommitInvariants {
    private final Map<String, Long> baseRowIds = new HashMap<>();
    /** The first and the last id of each file. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    private long lastMillis = -1;
    private long highWaterMark = -1;

    /** Fails unless all of it holds for the versions 0 to {@code last}. */
    public static void check(LogStore log, long last) {
        CommitInvariants invariants = new CommitInvariants();
        for (long version = 0; version <= last; version++) {
            List<Action> actions = new ArrayList<>();
            CommitFile.read(log, version, ErrorContext.none()).forEach(actions::add);
            invariants.take(version, actions);
        }
    }

    /** Takes in the next commit; fails unless all of it holds. */
    public void take(long version, List<? extends Action> actions) {
        assertThat(actions.get(0)).as("first action of version %s", version).isInstanceOf(CommitInfo.class);
        long millis = ((CommitInfo) actions.get(0)).inCommitTimestamp().orElseThrow();
        assertThat(millis).as("time of version %s", version).isGreaterThan(lastMillis);
        lastMillis = millis;
        long before = highWaterMark;
        for (Action action : actions) {
            if (action instanceof AddFile add) {
                take(add, version, before);
            }
        }
        for (Action action : actions) {
            if (action instanceof DomainMetadata domain && domain.domain().equals(RowIdHighWaterMark.DOMAIN)) {
                highWaterMark = RowIdHighWaterMark.of(Map.of(domain.domain(), domain), ErrorContext.none())
                        .rowId();
            }
        }
        assertThat(highWaterMark)
                .as("high-water mark of version %s", version)
                .isEqualTo(ranges.isEmpty() ? -1 : ranges.lastEntry().getValue());
    }

    private void take(AddFile add, long version, long before) {
        long base = add.baseRowId().orElseThrow();
        Long known = baseRowIds.put(add.path(), base);
        if (known != null) {
            assertThat(base)
                    .as("base row id of %s in version %s", add.path(), version)
                    .isEqualTo(known);
            return;
        }
        assertThat(add.defaultRowCommitVersion()).as("%s", add.path()).hasValue(version);
        assertThat(base)
                .as("base row id of %s in version %s", add.path(), version)
                .isGreaterThan(before);
        long records = FileStatistics.numRecords(add.stats().orElseThrow()).orElseThrow();
        if (records > 0) {
            Map.Entry<Long, Long> below = ranges.floorEntry(base + records - 1);
            assertThat(below == null ? -1 : below.getValue())
                    .as("ids below those of %s in version %s", add.path(), version)
                    .isLessThan(base);
            ranges.put(base, base + records - 1);
        }
    }
}
