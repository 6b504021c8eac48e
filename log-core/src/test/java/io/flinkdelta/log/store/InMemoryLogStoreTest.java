/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.util.List;

class InMemoryLogStoreTest implements LogStoreContract, LogStoreRaceContract {
    private final InMemoryLogStore store = new InMemoryLogStore();

    @Override
    public LogStore newStore() {
        return store;
    }

    @Override
    public List<String> everything() {
        return store.names();
    }
}
