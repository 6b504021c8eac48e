/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.benchmarks.table.LargeTable;
import io.flinkdelta.benchmarks.table.LargeTableLog;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeTableTest {
    private final LargeTable table = new LargeTable(1_000, 10);

    @Test
    void filesAreTheSameEachTimeAndDiffer() {
        assertThat(table.file(7)).isEqualTo(new LargeTable(1_000, 10).file(7));
        Set<String> paths =
                LongStream.range(0, 1_000).mapToObj(n -> table.file(n).path()).collect(Collectors.toSet());
        assertThat(paths).hasSize(1_000);
        assertThat(table.file(999).stats().orElseThrow()).hasSizeBetween(450, 600);
        assertThat(LongStream.range(0, 1_000).mapToObj(table::day).distinct()).hasSize(10);
    }

    @Test
    void theLogHoldsThemAll(@TempDir Path folder) throws IOException {
        for (int parts : new int[] {1, 3}) {
            LargeTableLog written = new LargeTableLog(table, parts, 5, 20);
            Path path = folder.resolve("parts-" + parts);
            written.writeTo(path, Map.of());
            try (DeltaLog log = DeltaLog.forTable(path.toString(), new Configuration(false))) {
                Snapshot snapshot = log.latestSnapshot();
                assertThat(snapshot.version()).isEqualTo(written.version());
                try (Stream<AddFile> files = snapshot.files()) {
                    assertThat(files.map(AddFile::path).distinct()).hasSize((int) written.files());
                }
            }
            written.writeTo(path, Map.of());
        }
    }
}
