/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that look at a table, on tables that other programs wrote. */
class TableCommandsTest {
    private static final JsonMapper JSON = new JsonMapper();

    private final SharedFolder shared = SharedFolder.find();

    @ParameterizedTest
    @CsvSource({
        "data-reader-primitives, , data-reader-primitives.jsonl",
        "data-reader-nested-struct, , data-reader-nested-struct.jsonl",
        "data-reader-map, , data-reader-map.jsonl",
        "parquet-all-types, , parquet-all-types.jsonl",
        "dv-partitioned-with-checkpoint, , dv-partitioned-with-checkpoint.jsonl",
        "table-with-columnmapping-mode-name, , table-with-columnmapping-mode-name.jsonl",
        "type-widening, , type-widening.jsonl",
        "spark-variant-checkpoint, , spark-variant-checkpoint.jsonl",
        "basic-with-inserts-deletes-checkpoint, 4, basic-with-inserts-deletes-checkpoint@4.jsonl",
        "basic-with-inserts-deletes-checkpoint, , basic-with-inserts-deletes-checkpoint.jsonl"
    })
    void exactRowsAreThoseThatTheRefereesRead(String table, Long version, String expected) throws IOException {
        Outcome outcome = version == null
                ? Outcome.of("rows", shared.golden(table), "--exact")
                : Outcome.of("rows", shared.golden(table), "--exact", "--version", version);

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.lines()).isEqualTo(shared.goldenLines(expected));
    }

    /** Only what the referees cannot read is an error here. */
    @Test
    void everyVersionOfEveryTableIsReadAsTheRefereesReadIt() throws IOException {
        List<SharedFolder.Expected> all = new ArrayList<>(shared.golden());
        all.addAll(shared.spark());
        List<String> wrong = new ArrayList<>();
        Set<Path> readTables = new HashSet<>();
        for (SharedFolder.Expected expected : all) {
            Outcome outcome = expected.version() == null
                    ? Outcome.of("rows", expected.table(), "--digest")
                    : Outcome.of("rows", expected.table(), "--digest", "--version", expected.version());
            if (outcome.exitCode() == 0) {
                readTables.add(expected.table());
                boolean right = expected.digests().stream()
                        .map(digest -> "count: " + expected.count() + "\nsha256: " + digest + "\n")
                        .anyMatch(outcome.out()::equals);
                addUnless(right, expected, outcome, wrong);
            } else {
                boolean oneError =
                        outcome.out().isEmpty() && outcome.err().lines().count() == 1;
                addUnless(oneError && expected.digests().isEmpty(), expected, outcome, wrong);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(readTables).hasSizeGreaterThan(130);
    }

    private static void addUnless(boolean right, SharedFolder.Expected expected, Outcome outcome, List<String> wrong) {
        if (!right) {
            wrong.add(expected + " but was " + outcome);
        }
    }

    @Test
    void limitsRows() {
        Path table = shared.golden("basic-with-inserts-updates");

        assertThat(Outcome.of("rows", table, "--limit", 7).lines()).hasSize(7);
        assertThat(Outcome.of("rows", table, "--limit", 0).lines()).isEmpty();
        assertThat(Outcome.of("rows", table, "--limit", -1).exitCode()).isEqualTo(2);
    }

    @Test
    void printsRowsAsJson() throws IOException {
        List<String> lines =
                Outcome.of("rows", shared.golden("basic-with-inserts-updates")).lines();

        assertThat(lines).hasSize(100);
        for (String line : lines) {
            assertThat(JSON.readTree(line).isObject()).isTrue();
        }
    }

    @Test
    void findsTheVersionOfATime() throws IOException {
        Path table = shared.golden("basic-with-inserts-updates");
        JsonNode first =
                JSON.readTree(Outcome.of("history", table, "--json").lines().get(1));
        String time = first.path("timestamp").asText();

        assertThat(Outcome.of("rows", table, "--digest", "--timestamp", time))
                .isEqualTo(Outcome.of("rows", table, "--digest", "--version", 0));
        Outcome tooEarly = Outcome.of("rows", table, "--timestamp", "1999-12-31");
        assertThat(tooEarly.exitCode()).isEqualTo(1);
        assertThat(tooEarly.err()).contains("[table=" + table);
    }

    @Test
    void aVersionThatIsNotThereNamesTheRange() {
        Path table = shared.golden("basic-with-inserts-updates");

        Outcome outcome = Outcome.of("rows", table, "--version", 2);

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains("[table=" + table, "earliestVersion=0", "latestVersion=1");
    }

    @ParameterizedTest
    @CsvSource({"future-protocol, minReaderVersion 9", "future-reader-feature, future"})
    void aTableOfTheFutureIsRefusedByName(String table, String named) {
        Outcome outcome = Outcome.of("rows", shared.spark(table));

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains(named);
    }

    @ParameterizedTest
    @CsvSource({"future-protocol, minReaderVersion 9", "future-reader-feature, futureFeature"})
    void whatCannotBeReadCanBeLookedAt(String table, String blocker) throws IOException {
        JsonNode detail = JSON.readTree(
                Outcome.of("detail", shared.spark(table), "--json").out());

        assertThat(texts(detail.path("cannotRead"))).contains(blocker);
        assertThat(texts(detail.path("cannotWrite"))).contains(blocker);
        assertThat(detail.path("numFiles").asLong()).isPositive();
    }

    @Test
    void historyHasTheNamesOfDescribeHistory() throws IOException {
        Path table = shared.golden("basic-with-inserts-updates");

        List<String> json = Outcome.of("history", table, "--json").lines();

        assertThat(json).hasSize(2);
        JsonNode newest = JSON.readTree(json.get(0));
        assertThat(newest.path("version").asLong()).isEqualTo(1);
        assertThat(newest.path("operation").asText()).isEqualTo("UPDATE");
        assertThat(newest.path("operationMetrics").path("numUpdatedRows").asText())
                .isEqualTo("50");
        assertThat(newest.path("timestamp").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        List<String> lines = Outcome.of("history", table).lines();
        assertThat(lines.get(0))
                .containsSubsequence(
                        "version", "timestamp", "operation", "operationParameters", "operationMetrics", "engineInfo");
        assertThat(lines.get(2)).startsWith("1 ").contains("UPDATE");
        assertThat(Outcome.of("history", table, "--json", "--limit", 1).lines())
                .singleElement(STRING)
                .startsWith("{\"version\":1,");
    }

    @Test
    void historyShowsParametersThatAreNotStrings() {
        Outcome outcome =
                Outcome.of("history", shared.golden("commit-info-containing-arbitrary-operationParams-types"));

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("OPTIMIZE");
    }

    @Test
    void detailHasTheNamesOfDescribeDetail() throws IOException {
        Path table = shared.spark("partition-multi");

        JsonNode detail = JSON.readTree(Outcome.of("detail", table, "--json").out());

        List<String> names = new ArrayList<>();
        detail.fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .containsExactly(
                        "format",
                        "id",
                        "name",
                        "description",
                        "location",
                        "createdAt",
                        "lastModified",
                        "version",
                        "partitionColumns",
                        "clusteringColumns",
                        "numFiles",
                        "sizeInBytes",
                        "properties",
                        "minReaderVersion",
                        "minWriterVersion",
                        "tableFeatures",
                        "readerFeatures",
                        "cannotRead",
                        "cannotWrite",
                        "numRows",
                        "numFilesWithDeletionVector",
                        "numHiddenRows",
                        "schema",
                        "numTransactions",
                        "domains",
                        "earliestVersion",
                        "lastCheckpoint",
                        "commitsSinceCheckpoint",
                        "checksumFile",
                        "checksumDifferences");
        assertThat(detail.path("location").asText()).isEqualTo("file:" + table);
        assertThat(detail.path("partitionColumns")).isNotEmpty();
        assertThat(detail.path("sizeInBytes").asLong()).isPositive();
        assertThat(Outcome.of("detail", table).out()).contains("partitionColumns", "minReaderVersion");
    }

    @Test
    void detailCountsWhatDeletionVectorsHide() throws IOException {
        Path table = shared.spark("dv-basic");
        for (SharedFolder.Expected expected : shared.spark()) {
            if (expected.table().equals(table)) {
                JsonNode detail = JSON.readTree(Outcome.of("detail", table, "--json", "--version", expected.version())
                        .out());

                assertThat(detail.path("version").asLong()).isEqualTo(expected.version());
                assertThat(detail.path("numRows").asLong()).isEqualTo(expected.count());
                assertThat(detail.path("numHiddenRows").asLong() > 0)
                        .isEqualTo(detail.path("numFilesWithDeletionVector").asLong() > 0);
            }
        }
        assertThat(JSON.readTree(Outcome.of("detail", table, "--json", "--version", 3)
                                .out())
                        .path("numHiddenRows")
                        .asLong())
                .isPositive();
    }

    @Test
    void detailSaysWhereTheLogStands() throws IOException {
        JsonNode detail = JSON.readTree(
                Outcome.of("detail", shared.spark("long-log"), "--json").out());

        assertThat(detail.path("lastCheckpoint").path("kind").asText()).isEqualTo("classic");
        assertThat(detail.path("lastCheckpoint").path("parts").asInt()).isEqualTo(1);
        assertThat(detail.path("lastCheckpoint").path("version").asLong()
                        + detail.path("commitsSinceCheckpoint").asLong())
                .isEqualTo(detail.path("version").asLong());
        assertThat(detail.path("checksumFile").asBoolean()).isTrue();
        JsonNode parts = JSON.readTree(Outcome.of("detail", shared.spark("multipart-checkpoint"), "--json")
                .out());
        assertThat(parts.path("lastCheckpoint").path("parts").asInt()).isGreaterThan(1);
        JsonNode v2 = JSON.readTree(Outcome.of("detail", shared.spark("v2-checkpoint-json"), "--json")
                .out());
        assertThat(v2.path("lastCheckpoint").path("kind").asText()).isEqualTo("v2");
        assertThat(v2.path("lastCheckpoint").path("sidecars").asInt()).isPositive();
        JsonNode transactions = JSON.readTree(
                Outcome.of("detail", shared.spark("txn-app-ids"), "--json").out());
        assertThat(transactions.path("numTransactions").asLong()).isGreaterThan(1);
    }

    @Test
    void detailHasClusteringColumnsAndSchemaAtEachVersion() throws IOException {
        Path table = shared.spark("clustered");

        assertThat(texts(JSON.readTree(Outcome.of("detail", table, "--json", "--version", 0)
                                .out())
                        .path("clusteringColumns")))
                .containsExactly("id", "k");
        JsonNode newest = JSON.readTree(Outcome.of("detail", table, "--json").out());
        assertThat(newest.path("clusteringColumns")).isEmpty();
        assertThat(texts(newest.path("schema"))).contains("id bigint", "k int", "s string", "v double");
        assertThat(texts(JSON.readTree(Outcome.of("detail", shared.spark("nested"), "--json")
                                .out())
                        .path("schema")))
                .anyMatch(column -> column.contains("struct<"))
                .anyMatch(column -> column.contains("map<"));
    }

    @Test
    void logPrintsABlockForEachAction() {
        List<String> lines =
                Outcome.of("log", shared.spark("dv-basic"), "--version", 3).lines();

        assertThat(lines.get(0)).isEqualTo("version 3: 00000000000000000003.json");
        assertThat(lines.get(1)).matches("commitInfo +timestamp +\\d+ \\(\\d{4}-\\d\\d-\\d\\d .*Z\\)");
        assertThat(lines.stream().filter(line -> !line.startsWith(" ")).map(line -> line.replaceFirst(" .*", "")))
                .containsOnlyOnce("commitInfo")
                .contains("add", "remove");
        assertThat(lines)
                .anyMatch(line -> line.matches(" +deletionVector +storageType=u"))
                .anyMatch(line -> line.matches(" +cardinality=\\d+"))
                .allMatch(line -> line.length() < 240);
    }

    @Test
    void logShortensUnlessFullAndPrintsLinesAsTheyAre() throws IOException {
        Path table = shared.spark("wide");
        Path commit = table.resolve("_delta_log/00000000000000000001.json");

        String shortened = Outcome.of("log", table, "--version", 1).out();
        String full = Outcome.of("log", table, "--version", 1, "--full").out();

        assertThat(shortened).contains(" characters)");
        assertThat(full).doesNotContain(" characters)").hasSizeGreaterThan(shortened.length());
        assertThat(Outcome.of("log", table, "--version", 1, "--json").out()).isEqualTo(Files.readString(commit));
        assertThat(Outcome.of("log", table, "--json").out())
                .isEqualTo(Outcome.of("log", table, "--json", "--version", 2).out());
    }

    @Test
    void logShowsWhatIsNoAction() {
        assertThat(Outcome.of("log", shared.spark("broken-json"), "--version", 1)
                        .out())
                .contains("(no action)");
    }

    @Test
    void logOfACommitThatIsNotThereNamesTheRange() {
        Outcome outcome = Outcome.of("log", shared.spark("dv-basic"), "--version", 99);

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains("version 99", "earliestCommit=0", "latestCommit=7");
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
