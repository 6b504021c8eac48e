/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends the records in numbered passes, one after the other, in a thread of its own. Record i goes to
 * partition i modulo the number of partitions, so that the offsets at which a number of passes ends
 * are known beforehand.
 */
final class PassProducer implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final int partitions;
    private final List<CovidRecord> records;
    private final AtomicInteger passesSent = new AtomicInteger();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Thread thread;

    /** Sends passes {@code first} to {@code last}, inclusive. */
    private PassProducer(
            String bootstrapServers,
            String topic,
            int partitions,
            List<CovidRecord> records,
            int first,
            int last,
            Duration pause) {
        this.topic = topic;
        this.partitions = partitions;
        this.records = records;
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
        this.thread = new Thread(() -> run(first, last, pause), "quickstart-producer");
        this.thread.setDaemon(true);
    }

    static PassProducer start(
            String bootstrapServers,
            String topic,
            int partitions,
            List<CovidRecord> records,
            int first,
            int last,
            Duration pause) {
        PassProducer producer = new PassProducer(bootstrapServers, topic, partitions, records, first, last, pause);
        producer.thread.start();
        return producer;
    }

    /** The offset after the last record of {@code passes} passes, by partition. */
    static Map<TopicPartition, Long> endOffsets(String topic, int partitions, int records, int passes) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            int recordsOfPass = records / partitions + (partition < records % partitions ? 1 : 0);
            ends.put(new TopicPartition(topic, partition), (long) recordsOfPass * passes);
        }
        return ends;
    }

    int passesSent() {
        return passesSent.get();
    }

    /** Completes when every record was acknowledged; fails when one was not. */
    CompletableFuture<Void> done() {
        return done;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // flush waits for every record; the callback keeps the failure
    private void run(int first, int last, Duration pause) {
        try {
            for (int pass = first; pass <= last; pass++) {
                for (int i = 0; i < records.size(); i++) {
                    byte[] value = CovidRecords.toJson(pass, records.get(i));
                    producer.send(new ProducerRecord<>(topic, i % partitions, null, value), (sent, failure) -> {
                        if (failure != null) {
                            done.completeExceptionally(failure);
                        }
                    });
                }
                producer.flush();
                if (done.isDone()) {
                    return;
                }
                passesSent.incrementAndGet();
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            }
            done.complete(null);
        } catch (IOException | RuntimeException e) {
            done.completeExceptionally(e);
        } catch (InterruptedException e) {
            done.cancel(false);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        producer.close(Duration.ofSeconds(2));
    }
}
