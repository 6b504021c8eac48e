/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableToStreamTest {
    @Test
    void readsWhatTableFromJavaHasMade(@TempDir Path folder) throws Exception {
        String table = folder.resolve("table").toString();
        try (DeltaLog log = DeltaLog.forTable(table, new Configuration())) {
            new TableFromJava(log).run(line -> {});
        }
        List<String> out = new ArrayList<>();
        TableToStream example = new TableToStream(table);
        example.run(out::add);

        assertThat(out)
                .containsExactlyInAnyOrder(
                        "row 2",
                        "row 3",
                        "row 4",
                        "cheap DE 20",
                        "cheap DE 30",
                        "version 1: +I1",
                        "version 1: +I2",
                        "version 1: +I3",
                        "version 2: +I4",
                        "version 3: -D1");
        assertThat(example.rows().getBoundedness()).isEqualTo(Boundedness.BOUNDED);
        assertThat(example.rowsAndNewRows().getBoundedness()).isEqualTo(Boundedness.CONTINUOUS_UNBOUNDED);
    }
}
