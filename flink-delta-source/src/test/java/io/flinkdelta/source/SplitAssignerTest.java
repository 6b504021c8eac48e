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
        SplitFile file = new SplitFile(
                "file-" + number,
                PartitionValues.none(),
                10,
                Optional.empty(),
                0,
                Long.MAX_VALUE,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
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
    void inNoOrderASplitThatComesBackIsForAnybody() {
        SplitAssigner assigner = SplitAssigner.of(ReadOrder.ANY, 2);
        assigner.add(List.of(split(1), split(2)));
        assertThat(assigner.next(0)).contains(split(1));

        assigner.addBack(List.of(split(1)), 0);

        assertThat(assigner.next(1)).contains(split(1));
    }
}
