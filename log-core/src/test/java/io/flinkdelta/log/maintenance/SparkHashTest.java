/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SparkHashTest {

    /** Spark's documentation: {@code SELECT hash('Spark', array(123), 2)} gives -1321691492. */
    @Test
    void theExampleOfSparksDocumentation() {
        assertThat(next(next(SparkHash.hash("Spark"), 123), 2)).isEqualTo(-1321691492);
    }

    @Test
    void partitionsAreInRangeAndAllUsed() {
        Set<Integer> used = new HashSet<>();
        IntStream.range(0, 1000).forEach(i -> used.add(SparkHash.partition("päth-" + i, 7)));
        assertThat(used).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
        assertThat(SparkHash.partitionOfNull(5)).isEqualTo(2);
    }

    /** MurmurHash3 of one more int, as Spark chains columns. */
    private static int next(int seed, int value) {
        int mixed = Integer.rotateLeft(value * 0xcc9e2d51, 15) * 0x1b873593;
        int hash = (Integer.rotateLeft(seed ^ mixed, 13) * 5 + 0xe6546b64) ^ Integer.BYTES;
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }
}
