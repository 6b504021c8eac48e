/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaBrokerIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void keepsItsTopicsWhenKilledAndLeavesNothingWhenClosed() throws Exception {
        Path data = folder.resolve("broker, with a strange name");
        KafkaBroker broker = KafkaBroker.start(data, folder.resolve("broker.log"));
        long firstPid = broker.pid();
        try (broker) {
            try (KafkaTopics topics = KafkaTopics.connect(broker.bootstrapServers(), Map.of(), TIMEOUT)) {
                topics.create("kept", 3);
            }
            String address = broker.bootstrapServers();
            broker.kill();
            assertThat(ProcessHandle.of(firstPid)).isEmpty();
            broker.restart();
            assertThat(broker.bootstrapServers()).isEqualTo(address);
            assertThat(broker.pid()).isNotEqualTo(firstPid);
            try (KafkaTopics topics = KafkaTopics.connect(address, Map.of(), TIMEOUT)) {
                assertThat(topics.partitions("kept")).isEqualTo(3);
                assertThatThrownBy(() -> topics.partitions("missing"))
                        .isInstanceOf(InvalidRequestException.class)
                        .hasMessage("The topic does not exist. [topic=missing, bootstrap-servers=" + address
                                + "] Create it or correct its name. Topics there: kept.");
            }
        }
        assertThat(ProcessHandle.of(broker.pid())).isEmpty();
        assertThat(data).doesNotExist();
        assertThat(broker.logFile()).isNotEmptyFile();
    }

    @Test
    void saysThatNoBrokerAnswers() {
        try (KafkaTopics topics = KafkaTopics.connect("127.0.0.1:1", Map.of(), Duration.ofSeconds(2))) {
            assertThatThrownBy(() -> topics.partitions("any"))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageStartingWith("No Kafka broker answered within 2 s. [topic=any, bootstrap-servers=");
        }
    }

    @Test
    void saysThatTheAddressCannotBeUsed() {
        assertThatThrownBy(() -> KafkaTopics.connect("no address", Map.of(), TIMEOUT))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("[bootstrap-servers=no address]");
    }
}
