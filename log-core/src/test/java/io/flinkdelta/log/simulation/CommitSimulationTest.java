/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** {@code -Dsim.seeds=N} for more seeds, {@code -Dsim.from=S} for others, {@code -Dsim.seed=S} for one alone. */
class CommitSimulationTest {
    private static final int SEEDS = 1000;
    /** So many are enough for everything to happen that may. */
    private static final int MANY = 100;

    private static final int TRACED = 400;

    @Test
    void nothingGoesWrong() {
        Long only = Long.getLong("sim.seed");
        long first = only != null ? only : Long.getLong("sim.from", 0);
        long count = only != null ? 1 : Long.getLong("sim.seeds", SEEDS);
        long start = System.nanoTime();
        Tally tally = new Tally();
        LongStream.range(first, first + count)
                .parallel()
                .forEach(seed -> CommitSimulation.run(seed, only != null ? Integer.MAX_VALUE : TRACED, tally));
        System.out.printf(
                Locale.ROOT, "simulation: seeds=%d seconds=%.1f %s%n", count, (System.nanoTime() - start) / 1e9, tally);
        if (count >= MANY) {
            assertThat(tally.counts())
                    .containsKeys(Arrays.stream(Fault.values())
                            .filter(fault -> fault != Fault.NONE)
                            .map(Fault::name)
                            .toArray(String[]::new))
                    .containsKeys(
                            "Committed",
                            "AlreadyCommitted",
                            "made again",
                            "in luck",
                            "CommitConflictException",
                            "OutcomeUnknownException",
                            "StorageUnavailableException",
                            "written Checkpoint",
                            "written V2Checkpoint",
                            "written Checksum",
                            "deleted Commit",
                            "deleted Checkpoint",
                            "deleted V2Checkpoint",
                            "deleted data",
                            "vacuumed");
        }
    }
}
