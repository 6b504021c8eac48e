/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.S3Server;
import io.flinkdelta.log.store.TableStorage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class S3CommitRaceIT implements CommitRaceContract {
    private S3Server server;

    @BeforeEach
    void start() throws Exception {
        server = new S3Server();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Override
    public LogStore store() {
        return TableStorage.open(server.table("t"), server.hadoop()).log();
    }
}
