/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.source.plan.PlanOrder;
import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of an enumerator: as large as what is in flight, however large the table is.
 *
 * @param position up to where the table was made splits of; empty before the first look at it
 * @param order in which the version of the position is planned; empty before the first look at it
 * @param last version that is to be read, if it was found
 * @param pending splits that no reader has, in order
 */
public record EnumeratorState(
        Optional<PlanPosition> position, Optional<PlanOrder> order, OptionalLong last, List<DeltaSplit> pending) {
    public EnumeratorState {
        pending = List.copyOf(pending);
    }

    static EnumeratorState beginning() {
        return new EnumeratorState(Optional.empty(), Optional.empty(), OptionalLong.empty(), List.of());
    }

    /**
     * Whether a job that plans in this order can go on.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when it cannot
     */
    void requireSame(PlanOrder other, ErrorContext table) {
        if (position.isPresent() && order.isPresent()) {
            order.get().requireSame(other, position.get(), table);
        }
    }
}
