/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.store.ForkedJvm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A seed stands for one course of things, wherever it is run: what iterates in an order of a JVM's own may not count. */
class ReplayTest {
    private static final int SEEDS = 40;
    private static final String END = "end";

    @Test
    void aSeedTakesTheSameStepsInAnotherJvm() throws IOException {
        try (ForkedJvm other = new ForkedJvm(Other.class, Map.of())) {
            List<String> here = digests();
            assertThat(other.readUntil(END)).containsSubsequence(here);
        }
    }

    private static List<String> digests() {
        return LongStream.range(0, SEEDS)
                .mapToObj(seed ->
                        "seed " + seed + ": " + CommitSimulation.steps(seed).hashCode())
                .toList();
    }

    static final class Other {
        private Other() {}

        public static void main(String[] args) {
            digests().forEach(System.out::println);
            System.out.println(END);
        }
    }
}
