/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.maintenance.Consumer;
import io.flinkdelta.source.plan.Planned;
import io.flinkdelta.source.split.DeltaSplit;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which version a job still needs, and publishes it: with each checkpoint that is complete, what a restart from it
 * would have to read. A split is needed until the checkpoint after its end. One thread, but for {@link #publish}.
 */
final class ProgressPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressPublisher.class);

    private final DeltaLog log;
    private final String consumerId;
    private final Duration expiry;
    /** By checkpoint; empty before the table was looked at. */
    private final NavigableMap<Long, Optional<Consumer>> needed = new TreeMap<>();

    private Optional<Consumer> planned = Optional.empty();

    ProgressPublisher(DeltaLog log, String consumerId, Duration expiry) {
        this.log = log;
        this.consumerId = consumerId;
        this.expiry = expiry;
    }

    void planned(Planned plan) {
        planned = Optional.of(consumer(plan.position().version(), plan.timestampMillis()));
    }

    /** @param splits that are not finished, wherever they are */
    void checkpoint(long checkpointId, Collection<DeltaSplit> splits) {
        Optional<Consumer> oldest = splits.stream()
                .min(DeltaSplit.ORDER)
                .map(split -> consumer(split.version(), split.timestampMillis()))
                .filter(consumer ->
                        planned.isEmpty() || consumer.version() < planned.get().version());
        needed.put(checkpointId, oldest.or(() -> planned));
    }

    /** What is to be published now. */
    Optional<Consumer> completed(long checkpointId) {
        Optional<Consumer> newest =
                Optional.ofNullable(needed.get(checkpointId)).flatMap(found -> found);
        needed.headMap(checkpointId, true).clear();
        return newest;
    }

    /** Any thread. A failure is no reason to end a job: what is published already holds for a while. */
    Consumer publish(Consumer consumer) {
        try {
            log.consumers().publish(consumer);
        } catch (RuntimeException e) {
            LOG.warn("The progress of the consumer {} could not be published", consumerId, e);
        }
        return consumer;
    }

    private Consumer consumer(long version, long timestampMillis) {
        return new Consumer(consumerId, version, Instant.ofEpochMilli(timestampMillis), expiry);
    }
}
