/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.source.plan.CommitReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.DynamicFilteringInfo;
import org.apache.flink.api.connector.source.DynamicParallelismInference;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table of forty files in as many partitions; opening a file costs as much as a megabyte. */
class ParallelismInferenceTest {
    private static final int FILES = 40;
    private static final MemorySize COST = MemorySize.ofMebiBytes(1);

    @TempDir
    private Path folder;

    private SourceTable table;

    private record FakeContext(int bound, MemorySize volume) implements DynamicParallelismInference.Context {
        @Override
        public Optional<DynamicFilteringInfo> getDynamicFilteringInfo() {
            return Optional.empty();
        }

        @Override
        public int getParallelismInferenceUpperBound() {
            return bound;
        }

        @Override
        public long getDataVolumePerTask() {
            return volume.getBytes();
        }
    }

    @BeforeEach
    void create() {
        table = SourceTable.create(folder.resolve("table"));
        table.appendFiles(FILES);
    }

    @AfterEach
    void close() {
        table.close();
    }

    private DeltaSourceBuilder source() {
        return table.source().option(DeltaSourceOptions.OPEN_FILE_COST, COST);
    }

    private static int inferred(DeltaSourceBuilder source, int bound, int megabytes) {
        return source.build().inferParallelism(new FakeContext(bound, MemorySize.ofMebiBytes(megabytes)));
    }

    @ParameterizedTest
    @CsvSource({"100,1,40", "100,5,8", "100,1000,1", "7,1,7", "1,1,1"})
    void asManyAsTheVolumeOfDataAndTheBoundSay(int bound, int megabytes, int expected) {
        assertThat(inferred(source(), bound, megabytes)).isEqualTo(expected);
    }

    @Test
    void aSmallerSplitSizeIsTheSources() {
        assertThat(inferred(source().option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(2)), 100, 1000))
                .isEqualTo(20);
    }

    @Test
    void onlyWhatIsReadCounts() {
        assertThat(inferred(source().filter("part = '3'"), 100, 1)).isEqualTo(1);
        assertThat(inferred(source().filter("part < '2'"), 100, 1)).isEqualTo(12);
        assertThat(inferred(source().filter("part = 'none'"), 100, 1)).isEqualTo(1);
        assertThat(inferred(source().limit(6), 100, 1)).isEqualTo(6);
        assertThat(inferred(source().option(DeltaSourceOptions.VERSION_AS_OF, 0L), 100, 1))
                .isEqualTo(1);
    }

    @Test
    void ofChangesThoseOfTheCommitsCount() {
        table.append(100, 101, "a");
        table.append(101, 102, "a");
        table.append(102, 103, "b");
        DeltaSourceBuilder changes = source().option(DeltaSourceOptions.STARTING_VERSION, "2");
        assertThat(inferred(changes, 100, 1)).isEqualTo(3);
        assertThat(inferred(changes.option(DeltaSourceOptions.ORDERED, true), 100, 1))
                .isEqualTo(2);
        assertThat(inferred(
                        changes.option(DeltaSourceOptions.COMMIT_READING, CommitReading.CHANGES)
                                .option(DeltaSourceOptions.PRIMARY_KEY, List.of("id")),
                        100,
                        1))
                .isEqualTo(1);
    }

    @Test
    void noDataFileIsNeeded() throws IOException {
        DeltaSourceBuilder source = source();
        try (Stream<Path> files = Files.list(table.path())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        assertThat(inferred(source, 100, 1)).isEqualTo(FILES);
    }
}
