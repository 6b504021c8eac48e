/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flinkdelta.common.read.TableRows;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.testing.CapturedLog;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The sink on S3, by S3A; data files, too. Cloud keys are in no log and no error. */
@ExtendWith(TestCluster.class)
class S3IT {
    private static S3Process s3;

    @TempDir
    private static Path s3Folder;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startS3() throws Exception {
        s3 = new S3Process(s3Folder);
    }

    @AfterAll
    static void stopS3() {
        s3.close();
    }

    @Test
    void eachRowOnceOverAFailoverWithoutASecretInTheLog(MiniCluster cluster) throws Exception {
        String table = s3.table("tables/Größe, 1");
        FailOnce.ARMED.set(true);

        try (CapturedLog log = new CapturedLog()) {
            new TestJob(folder)
                    .rows(300)
                    .rowsPerCheckpoint(60)
                    .mapping(new FailOnce(170))
                    .into(sink(table).partitionBy("part").build())
                    .start(cluster)
                    .finish();
            assertThat(log.text()).contains(table).doesNotContain(S3Process.SECRET);
        }

        assertThat(FailOnce.ARMED).isFalse();
        assertThat(rows(table)).isEqualTo(sorted(TestRows.texts(LongStream.range(0, 300))));
    }

    @Test
    void aDeniedTableIsRefusedWithoutASecretInTheErrorAndTheLog() {
        DeltaSinkBuilder sink = sink(s3.table("denied"))
                .hadoopOption("fs.s3a.secret.key", "a-wrong-secret")
                .hadoopOption("fs.s3a.impl.disable.cache", "true");

        StringWriter said = new StringWriter();
        try (CapturedLog log = new CapturedLog()) {
            InvalidRequestException refused = catchThrowableOfType(InvalidRequestException.class, sink::build);
            assertThat(refused)
                    .hasMessageContaining("permission denied")
                    .hasMessageContaining("table=" + s3.table("denied"));
            refused.printStackTrace(new PrintWriter(said));
            said.append(log.text());
        }

        assertThat(said.toString()).doesNotContain("a-wrong-secret").doesNotContain(S3Process.SECRET);
    }

    private static DeltaSinkBuilder sink(String table) {
        DeltaSinkBuilder sink = DeltaSink.forRowData(table, TestRows.TYPE);
        s3.options().forEach(sink::hadoopOption);
        return sink;
    }

    private static List<String> rows(String path) {
        List<String> rows = new ArrayList<>();
        try (DeltaLog log = DeltaLog.forTable(path, s3.hadoop());
                TableRows all = TableRows.read(log.storage(), log.latestSnapshot())) {
            all.forEachRemaining(row -> rows.add(TestRows.text(row)));
        }
        return sorted(rows);
    }

    private static List<String> sorted(List<String> rows) {
        List<String> sorted = new ArrayList<>(rows);
        Collections.sort(sorted);
        return sorted;
    }
}
