/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.lookup;

import java.io.Serializable;
import java.time.Duration;

/**
 * How a table is kept in memory.
 *
 * @param refreshInterval between two looks for new versions
 * @param maxStaleness how long lookups go on when the table cannot be looked at
 * @param maxBytes of memory that the rows may take, about
 */
record LookupSettings(Duration refreshInterval, Duration maxStaleness, long maxBytes) implements Serializable {

    static LookupSettings defaults() {
        return new LookupSettings(Duration.ofSeconds(10), Duration.ofMinutes(10), 256L << 20);
    }
}
