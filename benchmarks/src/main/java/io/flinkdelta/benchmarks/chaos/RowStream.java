/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.examples.kafka.NumberedProducer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends rows into the topic at a steady rate, in a thread of its own, until it is closed. */
final class RowStream implements AutoCloseable {
    private static final int SLICE_MILLIS = 20;

    private final NumberedProducer producer;
    private final int partitions;
    private final int rate;
    private final CompletableFuture<long[]> sent = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean stopped;

    private RowStream(String bootstrapServers, String topic, int partitions, int rate) {
        this.producer = new NumberedProducer(bootstrapServers, topic, partitions);
        this.partitions = partitions;
        this.rate = rate;
        this.thread = new Thread(this::run, "chaos-producer");
        thread.setDaemon(true);
    }

    static RowStream start(String bootstrapServers, String topic, int partitions, int rate) {
        RowStream stream = new RowStream(bootstrapServers, topic, partitions, rate);
        stream.thread.start();
        return stream;
    }

    private void run() {
        long start = System.nanoTime();
        try {
            for (long rows = 0; !stopped; ) {
                long due = (System.nanoTime() - start) / 1_000_000 * rate / 1_000;
                for (; rows < due; rows++) {
                    int partition = (int) (rows % partitions);
                    producer.send(partition, number -> ChaosTable.json(partition, number));
                }
                TimeUnit.MILLISECONDS.sleep(SLICE_MILLIS);
            }
            sent.complete(producer.flush());
        } catch (InterruptedException | RuntimeException e) {
            sent.completeExceptionally(e);
        }
    }

    /** Rows that the broker has by now. */
    long acknowledged() {
        return producer.acknowledged();
    }

    /** Ends the stream: how many rows the broker has of each partition. */
    long[] stop() {
        stopped = true;
        return sent.join();
    }

    @Override
    public void close() {
        thread.interrupt();
        producer.close();
    }
}
