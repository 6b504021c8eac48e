/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFolderTest {

    @TempDir
    private Path folder;

    @Test
    void aMissingAnEmptyAndAHiddenOneAreFree() throws IOException {
        TableFolder.requireFree(spec("file:" + folder.resolve("missing")));
        TableFolder.requireFree(spec("file:" + folder));
        Files.writeString(folder.resolve("_SUCCESS"), "");
        TableFolder.requireFree(spec("file:" + folder));
    }

    @Test
    void oneWithFilesIsNot() throws IOException {
        Files.writeString(folder.resolve("a.csv"), "");

        assertThatThrownBy(() -> TableFolder.requireFree(spec("file:" + folder)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("holds files, and no table")
                .hasMessageContaining("a.csv");
    }

    @Test
    void aFileIsNot() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "");

        assertThatThrownBy(() -> TableFolder.requireFree(spec("file:" + file))).hasMessageContaining("is a file");
    }

    @Test
    void aTableThatAnotherSubtaskMakesMeanwhileIsNoHindrance() {
        TableFolder.requireFree(spec("racing:" + folder));

        assertThat(folder.resolve("part-0.parquet")).exists();
    }

    private static SinkSpec spec(String path) {
        return new SinkSpec(
                path,
                TestRows.TYPE,
                List.of(),
                Map.of(),
                Map.of("fs.racing.impl", RacingFileSystem.class.getName(), "fs.racing.impl.disable.cache", "true"),
                SinkSettings.of(new Configuration()),
                "build",
                TableStorage::open);
    }

    /** Somebody makes a table, and a file in it, just before a folder is listed. */
    public static final class RacingFileSystem extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("racing:///");
        }

        @Override
        public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
            Path local = Path.of(path.toUri().getPath());
            Files.createDirectories(local.resolve("_delta_log"));
            Files.writeString(local.resolve("part-0.parquet"), "");
            return super.listStatus(path);
        }
    }
}
