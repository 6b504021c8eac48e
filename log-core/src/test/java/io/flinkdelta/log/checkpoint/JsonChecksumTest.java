/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class JsonChecksumTest {
    private final ObjectMapper json = new ObjectMapper();

    @Test
    void theExampleOfTheProtocol() throws JsonProcessingException {
        String text = "{\"k0\":\"'v 0'\", \"checksum\": \"adsaskfljadfkjadfkj\", \"k1\":{\"k2\": 2, \"k3\": [\"v3\","
                + " [1, 2], {\"k4\": \"v4\", \"k5\": [\"v5\", \"v6\", \"v7\"]}]}}";
        assertThat(JsonChecksum.of(json.readTree(text))).isEqualTo("6a92d155a59bf2eecbd4b4ec7fd1f875");
    }

    @Test
    void theOrderOfFieldsAndAnOldChecksumDoNotCount() throws JsonProcessingException {
        String one = JsonChecksum.of(json.readTree("{\"version\":1,\"size\":2,\"checksum\":\"a\"}"));
        assertThat(JsonChecksum.of(json.readTree("{\"size\":2,\"version\":1}"))).isEqualTo(one);
        assertThat(JsonChecksum.of(json.readTree("{\"size\":2,\"version\":3}"))).isNotEqualTo(one);
        assertThat(JsonChecksum.of(json.readTree("{\"size\":2,\"version\":1,\"t\":{\"checksum\":\"a\"}}")))
                .isNotEqualTo(JsonChecksum.of(json.readTree("{\"size\":2,\"version\":1,\"t\":{\"checksum\":\"b\"}}")));
    }
}
