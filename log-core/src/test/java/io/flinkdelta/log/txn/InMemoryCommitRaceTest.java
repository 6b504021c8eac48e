/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogStore;

class InMemoryCommitRaceTest implements CommitRaceContract {
    @Override
    public LogStore store() {
        return new InMemoryLogStore();
    }
}
