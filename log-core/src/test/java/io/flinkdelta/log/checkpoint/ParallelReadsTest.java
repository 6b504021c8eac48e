/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParallelReadsTest {
    private final ExecutorService threads = Executors.newFixedThreadPool(3);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void resultsComeInTheOrderOfTheReads() {
        List<Integer> results = ParallelReads.all(reads(100), new ReadParallelism(threads, 4));

        assertThat(results).isEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void severalAreReadAtOnce() {
        CyclicBarrier together = new CyclicBarrier(3);
        Supplier<Integer> meeting = () -> {
            try {
                return together.await(20, TimeUnit.SECONDS) >= 0 ? 1 : 0;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };

        assertThat(ParallelReads.all(List.of(meeting, meeting, meeting), new ReadParallelism(threads, 3)))
                .containsExactly(1, 1, 1);
    }

    @Test
    void theCallerReadsWhatNobodyElseDoes() {
        ReadParallelism refusing = new ReadParallelism(
                task -> {
                    throw new RejectedExecutionException();
                },
                4);

        assertThat(ParallelReads.all(reads(10), refusing)).hasSize(10);
        assertThat(ParallelReads.all(reads(10), new ReadParallelism(task -> {}, 4)))
                .hasSize(10);
        assertThat(ParallelReads.all(reads(10), ReadParallelism.none())).hasSize(10);
        assertThat(ParallelReads.all(reads(0), ReadParallelism.none())).isEmpty();
    }

    @Test
    void aFailureIsTheCallersWhoeverReads() {
        for (int failing = 0; failing < 10; failing++) {
            List<Supplier<Integer>> reads = new ArrayList<>(reads(10));
            reads.set(failing, () -> {
                throw new IllegalArgumentException("damaged");
            });

            assertThatThrownBy(() -> ParallelReads.all(reads, new ReadParallelism(threads, 4)))
                    .hasMessage("damaged");
        }
    }

    private static List<Supplier<Integer>> reads(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> (Supplier<Integer>) () -> i)
                .toList();
    }
}
