/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import java.util.Set;
import org.apache.flink.api.connector.source.SourceEvent;

/** A reader has emitted all rows of these splits. */
public record SplitsFinished(Set<String> splitIds) implements SourceEvent {
    public SplitsFinished {
        splitIds = Set.copyOf(splitIds);
    }
}
