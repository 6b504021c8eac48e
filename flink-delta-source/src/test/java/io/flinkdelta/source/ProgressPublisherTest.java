/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.maintenance.Consumer;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.Planned;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitContent.LiveRows;
import io.flinkdelta.source.split.SplitFile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressPublisherTest {
    private static final Duration WEEK = Duration.ofDays(7);

    private final DeltaLog log = TestTable.create(new InMemoryLogStore()).log();
    private final ProgressPublisher publisher = new ProgressPublisher(log, "job", WEEK);

    @Test
    void beforeTheFirstLookThereIsNothingToPublish() {
        publisher.checkpoint(1, List.of());
        assertThat(publisher.completed(1)).isEmpty();
    }

    @Test
    void aSplitIsNeededUntilTheCheckpointAfterItsEnd() {
        DeltaSplit third = split(3, 0);
        DeltaSplit fourth = split(4, 0);
        publisher.planned(planned(5));
        publisher.checkpoint(1, List.of(third, fourth));
        assertThat(publisher.completed(1)).contains(consumer(3));

        publisher.checkpoint(2, List.of(fourth));
        assertThat(publisher.completed(2)).contains(consumer(4));

        publisher.checkpoint(3, List.of(fourth));
        publisher.checkpoint(4, List.of());
        assertThat(publisher.completed(3)).contains(consumer(4));
        assertThat(publisher.completed(4)).contains(consumer(5));
    }

    /** Those before it need not be told any more. */
    @Test
    void aCheckpointThatWasNotCompletedIsPassedOver() {
        publisher.planned(planned(5));
        publisher.checkpoint(1, List.of(split(3, 0)));
        publisher.checkpoint(2, List.of());
        assertThat(publisher.completed(2)).contains(consumer(5));
        assertThat(publisher.completed(1)).isEmpty();
    }

    @Test
    void whatIsPublishedIsInTheTable() {
        publisher.publish(consumer(3));
        assertThat(log.consumers().current()).containsExactly(consumer(3));
    }

    private static Planned planned(long nextVersion) {
        return new Planned(
                List.of(),
                new InChanges(nextVersion, 0),
                nextVersion * 1_000,
                OptionalLong.empty(),
                Planned.Next.NEW_VERSION,
                0);
    }

    private static Consumer consumer(long version) {
        return new Consumer("job", version, Instant.ofEpochMilli(version * 1_000), WEEK);
    }

    private static DeltaSplit split(long version, long number) {
        SplitFile file = new SplitFile(
                "f" + version,
                PartitionValues.none(),
                1,
                Optional.empty(),
                0,
                Long.MAX_VALUE,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
        return new DeltaSplit(version, number, version * 1_000, new LiveRows(List.of(file)));
    }
}
