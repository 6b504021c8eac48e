/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.flinkdelta.interop.data.ColumnFilters;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables that Spark wrote, filters with values that are in them: Spark reads all files and says in which of them a filter
 * holds; none of those may be pruned by us, from the log or from the files in memory.
 */
@ExtendWith(RefereeExtension.class)
final class DataSkippingIT {
    private static final List<String> TABLES = List.of(
            "stats-skipping",
            "stats-few",
            "stats-none",
            "stats-long-strings",
            "stats-zero-columns",
            "primitives",
            "checkpoint-struct-stats",
            "timestamps-timestamp-micros",
            "dates-far",
            "decimals",
            "nested",
            "mapping-name",
            "mapping-id",
            "mapping-swapped",
            "widening",
            "widening-nested",
            "dv-basic",
            "dv-partitioned",
            "partition-date",
            "partition-timestamp",
            "partition-double",
            "partition-decimal-10-2",
            "partition-multi",
            "partition-mapped",
            "widening-partition",
            "schema-evolution",
            "clustered");
    private static final List<String> GOLDEN = List.of(
            "data-skipping-basic-stats-all-types",
            "data-skipping-basic-stats-all-types-checkpoint",
            "data-skipping-basic-stats-all-types-columnmapping-id",
            "data-skipping-partition-and-data-column");

    @Test
    @DisplayName("no file that holds a match by Spark's answer is pruned, and many that hold none are")
    void prunedFilesHoldNoMatch(RefereeProcess referee, @TempDir Path scratch) throws IOException {
        SharedTables shared = SharedTables.find();
        TableReaders readers = new TableReaders(referee, scratch);
        List<Question> questions = new ArrayList<>();
        for (Path table : Stream.concat(
                        TABLES.stream().map(shared::spark), GOLDEN.stream().map(shared::golden))
                .toList()) {
            Snapshot snapshot = TableReaders.log(table).latestSnapshot();
            questions.add(new Question(table, ColumnFilters.of(snapshot.schema(), readers.lines(table))));
        }
        List<ArrayNode> answers =
                referee.sqlEach(questions.stream().map(Question::sql).toList());
        int pruned = 0;
        int asked = 0;
        for (int i = 0; i < questions.size(); i++) {
            Tally tally = check(questions.get(i), answers.get(i));
            pruned += tally.pruned();
            asked += tally.asked();
        }
        assertThat(asked).isGreaterThan(2_000);
        assertThat(pruned).as("of %s", asked).isGreaterThan(asked / 20);
    }

    /** Which of the filters hold in each file of a table. */
    private record Question(Path table, List<String> filters) {

        /** Without a WHERE, so that Spark prunes nothing itself. */
        String sql() {
            String bits = filters.stream()
                    .map(filter -> "IF(" + filter + ", '1', '0')")
                    .collect(Collectors.joining(", ", "CONCAT(", ")"));
            return "SELECT DISTINCT _metadata.file_name AS name, " + bits + " AS bits FROM delta.`" + table + "`";
        }

        /** The names of the files where a filter holds. */
        Set<String> matches(ArrayNode answer, int filter) {
            Stream.Builder<String> names = Stream.builder();
            for (JsonNode row : answer) {
                if (row.path("bits").asText().charAt(filter) == '1') {
                    names.add(row.path("name").asText());
                }
            }
            return names.build().collect(Collectors.toSet());
        }
    }

    private static Tally check(Question question, ArrayNode answer) {
        try (DeltaLog log = TableReaders.log(question.table())) {
            Snapshot snapshot = log.latestSnapshot();
            Snapshot indexed = log.latestSnapshot();
            int files = (int) indexed.fileIndex().fileCount();
            int pruned = 0;
            for (int i = 0; i < question.filters().size(); i++) {
                String filter = question.filters().get(i);
                Set<String> kept = kept(snapshot, filter);
                assertThat(kept(indexed, filter)).as(filter).isEqualTo(kept);
                assertThat(question.matches(answer, i))
                        .as("%s of %s: every file with a match is kept", filter, question.table())
                        .isSubsetOf(kept);
                pruned += files - kept.size();
            }
            return new Tally(pruned, files * question.filters().size());
        }
    }

    private static Set<String> kept(Snapshot snapshot, String filter) {
        try (Stream<AddFile> files = snapshot.scan(snapshot.scanFilter(Expression.parse(filter)))) {
            return files.map(file -> name(file.path())).collect(Collectors.toSet());
        }
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /**
     * How much was pruned.
     *
     * @param asked files times filters
     */
    private record Tally(int pruned, int asked) {}
}
