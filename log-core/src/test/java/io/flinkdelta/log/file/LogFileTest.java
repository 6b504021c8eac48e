/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.file.LogFile.V2Checkpoint.Encoding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFileTest {
    private static final List<LogFile> ASCENDING = List.of(
            LogFile.commit(3),
            new LogFile.StagedCommit(3, "5d4b1ab2-0f5c-4d2b-8a6f-1f3f4e3f2c1a"),
            new LogFile.Compacted(1, 3),
            new LogFile.Checksum(3),
            LogFile.checkpoint(3),
            new LogFile.MultiPartCheckpoint(3, 1, 2),
            new LogFile.MultiPartCheckpoint(3, 2, 2),
            new LogFile.MultiPartCheckpoint(3, 1, 3),
            new LogFile.V2Checkpoint(3, "80a083e8-7026-4e79-81be-64bd76c43a11", Encoding.JSON),
            new LogFile.V2Checkpoint(3, "80a083e8-7026-4e79-81be-64bd76c43a12", Encoding.PARQUET),
            LogFile.commit(4),
            LogFile.commit(Long.MAX_VALUE));

    @Test
    void namesAreThoseOfTheProtocol() {
        assertThat(ASCENDING)
                .extracting(LogFile::fileName)
                .containsExactly(
                        "00000000000000000003.json",
                        "00000000000000000003.5d4b1ab2-0f5c-4d2b-8a6f-1f3f4e3f2c1a.json",
                        "00000000000000000001.00000000000000000003.compacted.json",
                        "00000000000000000003.crc",
                        "00000000000000000003.checkpoint.parquet",
                        "00000000000000000003.checkpoint.0000000001.0000000002.parquet",
                        "00000000000000000003.checkpoint.0000000002.0000000002.parquet",
                        "00000000000000000003.checkpoint.0000000001.0000000003.parquet",
                        "00000000000000000003.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json",
                        "00000000000000000003.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a12.parquet",
                        "00000000000000000004.json",
                        "09223372036854775807.json");
    }

    @Test
    void parseIsTheInverseOfFileName() {
        for (LogFile file : ASCENDING) {
            assertThat(LogFile.parse(file.fileName())).contains(file);
        }
    }

    @Test
    void theOrderIsVersionThenKind() {
        List<LogFile> shuffled = new ArrayList<>(ASCENDING);
        Collections.reverse(shuffled);
        Collections.sort(shuffled);
        assertThat(shuffled).isEqualTo(ASCENDING);
    }

    @Test
    void listingStartsBelowEveryFileOfItsVersion() {
        for (LogFile file : ASCENDING) {
            if (file.version() == 3 && !(file instanceof LogFile.Compacted)) {
                assertThat(file.fileName()).isGreaterThan(LogFile.listFrom(3)).isLessThan(LogFile.listFrom(4));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "_last_checkpoint",
                "_sidecars",
                ".00000000000000000003.json.crc",
                ".00000000000000000003.json.8a3f.tmp",
                "00000000000000000003.json.tmp",
                "00000000000000000003.json.gz",
                "00000000000000000003",
                "00000000000000000003.",
                "0000000000000000003.json",
                "000000000000000000003.json",
                "-0000000000000000003.json",
                "+0000000000000000003.json",
                "\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0663.json",
                "99999999999999999999.json",
                "00000000000000000003.checkpoint",
                "00000000000000000003.checkpoint.json",
                "00000000000000000003.checkpoint.0000000000.0000000002.parquet",
                "00000000000000000003.checkpoint.0000000003.0000000002.parquet",
                "00000000000000000003.checkpoint.0000000001.9999999999.parquet",
                "00000000000000000003.checkpoint.1.2.parquet",
                "00000000000000000003.00000000000000000001.compacted.json",
                "00000000000000000003.4.compacted.json",
                "00000000000000000003.crc.json.x",
                "00000000000000000003.JSON"
            })
    void otherNamesAreNoLogFiles(String name) {
        assertThat(LogFile.parse(name)).isEmpty();
    }
}
