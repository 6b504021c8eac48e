/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import org.apache.flink.configuration.DescribedEnum;
import org.apache.flink.configuration.description.InlineElement;
import org.apache.flink.configuration.description.TextElement;

/**
 * What the sink does when it is restored from a checkpoint older than what the table already holds
 * of it ({@link DeltaSinkOptions#ON_REWIND}).
 */
public enum OnRewind implements DescribedEnum {
    /** The job fails, naming the restored checkpoint and the one that the table has seen. */
    FAIL("fail", "The job fails and names the restored checkpoint and the one that the table has seen."),

    /** The job goes on under a new application id: the replayed rows land a second time. */
    ACCEPT_DUPLICATES(
            "accept-duplicates",
            "The job goes on under a new application id; rows that are replayed land a second time, none is lost.");

    private final String key;
    private final String description;

    OnRewind(String key, String description) {
        this.key = key;
        this.description = description;
    }

    @Override
    public InlineElement getDescription() {
        return TextElement.text(description);
    }

    /** The value of the option. */
    @Override
    public String toString() {
        return key;
    }
}
