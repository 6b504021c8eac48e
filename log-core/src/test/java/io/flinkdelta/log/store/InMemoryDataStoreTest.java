/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.util.List;

class InMemoryDataStoreTest implements DataStoreContract {
    private final InMemoryDataStore store = new InMemoryDataStore();

    @Override
    public DataStore newStore() {
        return store;
    }

    @Override
    public List<String> everything() {
        return store.paths().stream()
                .map(path -> path.substring(store.location().length() + 1))
                .toList();
    }
}
