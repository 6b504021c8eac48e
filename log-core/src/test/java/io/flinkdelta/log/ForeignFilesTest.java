/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.store.LocalLogStore;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What others leave in {@code _delta_log}: what is no file of the log is passed over, a damaged commit is one error. */
class ForeignFilesTest {
    private static final String LAST_COMMIT = "00000000000000000003.json";

    @TempDir
    private Path folder;

    private Path log;
    private TestTable table;

    @BeforeEach
    void threeCommits() {
        log = folder.resolve("_delta_log");
        table = TestTable.create(new LocalLogStore(log));
        table.append("a");
        table.append("b");
        table.append("c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000000000000003.json.copy",
                "00000000000000000004 (1).json",
                "00000000000000000004.json.tmp",
                "00000000000000000004.json~",
                ".00000000000000000004.json.9f0c.tmp",
                ".00000000000000000003.json.crc",
                "_commit_00000000000000000004.json.tmp",
                "00000000000000000004.JSON",
                "4.json",
                "000000000000000000004.json",
                "99999999999999999999.json",
                "-0000000000000000004.json",
                "00000000000000000002.checkpoint.parquet.tmp",
                "00000000000000000003.checkpoint.0000000002.0000000001.parquet",
                "00000000000000000002.compacted.json",
                "00000000000000000009.crc",
                "_last_checkpoint.tmp",
                ".DS_Store",
                "_SUCCESS",
                "desktop.ini",
                "größe.json"
            })
    void whatIsNoFileOfTheLogIsPassedOver(String name) throws IOException {
        Files.writeString(log.resolve(name), "not of this table");

        assertThat(TestTable.paths(table.log().latestSnapshot())).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(table.append("d").version()).isEqualTo(4);
        assertThat(table.log().checkpoint(table.log().latestSnapshot())).isTrue();
        assertThat(TestTable.paths(table.log().latestSnapshot())).containsExactlyInAnyOrder("a", "b", "c", "d");
        table.log().cleanUpLog();
        assertThat(log.resolve(name)).hasContent("not of this table");
    }

    @ParameterizedTest
    @ValueSource(strings = {"_commits", "_staged_commits", "00000000000000000003.checkpoint.parquet", "_sidecars", "x"})
    void foldersAreNoFiles(String name) throws IOException {
        Files.createDirectory(log.resolve(name));
        assertThat(TestTable.paths(table.log().latestSnapshot())).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(table.append("d").version()).isEqualTo(4);
    }

    static Stream<byte[]> damaged() {
        byte[] text = "{\"add\":{\"path\":\"x?\",\"partitionValues\":{},\"size\":1}}\n".getBytes(UTF_8);
        byte[] notUtf8 = text.clone();
        notUtf8[new String(text, UTF_8).indexOf('?')] = (byte) 0xff;
        return Stream.of(
                new byte[0],
                "{\"commitInfo\":{}}\n{\"add\":{\"path\":\"x\",\"partitionVal".getBytes(UTF_8),
                "not even JSON\n".getBytes(UTF_8),
                "[]\n".getBytes(UTF_8),
                new byte[2_000],
                notUtf8);
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void aDamagedCommitIsOneErrorAndNothingIsWritten(byte[] content) throws IOException {
        Files.write(log.resolve(LAST_COMMIT), content);
        Map<String, Long> before = sizes();

        for (Runnable use : List.<Runnable>of(
                () -> TestTable.paths(table.log().latestSnapshot()),
                () -> table.log().checkpoint(table.log().latestSnapshot()))) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("version=3")
                    .hasMessageContaining("file=" + LAST_COMMIT);
        }

        assertThat(sizes()).isEqualTo(before);
        assertThat(TestTable.paths(table.log().snapshotAt(2))).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aCheckpointThatWasCutShortIsPassedOver() throws IOException {
        table.log().checkpoint(table.log().latestSnapshot());
        Path checkpoint = log.resolve("00000000000000000003.checkpoint.parquet");
        byte[] whole = Files.readAllBytes(checkpoint);
        for (int length : new int[] {0, 4, whole.length / 2, whole.length - 1}) {
            Files.write(checkpoint, Arrays.copyOf(whole, length));
            assertThat(TestTable.paths(table.log().latestSnapshot()))
                    .as("cut to %d bytes", length)
                    .containsExactlyInAnyOrder("a", "b", "c");
        }
        assertThat(table.append("d").version()).isEqualTo(4);
    }

    private Map<String, Long> sizes() throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.list(log)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                sizes.put(file.getFileName().toString(), Files.size(file));
            }
        }
        return sizes;
    }
}
