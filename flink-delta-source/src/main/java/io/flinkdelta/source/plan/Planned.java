/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.source.split.DeltaSplit;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a planner gave at a time.
 *
 * @param splits in order
 * @param position where to go on
 * @param timestampMillis of the position's version, or of the one before if it is not there yet
 * @param last version that is to be read; empty to go on for ever
 * @param next what to expect there
 * @param lostVersions how many versions were passed over because they are no longer there
 */
public record Planned(
        List<DeltaSplit> splits,
        PlanPosition position,
        long timestampMillis,
        OptionalLong last,
        Next next,
        long lostVersions) {
    public Planned {
        splits = List.copyOf(splits);
    }

    /** What comes after. */
    public enum Next {
        /** More is known to be there. */
        MORE,
        /** Nothing, until the table has another version. */
        NEW_VERSION,
        /** Nothing, ever. */
        END
    }
}
