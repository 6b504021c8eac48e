/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFromJavaTest {
    @Test
    void writesHidesAndReadsWhatItSays(@TempDir Path folder) {
        List<String> out = new ArrayList<>();
        try (DeltaLog log = DeltaLog.forTable(folder.resolve("table").toString(), new Configuration())) {
            new TableFromJava(log).run(out::add);

            assertThat(out).containsExactly("row 2", "row 3", "files of the log that were deleted: 0");
            assertThat(log.latestSnapshot().version()).isEqualTo(3);
            List<Long> ids = new ArrayList<>();
            new TableFromJava(log).read("amount >= 40", row -> ids.add(row.getLong(0)));
            assertThat(ids).containsExactly(4L);
        }
    }
}
