/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table that goes, or is another one, while a job follows it. */
class ReplacedTableIT {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private static final int COMMITS = 5;

    private final Ledger ledger = new Ledger();

    @TempDir
    private Path folder;

    /** The table; swapped at once. */
    private Path link;

    private SourceJob.Running job;

    @BeforeEach
    void follow(@InjectMiniCluster MiniCluster cluster) throws Exception {
        link = Files.createSymbolicLink(folder.resolve("table"), create("first", COMMITS));
        DeltaSource source = DeltaSource.forRowData(link.toString())
                .monitorContinuously(Duration.ofMillis(20))
                .build();
        job = new SourceJob(folder, source, ledger).start(cluster);
        ledger.await(count -> count == COMMITS);
    }

    private Path create(String name, int commits) {
        try (SourceTable created = SourceTable.create(folder.resolve(name))) {
            for (int id = 0; id < commits; id++) {
                created.append(id, id + 1L, "p");
            }
            return created.path();
        }
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void aTableThatIsDropped() throws Exception {
        Files.delete(link);
        assertFails("This is not a Delta table");
    }

    /** With as many versions, with fewer and with more. */
    @ParameterizedTest
    @ValueSource(ints = {COMMITS, 1, 2 * COMMITS})
    void aTableThatIsMadeAnew(int commits) throws Exception {
        Path other = Files.createSymbolicLink(folder.resolve("other"), create("second", commits));
        Files.move(other, link, StandardCopyOption.ATOMIC_MOVE);
        assertFails("made anew", "Start");
        assertThat(ledger.lines()).hasSize(COMMITS);
    }

    private void assertFails(String... message) throws Exception {
        assertThat(job.failure())
                .extracting(failure -> failure.getCause(), InstanceOfAssertFactories.THROWABLE)
                .rootCause()
                .hasMessageContainingAll(message)
                .hasMessageContaining("table=" + link);
    }
}
