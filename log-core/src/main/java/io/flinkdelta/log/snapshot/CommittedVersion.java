/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.replay.CommitFile;

/** A version and the commit that made it of the one before. */
public record CommittedVersion(Snapshot snapshot, CommitFile commit) {
    /** The number of the version. */
    public long version() {
        return commit.version();
    }
}
