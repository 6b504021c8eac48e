/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.interop.data.Ledger;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Spark's history and detail of a table that the sink made, and ours of what Spark did to it. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class HistoryIT {

    @Test
    void historyAndDetail(RefereeProcess referee, FlinkCluster flink, @TempDir Path folder) throws Exception {
        Path table = folder.resolve("t");
        String name = "delta.`" + table + "`";
        Map<String, String> properties = Map.of("delta.checkpointInterval", "3", "who.made.it", "us");
        TableWriter writer = new TableWriter(flink, table, Ledger.TYPE, Ledger.PARTITION, properties);
        writer.append(Ledger.rows(0, 12));
        writer.append(Ledger.rows(12, 20));
        referee.sql("DELETE FROM " + name + " WHERE id = 1");

        JsonNode history = referee.sql("DESCRIBE HISTORY " + name);
        List<JsonNode> streamed = new ArrayList<>();
        history.forEach(entry -> {
            if (entry.path("operation").asText().equals("STREAMING UPDATE")) {
                streamed.add(entry);
            }
        });
        assertThat(streamed).hasSize(2);
        assertCommit(streamed.get(0), 4, 8);
        assertCommit(streamed.get(1), 4, 12);
        assertSameHistory(history, table);
        assertDetail(referee.sql("DESCRIBE DETAIL " + name).get(0), table);
    }

    private static void assertCommit(JsonNode entry, int files, int rows) {
        Map<String, String> metrics = pairs(entry.path("operationMetrics"));
        assertThat(metrics)
                .containsEntry("numAddedFiles", "" + files)
                .containsEntry("numRemovedFiles", "0")
                .containsEntry("numOutputRows", "" + rows)
                .containsKey("numOutputBytes");
        assertThat(Long.parseLong(metrics.get("numOutputBytes"))).isPositive();
        assertThat(pairs(entry.path("operationParameters"))).containsKeys("outputMode", "queryId", "epochId");
        assertThat(entry.path("isBlindAppend").asBoolean()).isTrue();
        assertThat(entry.path("engineInfo").asText()).startsWith("flink-delta/");
        assertThat(entry.path("timestamp").asLong()).isPositive();
    }

    /** Our history of the table tells what Spark's does. */
    private static void assertSameHistory(JsonNode spark, Path table) {
        List<String> theirs = new ArrayList<>();
        spark.forEach(entry -> theirs.add(
                entry.path("version").asLong() + " " + entry.path("operation").asText() + " "
                        + entry.path("timestamp").asLong() / 1000));
        List<String> ours = TableReaders.log(table).history(OptionalInt.empty()).stream()
                .map(entry -> entry.version() + " "
                        + entry.commitInfo().orElseThrow().operation().orElseThrow() + " " + entry.timestamp())
                .toList();
        assertThat(ours).isEqualTo(theirs);
    }

    private static void assertDetail(JsonNode detail, Path table) {
        assertThat(detail.path("format").asText()).isEqualTo("delta");
        assertThat(detail.path("id").asText())
                .isEqualTo(TableReaders.log(table).latestSnapshot().metadata().id());
        assertThat(detail.path("partitionColumns").toString()).isEqualTo("[\"part\"]");
        assertThat(detail.path("numFiles").asLong()).isGreaterThan(6);
        assertThat(pairs(detail.path("properties")))
                .isEqualTo(Map.of("delta.checkpointInterval", "3", "who.made.it", "us"));
        assertThat(detail.path("minReaderVersion").asInt()).isEqualTo(1);
        assertThat(detail.path("minWriterVersion").asInt()).isEqualTo(2);
    }

    private static Map<String, String> pairs(JsonNode map) {
        Map<String, String> pairs = new TreeMap<>();
        map.forEach(pair -> pairs.put(pair.get(0).asText(), pair.get(1).asText()));
        return pairs;
    }
}
