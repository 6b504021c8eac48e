/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;

/** Whether commits to a table have to tell its changes row by row (PROTOCOL.md, "Writer Requirements for AddCDCFile"). */
public final class ChangeDataFeed {
    private static final String FEATURE = "changeDataFeed";

    private ChangeDataFeed() {}

    /** Of a table. */
    public static boolean isOn(Protocol protocol, Metadata metadata) {
        boolean binding = TableFeature.known(FEATURE)
                .filter(feature -> feature.bindsWriters(protocol))
                .isPresent();
        return binding && TableProperties.isOn(metadata.configuration(), TableProperties.CHANGE_DATA_FEED);
    }
}
