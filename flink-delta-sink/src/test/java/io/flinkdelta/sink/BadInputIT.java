/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static io.flinkdelta.sink.TestTable.assertRows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.store.LogOperation;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What no restart mends: one clear error, the job has failed, and the table is as it was. */
@ExtendWith(TestCluster.class)
class BadInputIT {
    private static final String FIRST_COMMIT = "00000000000000000000.json";

    @TempDir
    private Path folder;

    private TestTable table;

    @BeforeEach
    void open() {
        table = new TestTable(folder.resolve("table"));
    }

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void noPermissionToWriteDataFiles(MiniCluster cluster) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        table.data().failCreate(0, Integer.MAX_VALUE, () -> {
            attempts.incrementAndGet();
            return new AccessDeniedException("part=x");
        });

        assertFails(job().parallelism(1), cluster, "permission denied", "part=x", "Grant the user");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void noPermissionToWriteTheLog(MiniCluster cluster) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        table.log().on(LogOperation.PUT, "00000000000000000001.json").always().failBefore(() -> {
            attempts.incrementAndGet();
            return new AccessDeniedException("_delta_log");
        });

        Throwable failure = job().start(cluster).failure();

        assertThat(failure)
                .hasStackTraceContaining("The failure is not recoverable")
                .hasStackTraceContaining("ermission denied")
                .hasStackTraceContaining("table=" + table.path());
        assertThat(attempts).hasValue(1);
        assertThat(table.snapshot().version()).isZero();
    }

    @Test
    void aFullDisk(MiniCluster cluster) throws Exception {
        table.data().failClose(0, Integer.MAX_VALUE, () -> new IOException("No space left on device"));

        assertFails(job(), cluster, "storage of the table is full", "No space left on device", "Free space");
    }

    @Test
    void aPathThatIsAFile(MiniCluster cluster) throws Exception {
        Files.writeString(table.path(), "not a folder");

        assertThatThrownBy(() -> table.sink().build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("file");
        assertThat(unchecked().start(cluster).failure())
                .hasStackTraceContaining("The failure is not recoverable")
                .hasStackTraceContaining("table=" + table.path());
        assertThat(table.path()).hasContent("not a folder");
    }

    @Test
    void aFolderOfOtherFiles(MiniCluster cluster) throws Exception {
        Files.createDirectories(table.path());
        Files.writeString(table.path().resolve("a.parquet"), "something");

        assertThatThrownBy(() -> table.sink().build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("holds files, and no table")
                .hasMessageContaining("a.parquet");
        assertFails(unchecked(), cluster, "holds files, and no table");
    }

    @Test
    void aTableWithAnUnsupportedFeature(MiniCluster cluster) throws Exception {
        writeLog(
                "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[],"
                        + "\"writerFeatures\":[\"fromTheFuture\"]}}",
                metadata("{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[]}"));

        assertThatThrownBy(() -> table.sink().build())
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("fromTheFuture");
        assertFails(unchecked(), cluster, "fromTheFuture");
    }

    @Test
    void aTableOfAnotherSchema(MiniCluster cluster) throws Exception {
        writeLog(
                "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}",
                metadata("{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"id\\\",\\\"type\\\":"
                        + "\\\"integer\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}]}"));

        assertThatThrownBy(() -> table.sink().build())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("id")
                .hasMessageContaining("| integer | type differs");
        assertFails(unchecked(), cluster, "| integer | type differs", "partition columns differ", "version=0");
    }

    @Test
    void aBrokenLog(MiniCluster cluster) throws Exception {
        writeLog("{\"protocol\":{\"minReaderVersion\":1,", "not even JSON");

        assertThatThrownBy(() -> table.sink().build()).isInstanceOf(CorruptLogException.class);
        assertFails(unchecked(), cluster, "CorruptLogException", FIRST_COMMIT);
    }

    @Test
    void aRowThatIsNoInsert(MiniCluster cluster) throws Exception {
        TestJob job = job().mapping(row -> {
            row.setRowKind(RowKind.UPDATE_AFTER);
            return row;
        });

        assertFails(job, cluster, "+U (UPDATE_AFTER) came to the sink, which only appends");
    }

    @Test
    void nullInANotNullColumn(MiniCluster cluster) throws Exception {
        TestJob job = job().mapping(row -> new GenericRowData(3));

        assertFails(job, cluster, "column=id", table.path().toString());
    }

    /** A class that is missing, memory that runs out: nothing may swallow it. */
    @Test
    void anErrorOfTheJvmReachesTheJob(MiniCluster cluster) throws Exception {
        table.data().failClose(0, Integer.MAX_VALUE, () -> new NoClassDefFoundError("com/github/luben/zstd/Zstd"));

        Throwable failure = job().start(cluster).failure();

        assertThat(failure).hasStackTraceContaining("NoClassDefFoundError: com/github/luben/zstd/Zstd");
        assertThat(table.snapshot().version()).isZero();
    }

    @Test
    void aColumnThatSomebodyElseAddsMeanwhile(MiniCluster cluster) throws Exception {
        table.log()
                .on(LogOperation.PUT, "00000000000000000002.json")
                .runBefore(() -> change(
                        "\"fields\":[",
                        "\"fields\":["
                                + "{\"name\":\"extra\",\"type\":\"string\",\"nullable\":true,\"metadata\":{}},"));

        Throwable failure = job().start(cluster).failure();

        assertThat(failure)
                .hasStackTraceContaining("The failure is not recoverable")
                .hasStackTraceContaining("extra")
                .hasStackTraceContaining("not in the sink");
        assertThat(table.snapshot().version()).isEqualTo(2);
    }

    @Test
    void aCommentThatSomebodyElseWritesMeanwhileStopsNobody(MiniCluster cluster) throws Exception {
        table.log()
                .on(LogOperation.PUT, "00000000000000000002.json")
                .runBefore(() -> change(
                        "\"name\":\"text\",\"type\":\"string\",\"nullable\":true,\"metadata\":{}",
                        "\"name\":\"text\",\"type\":\"string\",\"nullable\":true,\"metadata\":{\"comment\":\"new\"}"));

        job().start(cluster).finish();

        assertRows(table, LongStream.range(0, 200));
        assertThat(table.snapshot().metadata().schemaString()).contains("\"comment\":\"new\"");
    }

    private void change(String old, String changed) {
        table.foreignCommit(commit -> {
            var before = table.snapshot().metadata();
            assertThat(before.schemaString()).contains(old);
            return commit.metadata(new io.flinkdelta.log.action.Metadata(
                    before.id(),
                    before.name(),
                    before.description(),
                    before.format(),
                    before.schemaString().replace(old, changed),
                    before.partitionColumns(),
                    before.createdTime(),
                    before.configuration()));
        });
    }

    private void assertFails(TestJob job, MiniCluster cluster, String... says) throws Exception {
        if (!Files.exists(table.path())) {
            job().droppingAllRows().start(cluster).finish();
        }
        Map<String, String> before = table.content();

        Throwable failure = job.start(cluster).failure();

        assertThat(failure).hasStackTraceContaining("The failure is not recoverable");
        for (String words : says) {
            assertThat(failure).hasStackTraceContaining(words);
        }
        assertThat(table.content()).isEqualTo(before);
    }

    private TestJob job() {
        return new TestJob(folder).rows(200).into(table.sink().build());
    }

    /** A job whose sink looks at the table only when it runs. */
    private TestJob unchecked() {
        DeltaSink sink = table.sink()
                .option(DeltaSinkOptions.CHECK_TABLE_ON_BUILD, false)
                .build();
        return new TestJob(folder).rows(200).into(sink);
    }

    private void writeLog(String... lines) throws IOException {
        Path log = Files.createDirectories(table.path().resolve("_delta_log"));
        Files.write(log.resolve(FIRST_COMMIT), java.util.List.of(lines));
    }

    private static String metadata(String schema) {
        return "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":\""
                + schema + "\",\"partitionColumns\":[],\"configuration\":{}}}";
    }
}
