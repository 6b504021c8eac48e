/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.store.AzureStandIn;
import io.flinkdelta.log.store.GoogleStandIn;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.TableStorage;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Commits to tables on what stands in for Azure and Google. */
class StandInCommitRaceTest {
    @TempDir
    private Path folder;

    @Nested
    class Azure implements CommitRaceContract {
        @Override
        public LogStore store() {
            return TableStorage.open(AzureStandIn.table(folder), AzureStandIn.hadoop())
                    .log();
        }
    }

    @Nested
    class Google implements CommitRaceContract {
        @Override
        public LogStore store() {
            return TableStorage.open(GoogleStandIn.table(folder), GoogleStandIn.hadoop())
                    .log();
        }
    }
}
