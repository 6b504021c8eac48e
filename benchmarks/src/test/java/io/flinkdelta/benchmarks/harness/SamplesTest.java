/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {

    @Test
    void middle() {
        assertThat(Samples.of(List.of(3.0, 1.0, 2.0)).median()).isEqualTo(2);
        assertThat(Samples.of(List.of(4.0, 1.0, 2.0, 3.0)).median()).isEqualTo(2.5);
        assertThat(Samples.of(List.of(7.0)).median()).isEqualTo(7);
    }

    @Test
    void percentilesByNearestRank() {
        Samples hundred = Samples.of(
                IntStream.rangeClosed(1, 100).mapToObj(i -> (double) i).toList());
        assertThat(hundred.percentile(99)).isEqualTo(99);
        assertThat(hundred.percentile(100)).isEqualTo(100);
        assertThat(hundred.percentile(0)).isEqualTo(1);
        assertThat(hundred.min()).isEqualTo(1);
        assertThat(hundred.max()).isEqualTo(100);
        assertThat(Samples.of(List.of(1.0, 2.0)).percentile(99)).isEqualTo(2);
    }
}
