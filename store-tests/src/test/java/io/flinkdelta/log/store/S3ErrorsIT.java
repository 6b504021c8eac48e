/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a user of a table on S3 is told when something is wrong: one clear error, and no credentials. */
class S3ErrorsIT {
    private S3Server server;

    @BeforeEach
    void start() throws Exception {
        server = new S3Server();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void deniedRequestsAreExplainedWithoutCredentials() {
        Configuration denied = server.hadoop();
        denied.set("fs.s3a.secret.key", "a-wrong-secret");
        for (Runnable request : requests(server.table("t"), denied)) {
            DeltaException error = catchThrowableOfType(DeltaException.class, request::run);
            assertThat(error)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("permission denied")
                    .hasMessageContaining("table=" + server.table("t"));
            assertThat(everythingSaid(error)).doesNotContain("a-wrong-secret").doesNotContain(S3Server.SECRET);
        }
        assertThat(server.requests().reset()).isEmpty();
    }

    @Test
    void aMissingBucketIsNamed() {
        for (Runnable request : requests("s3a://no-such-bucket/t", server.hadoop())) {
            DeltaException error = catchThrowableOfType(DeltaException.class, request::run);
            assertThat(error)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("there is no such bucket")
                    .hasMessageContaining("s3a://no-such-bucket/t");
            assertThat(everythingSaid(error)).doesNotContain(S3Server.SECRET);
        }
    }

    @Test
    void aPasswordInThePathIsNotShown() {
        String path = server.table("t").replace("s3a://", "s3a://some-user:a-password@");
        for (Runnable request : requests(path, server.hadoop())) {
            DeltaException error = catchThrowableOfType(DeltaException.class, request::run);
            assertThat(error)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("table=" + server.table("t"));
            assertThat(everythingSaid(error)).doesNotContain("a-password");
        }
    }

    private static Iterable<Runnable> requests(String path, Configuration hadoop) {
        return Map.<String, Runnable>of(
                        "read", () -> open(path, hadoop).latestSnapshot(),
                        "create",
                                () -> open(path, hadoop)
                                        .newTable(Operation.CREATE_TABLE)
                                        .metadata(TestTable.metadata(Map.of()))
                                        .commit())
                .values();
    }

    private static DeltaLog open(String path, Configuration hadoop) {
        return new DeltaLog(TableStorage.open(path, hadoop), Clock.systemUTC());
    }

    private static String everythingSaid(Throwable error) {
        StringWriter said = new StringWriter();
        error.printStackTrace(new PrintWriter(said));
        return said.toString();
    }
}
