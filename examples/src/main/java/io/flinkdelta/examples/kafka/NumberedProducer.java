/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends records to the partitions of a topic, numbers them in each from 0 on, and counts those that the broker
 * acknowledged. Used by one thread; the counts may be read by any.
 */
public final class NumberedProducer implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final long[] sent;
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    public NumberedProducer(String bootstrapServers, String topic, int partitions) {
        this.topic = topic;
        this.sent = new long[partitions];
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /**
     * Sends the next record of a partition, without waiting for the broker.
     *
     * @param value of the record with that number
     */
    @SuppressWarnings("FutureReturnValueIgnored") // flush waits for every record; the callback keeps the failure
    public void send(int partition, LongFunction<byte[]> value) {
        long number = sent[partition]++;
        producer.send(new ProducerRecord<>(topic, partition, null, value.apply(number)), (metadata, refused) -> {
            if (refused == null) {
                acknowledged.incrementAndGet();
            } else {
                failure.compareAndSet(null, refused);
            }
        });
    }

    /**
     * Waits until the broker has every record.
     *
     * @return how many there are in each partition
     * @throws KafkaException when a record was refused
     */
    public long[] flush() {
        producer.flush();
        if (failure.get() != null) {
            throw new KafkaException("A record was not acknowledged.", failure.get());
        }
        return sent.clone();
    }

    /** How many records the broker has, of all partitions. */
    public long acknowledged() {
        return acknowledged.get();
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(2));
    }
}
