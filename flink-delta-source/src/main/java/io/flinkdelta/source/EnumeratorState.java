/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of an enumerator: as large as what is in flight, however large the table is.
 *
 * @param position up to where the table was made splits of; empty before the first look at it
 * @param last version that is to be read, if it was found
 * @param pending splits that no reader has, in order
 */
public record EnumeratorState(Optional<PlanPosition> position, OptionalLong last, List<DeltaSplit> pending) {
    public EnumeratorState {
        pending = List.copyOf(pending);
    }

    static EnumeratorState beginning() {
        return new EnumeratorState(Optional.empty(), OptionalLong.empty(), List.of());
    }
}
