/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.ReadOrder;
import io.flinkdelta.source.split.SplitContent.LiveRows;
import io.flinkdelta.source.split.SplitFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SplitAssignerTest {

    private static DeltaSplit split(long number) {
        return split(number, OptionalLong.empty());
    }

    private static DeltaSplit split(long number, OptionalLong earliest) {
        SplitFile file = new SplitFile(
                "file-" + number,
                PartitionValues.none(),
                10,
                Optional.empty(),
                0,
                Long.MAX_VALUE,
                OptionalLong.empty(),
                OptionalLong.empty(),
                earliest);
        return new DeltaSplit(1, number, 0, new LiveRows(List.of(file)));
    }

    /** The watermarks of others are ahead of it. */
    @Test
    void byTimeASplitThatComesBackIsKeptForItsReader() {
        SplitAssigner assigner = SplitAssigner.of(ReadOrder.BY_TIME, 2);
        assigner.add(List.of(split(1), split(2), split(3), split(4)));
        assertThat(assigner.next(0)).contains(split(1));
        assertThat(assigner.next(1)).contains(split(2));

        assigner.addBack(List.of(split(1)), 0);

        assertThat(assigner.size().splits()).isEqualTo(3);
        assertThat(assigner.all()).containsExactly(split(1), split(3), split(4));
        assertThat(assigner.next(1)).contains(split(3));
        assertThat(assigner.next(0)).contains(split(1));
        assertThat(assigner.next(0)).contains(split(4));
        assertThat(assigner.next(0)).isEmpty();
        assertThat(assigner.size().splits()).isZero();
    }

    @Test
    void theEarliestTimeIsThatOfWhatIsPending() {
        SplitAssigner assigner = SplitAssigner.of(ReadOrder.BY_TIME, 2);
        assertThat(assigner.earliestMillis()).isEqualTo(Long.MAX_VALUE);
        assigner.add(List.of(split(1, OptionalLong.of(7)), split(2, OptionalLong.of(7)), split(3, OptionalLong.of(9))));
        assigner.add(List.of(split(1, OptionalLong.of(7))));
        assertThat(assigner.earliestMillis()).isEqualTo(7);
        assigner.next(0);
        assertThat(assigner.earliestMillis()).isEqualTo(7);
        assigner.next(0);
        assertThat(assigner.earliestMillis()).isEqualTo(9);
        assigner.addBack(List.of(split(2, OptionalLong.of(7)), split(1)), 0);
        assertThat(assigner.earliestMillis()).isEqualTo(Long.MIN_VALUE);
        assigner.clear();
        assertThat(assigner.earliestMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void inNoOrderASplitThatComesBackIsForAnybody() {
        SplitAssigner assigner = SplitAssigner.of(ReadOrder.ANY, 2);
        assigner.add(List.of(split(1), split(2)));
        assertThat(assigner.next(0)).contains(split(1));

        assigner.addBack(List.of(split(1)), 0);

        assertThat(assigner.next(1)).contains(split(1));
    }
}
