/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.examples.json.BrokenRecords;
import io.flinkdelta.examples.json.JsonRowDeserializer;
import io.flinkdelta.examples.json.UnknownFields;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.table.data.RowData;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class CovidRecordsTest {
    @Test
    void holdsTheSixtyRecords() throws IOException {
        List<CovidRecord> records = CovidRecords.load();

        assertThat(records).hasSize(60).doesNotHaveDuplicates();
        assertThat(records.get(0))
                .isEqualTo(new CovidRecord(
                        "Hubei",
                        "China",
                        Instant.parse("2020-03-21T10:13:08Z"),
                        67800,
                        3139,
                        58946,
                        30.9756,
                        112.2707));
        assertThat(records.get(1).provinceState()).isNull();
        assertThat(records.stream().map(CovidRecord::countryRegion).collect(Collectors.toSet()))
                .contains("Korea, South", "US")
                .hasSize(9);
    }

    @Test
    void writesJson() throws IOException {
        assertThat(new String(CovidRecords.toJson(7, CovidRecords.load().get(1)), UTF_8))
                .isEqualTo("{\"pass\":7,\"Province_State\":null,\"Country_Region\":\"Italy\","
                        + "\"Last_Update\":\"2020-03-21T17:43:03Z\",\"Confirmed\":53578,\"Deaths\":4825,"
                        + "\"Recovered\":6072,\"Latitude\":41.8719,\"Longitude\":12.5674}");
    }

    @Test
    void comesBackFromJsonAndRowUnchanged() throws IOException {
        JsonRowDeserializer deserializer =
                new JsonRowDeserializer(CovidRecords.ROW_TYPE, UnknownFields.FAIL, BrokenRecords.FAIL);
        deserializer.open(new SimpleCounter());
        List<CovidRecord> records = CovidRecords.load();
        List<RowData> rows = new ArrayList<>();
        for (CovidRecord covid : records) {
            byte[] json = CovidRecords.toJson(3, covid);
            deserializer.deserialize(new ConsumerRecord<>("t", 0, 0, null, json), new ListCollector<>(rows));
        }
        assertThat(rows).extracting(CovidRecords::fromRow).isEqualTo(records);
        assertThat(rows).extracting(CovidRecords::pass).containsOnly(3);
    }

    @Test
    void knowsTheOffsetsAtWhichPassesEnd() {
        assertThat(PassProducer.endOffsets("t", 4, 10, 3))
                .containsEntry(new TopicPartition("t", 0), 9L)
                .containsEntry(new TopicPartition("t", 1), 9L)
                .containsEntry(new TopicPartition("t", 2), 6L)
                .containsEntry(new TopicPartition("t", 3), 6L)
                .hasSize(4);
    }
}
