/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static io.flinkdelta.sink.TestTable.assertRows;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.store.LogFault;
import io.flinkdelta.log.store.LogOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store goes down in the middle of a commit, and stays down for longer than the sink looks for it. */
@ExtendWith(TestCluster.class)
class UnknownOutcomeIT {
    private static final long ROWS = 400;
    private static final long VERSION = 3;
    /** Of listings, with which a task that is restarted opens the table. */
    private static final int FAILURES_AFTER_RESTART = 3;

    @TempDir
    private Path folder;

    /** What became of the put. */
    enum Put {
        LANDED {
            @Override
            void arm(LogFault put) {
                put.unknownWithEffect();
            }
        },
        LOST {
            @Override
            void arm(LogFault put) {
                put.unknownWithoutEffect();
            }
        };

        abstract void arm(LogFault put);
    }

    @ParameterizedTest
    @EnumSource(Put.class)
    void theJobRestartsUntilTheStoreIsBack(Put put, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            AtomicInteger listings = goDownAt(put, table);

            job(table).start(cluster).finish();

            assertThat(listings).hasValueGreaterThanOrEqualTo(FAILURES_AFTER_RESTART);
            assertExactlyOnce(table);
        }
    }

    @ParameterizedTest
    @EnumSource(Put.class)
    void aJobThatWasGivenUpGoesOnFromItsLastCheckpoint(Put put, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            goDownAt(put, table);
            TestJob.Running failed = job(table)
                    .configure(RestartStrategyOptions.RESTART_STRATEGY, "none")
                    .start(cluster);
            assertThat(failed.failure())
                    .hasStackTraceContaining(OutcomeUnknownException.class.getName())
                    .hasStackTraceContaining("version=" + VERSION);
            table.log().heal();
            assertThat(table.snapshot().version()).isEqualTo(put == Put.LANDED ? VERSION : VERSION - 1);
            assertThat(table.dataFiles()).containsAll(table.committedFiles());

            job(table).from(failed.retainedCheckpoint()).start(cluster).finish();

            assertExactlyOnce(table);
        }
    }

    /**
     * Everything fails from the put of the version on, until so many listings have failed.
     *
     * @return the listings that failed
     */
    private static AtomicInteger goDownAt(Put put, TestTable table) {
        String commit = String.format(Locale.ROOT, "%020d.json", VERSION);
        AtomicInteger listings = new AtomicInteger();
        put.arm(table.log().on(LogOperation.PUT, commit));
        table.log().on(LogOperation.PUT, commit).runAfter(() -> {
            for (LogOperation operation : EnumSet.complementOf(EnumSet.of(LogOperation.LIST))) {
                table.log().on(operation).always().failBefore();
            }
            table.log().on(LogOperation.LIST).always().failBefore(() -> {
                if (listings.incrementAndGet() == FAILURES_AFTER_RESTART) {
                    table.log().heal();
                }
                return new IOException("the store is down");
            });
        });
        return listings;
    }

    private static void assertExactlyOnce(TestTable table) throws IOException {
        assertRows(table, LongStream.range(0, ROWS));
        assertThat(table.applicationIds()).hasSize(1);
        assertThat(table.dataFiles()).containsAll(table.committedFiles());
        assertThat(table.data().deleted()).doesNotContainAnyElementsOf(table.committedFiles());
    }

    private TestJob job(TestTable table) {
        return new TestJob(folder)
                .rows(ROWS)
                .rowsPerCheckpoint(60)
                .into(table.observed(table.sink().build()));
    }
}
