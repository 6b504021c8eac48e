/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.source.read.LimitReached;
import io.flinkdelta.source.split.DeltaSplit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is planned where only some rows are wanted; each file of the table is a split. */
class ScanLimitTest {
    @TempDir
    private Path folder;

    private SourceTable table;

    @BeforeEach
    void create() {
        table = SourceTable.create(folder.resolve("table"));
    }

    @AfterEach
    void close() {
        table.close();
    }

    private DeltaSourceBuilder limited(long rows) {
        return table.source()
                .option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1))
                .limit(rows);
    }

    /** All splits, to one reader. */
    private static List<DeltaSplit> splits(DeltaSource source) {
        FakeCoordinator two = new FakeCoordinator(2);
        two.start(source, EnumeratorState.beginning());
        two.registerAll();
        List<DeltaSplit> all = new ArrayList<>();
        while (!two.isFinished(0)) {
            all.addAll(two.request(0));
        }
        return all;
    }

    private void appendFiles(int files, int rowsPerFile) {
        for (int file = 0; file < files; file++) {
            table.append((long) file * rowsPerFile, (file + 1L) * rowsPerFile, "a");
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "10,1", "11,2", "25,3", "1000,8"})
    void asManyFilesAsSurelyHoldTheRows(long limit, int files) {
        appendFiles(8, 10);
        assertThat(splits(limited(limit).build())).hasSize(files);
    }

    @Test
    void deletedRowsDoNotCount() {
        appendFiles(8, 10);
        table.deleteFirstRowsAndAppend(List.of());
        assertThat(splits(limited(18).build())).hasSize(2);
        assertThat(splits(limited(19).build())).hasSize(3);
    }

    @Test
    void filesThatAreNotReadDoNotCount() {
        appendFiles(8, 10);
        String first =
                splits(limited(1).build()).get(0).content().files().get(0).path();
        DeltaSource without =
                limited(20).option(DeltaSourceOptions.EXCLUDE_REGEX, first).build();
        assertThat(splits(without))
                .hasSize(2)
                .noneMatch(split -> split.content().files().get(0).path().equals(first));
    }

    @Test
    void filesWithoutStatisticsMayBeEmpty() throws IOException {
        appendFiles(2, 10);
        for (int version = 1; version <= 2; version++) {
            Path commit = table.path().resolve("_delta_log/%020d.json".formatted(version));
            Files.writeString(commit, Files.readString(commit).replace("numRecords", "records"));
            Files.deleteIfExists(commit.resolveSibling("%020d.crc".formatted(version)));
            Files.deleteIfExists(commit.resolveSibling(".%020d.json.crc".formatted(version)));
        }
        assertThat(splits(limited(5).build())).hasSize(2);
    }

    @Test
    void whatAFilterMayDropIsPlannedUntilAReaderHasEnough() throws Exception {
        table.appendFiles(40);
        DeltaSource source = limited(5).filter("text <> 'none'").build();
        assertThat(splits(source)).hasSize(40);

        FakeCoordinator two = new FakeCoordinator(2);
        DeltaSplitEnumerator enumerator = two.start(source, EnumeratorState.beginning());
        two.run();
        two.registerAll();
        two.request(0);
        List<DeltaSplit> other = two.request(1);
        enumerator.handleSourceEvent(0, new LimitReached());
        two.run();
        assertThat(two.request(0)).isEmpty();
        assertThat(two.request(1)).isEmpty();
        assertThat(two.isFinished(0) && two.isFinished(1)).isTrue();
        assertThat(enumerator.snapshotState(1).pending()).isEmpty();

        two.fail(1, 0);
        two.register(1, List.of());
        assertThat(two.request(1)).containsExactlyElementsOf(other);
        assertThat(two.request(1)).isEmpty();
        assertThat(two.isFinished(1)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan.monitor-interval=1 s",
                "scan.starting-version=0",
                "scan.starting-timestamp=2020-01-01",
                "scan.ending-version=3",
                "scan.ending-timestamp=2030-01-01"
            })
    void ofAStreamThereIsNoLimit(String option) {
        String[] parts = option.split("=", 2);
        DeltaSourceBuilder builder = limited(5).options(Map.of(parts[0], parts[1]));
        assertThatThrownBy(builder::build)
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("table=" + table.path())
                .hasMessageContaining("option=scan.limit, options=" + parts[0]);
    }

    @Test
    void aLimitIsPositiveAndNoneOfALookup() {
        assertThatThrownBy(() -> limited(0).build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("option=scan.limit, value=0");
        DeltaSource source = limited(1).build();
        assertThatThrownBy(() -> source.lookup("id"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("limit=1");
    }
}
