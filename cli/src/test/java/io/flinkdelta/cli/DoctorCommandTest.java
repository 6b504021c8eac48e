/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aLocationThatKeepsEverythingIsSaidToAndLeftAsItWas() throws IOException {
        Files.createDirectory(folder.resolve("t"));
        for (String place : List.of("t", "not/there")) {
            Outcome outcome = Outcome.of("doctor", folder.resolve(place));
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.lines()).hasSize(9);
            assertThat(outcome.lines().subList(0, 8)).allMatch(line -> line.startsWith("ok  "));
            assertThat(outcome.lines().get(2)).contains("20 races of 8 writers: 0 without exactly one winner");
            assertThat(outcome.lines().get(8)).startsWith("Tables can be written at " + folder.resolve(place));
        }
        try (Stream<Path> left = Files.list(folder.resolve("t"))) {
            assertThat(left).isEmpty();
        }
        assertThat(folder.resolve("not")).doesNotExist();
    }

    @Test
    void aFileInTheWayIsOneErrorAndStays() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        Outcome outcome = Outcome.of("doctor", file.resolve("table"));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains("there is a file where a folder is needed");
        assertThat(file).hasContent("text");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/proc/x | its folder cannot be made | Put the table on another file system.",
                "ftp://no-such-host.invalid/x | The host in the path of the table is unknown | Correct the path",
                "ftp://127.0.0.1:1/x | Connection refused | Check that the storage can be reached",
                "http://127.0.0.1:1/x | can be read but not written | Put the table on file:, hdfs:, s3a:",
            })
    @EnabledOnOs(OS.LINUX)
    void whereNoTableCanBeOneErrorSaysWhatToDo(String location, String problem, String remedy) {
        Outcome outcome = Outcome.of("doctor", location);
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains(problem, remedy, "table=" + location).doesNotContain("VACUUM");
    }

    @Test
    void aRefusedLocationNamesWhatToSet() {
        Outcome outcome = Outcome.of("doctor", folder, "-D", "delta.logStore.file.impl=com.acme.NoSuchStore");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains("com.acme.NoSuchStore", "delta.logStore.file.impl");
        assertThat(folder).isEmptyDirectory();
    }

    /** A file system whose jar needs another one. */
    public static final class LackingFileSystem extends RawLocalFileSystem {
        @Override
        public void initialize(URI uri, Configuration hadoop) {
            throw new NoClassDefFoundError("com/acme/Client");
        }
    }

    @Test
    void aMissingJarIsOneErrorWithWhereToPutIt() {
        Outcome outcome =
                Outcome.of("doctor", "acme://bucket/t", "-D", "fs.acme.impl=" + LackingFileSystem.class.getName());
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains("com.acme.Client", "FLINK_DELTA_CLASSPATH");
    }
}
