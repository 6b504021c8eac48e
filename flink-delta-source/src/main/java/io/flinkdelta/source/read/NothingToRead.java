/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import org.apache.flink.api.connector.source.SourceEvent;

/** The enumerator tells a reader that asked for a split that there is none for it, until the table has a new version. */
public record NothingToRead() implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
