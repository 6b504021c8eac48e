/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsumersTest {
    private static final Duration WEEK = Duration.ofDays(7);

    private final Days clock = new Days();
    private final InMemoryLogStore store = new InMemoryLogStore("memory:/table/_delta_log", clock);
    private final Consumers consumers = new Consumers(TestTable.in(store).log().storage(), clock);

    @Test
    void whatIsPublishedLastCounts() {
        Consumer first = new Consumer("job", 3, Instant.ofEpochMilli(1_000), WEEK);
        consumers.publish(first);
        assertThat(consumers.current()).containsExactly(first);
        Consumer second = new Consumer("job", 5, Instant.ofEpochMilli(2_000), WEEK);
        consumers.publish(second);
        assertThat(consumers.current()).containsExactly(second);
        assertThat(consumers.remove("job")).isTrue();
        assertThat(consumers.remove("job")).isFalse();
        assertThat(consumers.current()).isEmpty();
    }

    @Test
    void aConsumerThatIsSilentIsForgotten() {
        consumers.publish(new Consumer("job", 3, Instant.ofEpochMilli(1_000), WEEK));
        clock.set(6);
        assertThat(consumers.current()).hasSize(1);
        assertThat(consumers.spare(clock.instant()))
                .isEqualTo(Instant.ofEpochMilli(1_000).minus(Duration.ofDays(1)));
        clock.set(7);
        assertThat(consumers.current()).isEmpty();
        assertThat(consumers.spare(clock.instant())).isEqualTo(clock.instant());
    }

    @Test
    void filesThatTellNothingAreNoConsumers() throws IOException {
        String tooEarly = "{\"version\":1,\"timestamp\":" + Long.MIN_VALUE + ",\"expiresAfterMs\":1000}";
        for (String content :
                List.of("", "{", "[]", tooEarly, "{\"version\":1}", "{\"version\":\"1\",\"timestamp\":2}")) {
            store.folder(Consumers.FOLDER)
                    .overwrite("broken.json", LogContent.of(content.getBytes(StandardCharsets.UTF_8)));
            assertThat(consumers.current()).as(content).isEmpty();
        }
        store.folder(Consumers.FOLDER).overwrite("note.txt", LogContent.of(new byte[1]));
        assertThat(consumers.current()).isEmpty();
    }

    @Test
    void anIdIsAFileName() {
        for (String id : List.of("", "../job", "a/b", ".job", "_job", "jo b", "j".repeat(101))) {
            assertThatThrownBy(() -> new Consumer(id, 0, Instant.EPOCH, WEEK))
                    .as(id)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("consumerId=" + id);
            assertThatThrownBy(() -> consumers.remove(id)).isInstanceOf(InvalidRequestException.class);
        }
    }
}
