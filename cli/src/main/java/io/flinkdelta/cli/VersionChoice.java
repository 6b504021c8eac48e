/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.DeltaLog;
import java.time.Instant;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** Which version of a table a command looks at: one given by number, the one of a time, or the newest. */
final class VersionChoice {
    @Option(names = "--version", paramLabel = "N", description = "The table at this version.")
    private Long version;

    @Option(
            names = "--timestamp",
            paramLabel = "T",
            converter = Timestamps.class,
            description = "The table as it was at this time; UTC unless a zone is given.")
    private Instant timestamp;

    /** The number of the version; empty for the newest. */
    OptionalLong in(DeltaLog log) {
        if (version != null) {
            return OptionalLong.of(version);
        }
        return timestamp == null ? OptionalLong.empty() : OptionalLong.of(log.versionAt(timestamp));
    }
}
