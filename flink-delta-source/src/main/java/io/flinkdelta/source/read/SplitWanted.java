/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import org.apache.flink.api.connector.source.SourceEvent;

/** A reader that is still reading a split tells the enumerator that it could do with the next one. */
public record SplitWanted() implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
