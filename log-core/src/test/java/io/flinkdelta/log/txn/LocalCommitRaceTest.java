/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.store.LocalLogStore;
import io.flinkdelta.log.store.LogStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalCommitRaceTest implements CommitRaceContract {
    @TempDir
    Path folder;

    @Override
    public LogStore store() {
        return new LocalLogStore(folder.resolve("_delta_log"));
    }
}
