/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import java.util.Objects;

/**
 * A value of the statistics JSON, not yet of any type.
 *
 * @param text of a string its content, of a number its digits
 * @param quoted whether it is a JSON string
 */
public record StatsScalar(String text, boolean quoted) {
    public StatsScalar {
        Objects.requireNonNull(text, "text");
    }
}
