/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples;

import io.flinkdelta.examples.json.BrokenRecords;
import io.flinkdelta.examples.json.UnknownFields;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;

/**
 * What {@link KafkaToDelta} reads.
 *
 * @param groupId the consumer group under which progress shows in Kafka's own tools; the job's
 *     state, not the group, says where the job goes on
 * @param start where a start without state begins
 * @param end where the job ends
 * @param clientProperties more settings of the Kafka client
 */
public record KafkaTopicSpec(
        String bootstrapServers,
        String topic,
        String groupId,
        OffsetsInitializer start,
        End end,
        Map<String, String> clientProperties,
        UnknownFields unknownFields,
        BrokenRecords brokenRecords) {
    public KafkaTopicSpec {
        clientProperties = Map.copyOf(clientProperties);
    }

    /** Where reading ends. */
    public sealed interface End {}

    /** Never: the job runs until it is stopped. */
    public record Never() implements End {}

    /** At these offsets, which may lie ahead of what the topic holds by now. */
    public record At(OffsetsInitializer offsets) implements End {}

    /** From the beginning and without end, strict about the records. */
    public static KafkaTopicSpec of(String bootstrapServers, String topic) {
        return new KafkaTopicSpec(
                bootstrapServers,
                topic,
                "flink-delta-" + topic,
                OffsetsInitializer.earliest(),
                new Never(),
                Map.of(),
                UnknownFields.FAIL,
                BrokenRecords.FAIL);
    }

    public KafkaTopicSpec startingAt(OffsetsInitializer offsets) {
        return new KafkaTopicSpec(
                bootstrapServers, topic, groupId, offsets, end, clientProperties, unknownFields, brokenRecords);
    }

    public KafkaTopicSpec endingAt(OffsetsInitializer offsets) {
        return new KafkaTopicSpec(
                bootstrapServers,
                topic,
                groupId,
                start,
                new At(offsets),
                clientProperties,
                unknownFields,
                brokenRecords);
    }
}
