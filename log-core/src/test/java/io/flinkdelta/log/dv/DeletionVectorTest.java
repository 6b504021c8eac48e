/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.dv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DeletionVectorTest {
    private static final long BEYOND_INT = 1L << 33;

    @Test
    void whatAnotherHidesIsTakenOut() {
        DeletionVector vector = DeletionVector.of(1, 2, 3, 1L << 40);
        assertThat(vector.minus(DeletionVector.of(2, 7))).isEqualTo(DeletionVector.of(1, 3, 1L << 40));
        assertThat(vector.minus(vector)).isEqualTo(DeletionVector.empty());
        assertThat(vector.minus(DeletionVector.empty())).isEqualTo(vector);
        assertThat(vector).as("unchanged").isEqualTo(DeletionVector.of(1, 2, 3, 1L << 40));
    }

    @Test
    void holdsPositionsOfAllSizes() {
        DeletionVector vector = DeletionVector.of(BEYOND_INT + 7, 3, 0, 3, 0xFFFF_FFFFL, Long.MAX_VALUE);
        assertThat(positions(vector)).containsExactly(0L, 3L, 0xFFFF_FFFFL, BEYOND_INT + 7, Long.MAX_VALUE);
        assertThat(vector.cardinality()).isEqualTo(5);
        assertThat(vector.last()).isEqualTo(Long.MAX_VALUE);
        assertThat(vector.contains(3)).isTrue();
        assertThat(vector.contains(BEYOND_INT + 7)).isTrue();
        assertThat(vector.contains(BEYOND_INT + 3)).isFalse();
        assertThat(vector.contains(-1)).isFalse();
        assertThat(vector.cardinality(1, BEYOND_INT + 7)).isEqualTo(2);
        assertThat(vector.cardinality(0, BEYOND_INT + 8)).isEqualTo(4);
        assertThat(vector.cardinality(4, 4)).isZero();
    }

    @Test
    void refusesWhatIsNoPosition() {
        assertThatThrownBy(() -> DeletionVector.of(3, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anEmptyVectorHidesNothing() {
        assertThat(DeletionVector.of()).isEqualTo(DeletionVector.empty());
        assertThat(DeletionVector.empty().isEmpty()).isTrue();
        assertThat(positions(DeletionVector.empty())).isEmpty();
        assertThatThrownBy(() -> DeletionVector.empty().last()).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void unionsLeaveTheirPartsAsTheyWere() {
        DeletionVector left = DeletionVector.of(1, 5);
        DeletionVector right = DeletionVector.of(5, BEYOND_INT);
        assertThat(left.union(right)).isEqualTo(DeletionVector.of(1, 5, BEYOND_INT));
        assertThat(left).isEqualTo(DeletionVector.of(1, 5));
        assertThat(right).isEqualTo(DeletionVector.of(5, BEYOND_INT));
        assertThat(left.union(DeletionVector.empty())).isEqualTo(left);
        assertThat(DeletionVector.empty().union(right)).isEqualTo(right);
    }

    @Test
    void serializationKeepsEveryKindOfSet() {
        long seed = 20_261_130;
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            TreeSet<Long> expected = new TreeSet<>();
            long base = round % 3 == 0 ? BEYOND_INT * random.nextInt(4) : 0;
            for (int i = random.nextInt(2000); i >= 0; i--) {
                long start = base + random.nextInt(round % 2 == 0 ? 10_000 : 10_000_000);
                LongStream.range(start, start + 1 + random.nextInt(round % 5 == 0 ? 100 : 1))
                        .forEach(expected::add);
            }
            DeletionVector vector = DeletionVector.of(
                    expected.stream().mapToLong(Long::longValue).toArray());
            DeletionVector read = RoaringBitmapArray.read(RoaringBitmapArray.write(vector));
            assertThat(read).as("seed %d, round %d", seed, round).isEqualTo(vector);
            assertThat(positions(read)).containsExactlyElementsOf(expected);
        }
    }

    @Test
    void runsAreStoredAsRuns() {
        DeletionVector vector =
                DeletionVector.of(LongStream.range(10, 1_000_000).toArray());
        assertThat(RoaringBitmapArray.write(vector)).hasSizeLessThan(400);
    }

    static List<Long> positions(DeletionVector vector) {
        List<Long> positions = new ArrayList<>();
        for (PrimitiveIterator.OfLong iterator = vector.positions(); iterator.hasNext(); ) {
            positions.add(iterator.nextLong());
        }
        return positions;
    }
}
