/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Map;

/** A change data file (action {@code cdc}; PROTOCOL.md, "Add CDC File"). */
public record AddCDCFile(String path, PartitionValues partitionValues, long size, Map<String, String> tags)
        implements Action {
    public AddCDCFile {
        tags = Map.copyOf(tags);
    }

    @Override
    public <X extends Exception> void accept(Visitor<X> visitor) throws X {
        visitor.cdc(this);
    }
}
