/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.kafka;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The topics of a cluster: made, and looked at before a job starts so that a mistake is one clear error. */
public final class KafkaTopics implements AutoCloseable {
    private static final int SHOWN_TOPICS = 20;

    private final String bootstrapServers;
    private final Duration timeout;
    private final Admin admin;

    private KafkaTopics(String bootstrapServers, Duration timeout, Admin admin) {
        this.bootstrapServers = bootstrapServers;
        this.timeout = timeout;
        this.admin = admin;
    }

    /**
     * A client of the cluster.
     *
     * @param clientProperties more settings of the Kafka client, such as those of its security
     * @param timeout how long one request may take
     * @throws InvalidRequestException when the settings cannot be used
     */
    public static KafkaTopics connect(String bootstrapServers, Map<String, String> clientProperties, Duration timeout) {
        Map<String, Object> settings = new HashMap<>(clientProperties);
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(timeout.toMillis()));
        settings.put(
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(Math.min(timeout.toMillis(), 30_000)));
        try {
            return new KafkaTopics(bootstrapServers, timeout, Admin.create(settings));
        } catch (KafkaException e) {
            throw new InvalidRequestException(
                    "The Kafka client cannot be made: " + rootCause(e).getMessage() + ".",
                    ErrorContext.none().with("bootstrap-servers", bootstrapServers),
                    "Correct the bootstrap servers (host:port, more of them separated by commas) or the client's properties.",
                    e);
        }
    }

    /** Makes a topic with one replica. */
    public void create(String topic, int partitions) throws InterruptedException {
        await(
                admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
                        .all(),
                topic);
    }

    /**
     * The number of partitions of a topic.
     *
     * @throws InvalidRequestException when the topic does not exist, naming those that do, or when no
     *     broker answers
     */
    public int partitions(String topic) throws InterruptedException {
        return await(admin.describeTopics(List.of(topic)).allTopicNames(), topic)
                .get(topic)
                .partitions()
                .size();
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }

    private <T> T await(KafkaFuture<T> answer, String topic) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof UnknownTopicOrPartitionException || cause instanceof InvalidTopicException) {
                throw new InvalidRequestException(
                        "The topic does not exist.",
                        context(topic),
                        "Create it or correct its name. " + topicsThere(),
                        cause);
            }
            if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
                throw new InvalidRequestException(
                        "No Kafka broker answered within " + timeout.toSeconds() + " s.",
                        context(topic),
                        "Start the broker, or correct the bootstrap servers or the client's security properties.",
                        cause);
            }
            throw new InvalidRequestException(
                    "Kafka refused the request: " + cause.getMessage(),
                    context(topic),
                    "Correct the topic, the client's properties or the rights of the client's principal.",
                    cause);
        }
    }

    private ErrorContext context(String topic) {
        return ErrorContext.none().with("topic", topic).with("bootstrap-servers", bootstrapServers);
    }

    private String topicsThere() throws InterruptedException {
        try {
            TreeSet<String> names = new TreeSet<>(admin.listTopics().names().get());
            if (names.isEmpty()) {
                return "The cluster has no topics that this client may see.";
            }
            List<String> shown = names.stream().limit(SHOWN_TOPICS).toList();
            return "Topics there: " + String.join(", ", shown) + (names.size() > shown.size() ? ", ..." : ".");
        } catch (ExecutionException e) {
            return "The topics of the cluster cannot be listed: " + e.getCause().getMessage();
        }
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
