/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VacuumCommandTest {
    @TempDir
    private Path folder;

    private Path table;

    @BeforeEach
    void create() throws IOException {
        table = folder.resolve("a t");
        try (DeltaLog log = DeltaLog.forTable(table.toString(), new Configuration(false))) {
            log.createTable(CreateTable.of(StructType.of(new StructField("id", PrimitiveType.LONG, true))));
        }
        file("old%20 file", Duration.ofDays(8));
        file("young", Duration.ofHours(5));
        Files.createDirectory(table.resolve("empty"));
    }

    @Test
    void namesThenDeletes() {
        Outcome named = Outcome.of("vacuum", table, "--dry-run");
        assertThat(named.err()).isEmpty();
        assertThat(named.lines())
                .containsExactly(
                        "file:" + table + "/old%20 file",
                        "file:" + table + "/empty",
                        "Would delete 1 files (4 bytes) and 1 empty folders of " + table);
        assertThat(table.resolve("old%20 file")).exists();

        assertThat(Outcome.of("vacuum", table).lines())
                .containsExactly("Deleted 1 files (4 bytes) and 1 empty folders of " + table);
        assertThat(table.resolve("old%20 file")).doesNotExist();
        assertThat(table.resolve("young")).exists();
        assertThat(Outcome.of("history", table).out()).contains("VACUUM END", "VACUUM START");
    }

    @Test
    void aShorterRetentionHasToBeForced() {
        Outcome refused = Outcome.of("vacuum", table, "--retain", "interval 4 hours", "--no-history");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err().lines()).hasSize(1);
        assertThat(refused.err())
                .contains("retention=4 hours", "delta.deletedFileRetentionDuration=168 hours", "--force");
        assertThat(table.resolve("old%20 file")).exists();

        assertThat(Outcome.of("vacuum", table, "--retain", "4", "--force", "--no-history")
                        .lines())
                .containsExactly("Deleted 2 files (8 bytes) and 1 empty folders of " + table);
        assertThat(Outcome.of("history", table).out()).doesNotContain("VACUUM");
    }

    @Test
    void aRetentionThatIsNone() {
        for (String retention : List.of("-1", "soon", "interval 1 month", "")) {
            Outcome refused = Outcome.of("vacuum", table, "--retain", retention);
            assertThat(refused.exitCode()).as(retention).isEqualTo(2);
            assertThat(refused.err()).contains("--retain");
        }
    }

    /** A file system that keeps some files. */
    public static final class KeepingFileSystem extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("acme:///");
        }

        @Override
        public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) throws IOException {
            if (path.getName().startsWith("kept")) {
                throw new AccessControlException("it is not yours");
            }
            return super.delete(path, recursive);
        }
    }

    @Test
    void whatCannotBeDeletedIsOneErrorAfterTheOthersWent() throws IOException {
        file("kept1", Duration.ofDays(8));
        file("kept2", Duration.ofDays(8));
        Outcome outcome = Outcome.of(
                "vacuum",
                "acme:" + table,
                "--no-history",
                "-D",
                "fs.acme.impl=" + KeepingFileSystem.class.getName(),
                "-D",
                "delta.logStore.acme.impl=io.delta.storage.HDFSLogStore");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).contains("Deleted 1 files (4 bytes) and 1 empty folders of acme:" + table);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err())
                .contains(
                        "Cannot delete 2 of the 4 files and folders",
                        "permission denied",
                        "/kept",
                        "Grant the permission to the user of the credentials");
        assertThat(table.resolve("old%20 file")).doesNotExist();
        assertThat(table.resolve("kept1")).exists();
    }

    private void file(String name, Duration age) throws IOException {
        Path file = Files.writeString(table.resolve(name), "text");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    }
}
