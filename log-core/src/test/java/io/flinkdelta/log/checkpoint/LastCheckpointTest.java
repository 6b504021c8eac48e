/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LastCheckpointTest {
    @Test
    void hintsOfSparkFitTheirChecksums() throws IOException {
        int checked = 0;
        for (Path table : SharedTables.find().all()) {
            Path file = table.resolve("_delta_log/_last_checkpoint");
            String text = Files.exists(file) ? Files.readString(file) : "";
            if (text.contains("\"checksum\":")) {
                byte[] content = bytes(text);
                assertThat(LastCheckpoint.parse(content)).as(file.toString()).isPresent();
                assertThat(LastCheckpoint.parse(bytes(text.replaceFirst("\"version\":", "\"version\":1"))))
                        .isEmpty();
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(10);
    }

    @Test
    void aKeyThatIsThereTwiceMakesItNone() {
        assertThat(LastCheckpoint.parse(bytes("{\"version\":8,\"size\":10,\"version\":8}")))
                .isEmpty();
    }

    @Test
    void aHintWithoutChecksumIsTaken() {
        assertThat(LastCheckpoint.parse(bytes("{\"version\":8,\"size\":10,\"parts\":2}")))
                .contains(new LastCheckpoint(8, 10, OptionalInt.of(2), OptionalLong.empty(), OptionalLong.empty()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
