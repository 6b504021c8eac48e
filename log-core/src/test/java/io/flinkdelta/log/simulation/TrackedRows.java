/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.testing.CommitInvariants;

/** What a table owes that tracks its rows and has in-commit timestamps. */
final class TrackedRows implements Invariant {
    private final CommitInvariants commits = new CommitInvariants();

    @Override
    public void landed(Landed landed) {
        commits.take(landed.version(), landed.actions());
    }
}
