/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.referee.RefereeException;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.interop.referee.SparkTable;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The checksum of each version that we commit tells what Spark finds in the log, and Spark commits on top of it. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class VersionChecksumIT {
    private static final String VERIFY = "spark.databricks.delta.incremental.commit.verify";
    private static final String MISMATCH = "DELTA_TXN_LOG_FAILED_INTEGRITY";

    @Test
    void sparkFindsTheSameAndNoticesAWrongOne(RefereeProcess referee, FlinkCluster flink, @TempDir Path folder)
            throws Exception {
        Path table = folder.resolve("t");
        long ours = commitOfEachKind(new OurWrites(flink, table));
        List<Long> versions = LongStream.rangeClosed(0, ours).boxed().toList();
        assertThat(referee.checksums(table, versions)).doesNotContain(false);

        SparkTable spark = new SparkTable(referee, table);
        spark.run("SET " + VERIFY + "=true");
        try {
            spark.run("DELETE FROM TABLE WHERE id = 5", "UPDATE TABLE SET v = 'spark' WHERE id = 4");
            assertThat(referee.checksums(table, List.of(ours + 1, ours + 2))).containsExactly(true, true);
            new OurWrites(flink, table).append(30, 1);
            long wrong = ours + 3;
            countOneFileMore(table, wrong);
            referee.forget();
            assertThatThrownBy(() -> referee.checksums(table, List.of(wrong)))
                    .isInstanceOf(RefereeException.class)
                    .hasMessageContaining(MISMATCH)
                    .hasMessageContaining("Number of files");
            assertThatThrownBy(() -> spark.run("DELETE FROM TABLE WHERE id = 6"))
                    .hasMessageContaining(MISMATCH);
        } finally {
            spark.run("RESET " + VERIFY);
        }
    }

    /** Files come, go and get deletion vectors, definitions change, applications and domains leave their marks. */
    private static long commitOfEachKind(OurWrites we) throws Exception {
        we.create(CreateTable.of(StructType.of(
                        new StructField("id", PrimitiveType.LONG, true),
                        new StructField("part", PrimitiveType.INTEGER, true),
                        new StructField("v", PrimitiveType.STRING, true)))
                .properties(Map.of(
                        "delta.enableDeletionVectors", "true",
                        "delta.enableRowTracking", "true",
                        "delta.enableInCommitTimestamps", "true")));
        we.append(0, 8);
        we.append(10, 3);
        we.hideRows(2, 0);
        we.alter(new AlterTable.SetProperties(Map.of("delta.feature.v2Checkpoint", "supported")));
        try (DeltaLog log = TableReaders.log(we.table())) {
            log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                    .txn("application", 7)
                    .domainMetadata(new DomainMetadata("kept", "{\"a\":1}", false))
                    .domainMetadata(new DomainMetadata("dropped", "", false))
                    .commit();
            log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                    .domainMetadata(new DomainMetadata("dropped", "", true))
                    .commit();
        }
        we.hideRows(2, 1);
        return we.newest().version();
    }

    private static void countOneFileMore(Path table, long version) throws IOException {
        Path file = table.resolve("_delta_log").resolve(new LogFile.Checksum(version).fileName());
        ObjectMapper json = new ObjectMapper();
        ObjectNode checksum = (ObjectNode) json.readTree(Files.readAllBytes(file));
        checksum.put("numFiles", checksum.path("numFiles").asLong() + 1);
        Files.write(file, json.writeValueAsBytes(checksum));
    }
}
