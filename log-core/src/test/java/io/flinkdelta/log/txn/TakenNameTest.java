/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The name of the next commit is taken by what is no commit, so that trying again is of no use. */
@Timeout(60)
class TakenNameTest {
    private static final CreateTable TABLE =
            CreateTable.of(StructType.of(new StructField("id", PrimitiveType.LONG, true)));
    private static final AlterTable CHANGE = new AlterTable.SetProperties(Map.of("own", "x"));

    @TempDir
    private Path table;

    @Test
    void byAFolder() throws IOException {
        try (DeltaLog log = log()) {
            log.createTable(TABLE);
            Files.createDirectory(commit(1));
            assertThatThrownBy(() -> log.alterTable(CHANGE))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("there is a file where a folder is needed, or the reverse")
                    .hasMessageContaining("path=" + commit(1).getFileName());
            assertThat(log.latestSnapshot().version()).isZero();
            Files.delete(commit(1));
            assertThat(log.alterTable(CHANGE).version()).isEqualTo(1);
        }
    }

    @Test
    void byALinkToNowhere() throws IOException {
        try (DeltaLog log = log()) {
            log.createTable(TABLE);
            Files.createSymbolicLink(commit(1), table.resolve("nowhere"));
            assertThatThrownBy(() -> log.alterTable(CHANGE))
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("A commit file of the table is missing")
                    .hasMessageContaining("file=" + commit(1).getFileName());
        }
    }

    @Test
    void ofANewTable() throws IOException {
        try (DeltaLog log = log()) {
            Files.createDirectories(commit(0));
            assertThatThrownBy(() -> log.createTable(TABLE)).isInstanceOf(InvalidRequestException.class);
        }
    }

    private DeltaLog log() {
        return DeltaLog.forTable(table.toString(), new Configuration());
    }

    private Path commit(long version) {
        return table.resolve("_delta_log").resolve(LogFile.commit(version).fileName());
    }
}
