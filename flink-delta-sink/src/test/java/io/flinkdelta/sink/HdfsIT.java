/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.read.TableRows;
import io.flinkdelta.log.DeltaLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The sink on a real HDFS. */
@ExtendWith(TestCluster.class)
class HdfsIT {
    private static MiniDFSCluster hdfs;

    @TempDir
    private static Path hdfsFolder;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startHdfs() throws Exception {
        Configuration hadoop = new HdfsConfiguration();
        hdfs = new MiniDFSCluster.Builder(hadoop, hdfsFolder.toFile())
                .numDataNodes(1)
                .build();
        hdfs.waitActive();
    }

    @AfterAll
    static void stopHdfs() {
        hdfs.shutdown();
    }

    @Test
    void eachRowOnceOverAFailover(MiniCluster cluster) throws Exception {
        String table = hdfs.getURI() + "/tables/Größe, 1";
        FailOnce.ARMED.set(true);
        DeltaSink sink =
                DeltaSink.forRowData(table, TestRows.TYPE).partitionBy("part").build();

        new TestJob(folder)
                .rows(300)
                .rowsPerCheckpoint(60)
                .mapping(new FailOnce(170))
                .into(sink)
                .start(cluster)
                .finish();

        assertThat(FailOnce.ARMED).isFalse();
        assertThat(rows(table)).isEqualTo(sorted(TestRows.texts(LongStream.range(0, 300))));
    }

    @Test
    void noPermissionIsAnErrorThatEndsTheJob(MiniCluster cluster) throws Exception {
        String table = hdfs.getURI() + "/forbidden/table";
        FileSystem files = hdfs.getFileSystem();
        files.mkdirs(new org.apache.hadoop.fs.Path("/forbidden"), new FsPermission((short) 0755));
        UserGroupInformation before = UserGroupInformation.getLoginUser();
        UserGroupInformation.setLoginUser(UserGroupInformation.createRemoteUser("somebody"));
        try {
            DeltaSink sink = DeltaSink.forRowData(table, TestRows.TYPE).build();

            Throwable failure = new TestJob(folder).into(sink).start(cluster).failure();

            assertThat(failure)
                    .hasStackTraceContaining("The failure is not recoverable")
                    .hasStackTraceContaining("ermission denied")
                    .hasStackTraceContaining("table=" + table);
        } finally {
            UserGroupInformation.setLoginUser(before);
        }
        assertThat(files.listStatus(new org.apache.hadoop.fs.Path("/forbidden")))
                .isEmpty();
    }

    private static List<String> rows(String path) {
        DeltaLog log = DeltaLog.forTable(path, new Configuration());
        List<String> rows = new ArrayList<>();
        try (TableRows all = TableRows.read(log.storage(), log.latestSnapshot())) {
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
