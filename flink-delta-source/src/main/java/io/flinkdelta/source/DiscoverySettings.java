/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.plan.Budget;
import io.flinkdelta.source.split.ReadOrder;
import java.io.Serializable;
import java.time.Duration;
import java.util.Optional;

/**
 * How the enumerator looks at the table.
 *
 * @param discoveryInterval between two looks for new versions; null to look once
 * @param maxFiles that are begun to be read per interval
 * @param maxBytes that are begun to be read per interval
 * @param consumerId under which the job publishes how far it is; null not to
 * @param consumerExpiry how long that counts
 * @param order in which splits are read
 */
record DiscoverySettings(
        Duration discoveryInterval,
        long maxFiles,
        long maxBytes,
        ReadOrder order,
        String consumerId,
        Duration consumerExpiry)
        implements Serializable {

    Optional<String> consumer() {
        return Optional.ofNullable(consumerId);
    }

    Optional<Duration> interval() {
        return Optional.ofNullable(discoveryInterval);
    }

    Budget allowance(int splits) {
        return new Budget(splits, maxFiles, maxBytes);
    }
}
