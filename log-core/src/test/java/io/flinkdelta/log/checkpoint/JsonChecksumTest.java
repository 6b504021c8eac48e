/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonChecksumTest {
    private final ObjectMapper json = new ObjectMapper();

    @Test
    void theExampleOfTheProtocol() throws JsonProcessingException {
        String text = "{\"k0\":\"'v 0'\", \"checksum\": \"adsaskfljadfkjadfkj\", \"k1\":{\"k2\": 2, \"k3\": [\"v3\","
                + " [1, 2], {\"k4\": \"v4\", \"k5\": [\"v5\", \"v6\", \"v7\"]}]}}";
        assertThat(JsonChecksum.of(json.readTree(text))).hasValue("6a92d155a59bf2eecbd4b4ec7fd1f875");
    }

    @Test
    void theOrderOfFieldsAndAnOldChecksumDoNotCount() throws JsonProcessingException {
        Optional<String> one = JsonChecksum.of(json.readTree("{\"version\":1,\"size\":2,\"checksum\":\"a\"}"));
        assertThat(JsonChecksum.of(json.readTree("{\"size\":2,\"version\":1}"))).isEqualTo(one);
        assertThat(JsonChecksum.of(json.readTree("{\"size\":2,\"version\":3}"))).isNotEqualTo(one);
        assertThat(JsonChecksum.of(json.readTree("{\"size\":2,\"version\":1,\"t\":{\"checksum\":\"a\"}}")))
                .isNotEqualTo(JsonChecksum.of(json.readTree("{\"size\":2,\"version\":1,\"t\":{\"checksum\":\"b\"}}")));
    }

    /** The protocol sorts 1 before 10, delta-spark the other way round. */
    @Test
    void aLongListHasNoChecksumToWriteAndTwoThatAreRight() throws JsonProcessingException {
        JsonNode ten = json.readTree("{\"a\":[0,1,2,3,4,5,6,7,8,9]}");
        JsonNode eleven = json.readTree("{\"a\":[0,1,2,3,4,5,6,7,8,9,10]}");
        assertThat(JsonChecksum.of(ten)).isPresent();
        assertThat(JsonChecksum.of(eleven)).isEmpty();
        assertThat(JsonChecksum.matches(eleven, "623e8d1eca307405452069f7a929f07d"))
                .isTrue();
        assertThat(JsonChecksum.matches(eleven, "26c8f42e4e36454566d2e18188b66b1e"))
                .isTrue();
        assertThat(JsonChecksum.matches(eleven, JsonChecksum.of(ten).orElseThrow()))
                .isFalse();
    }
}
