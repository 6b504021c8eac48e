/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static io.flinkdelta.log.store.LogStoreContract.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableStorageTest {
    private final Configuration hadoop = new Configuration();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"%s/t", "%s/t/", "%s//t", "%s/x/../t", "file:%s/t", "file://%s/t/", "file://%s//t//"})
    void localPaths(String pattern) throws IOException {
        TableStorage storage = open(String.format(pattern, folder));
        assertThat(storage.tablePath()).isEqualTo(folder + "/t");
        assertThat(storage.context()).hasToString("table=" + folder + "/t");
        assertThat(storage.log().location()).isEqualTo("file:" + folder + "/t/_delta_log");
        assertThat(storage.data().location()).isEqualTo("file:" + folder + "/t");
        assertThat(put(storage.log(), "0.json", "commit")).isEqualTo(PutOutcome.CREATED);
        DataStoreContract.write(storage.data(), "a/b", "data");
        assertThat(LocalDataStoreTest.filesUnder(folder.resolve("t"))).containsExactly("_delta_log/0.json", "a/b");
    }

    /** As Spark: what looks percent-encoded is the name itself, in a URI too. */
    @ParameterizedTest
    @ValueSource(strings = {"a b", "a%20b", "a%b", "a#b", "a?b", "a+b&c=d", "\u00e9\u4e2d", "a'\"b", "x:y", "{a,b}*"})
    void pathsAreNotDecoded(String name) throws IOException {
        for (String path :
                List.of(folder + "/" + name, "file:" + folder + "/" + name, "file://" + folder + "/" + name)) {
            TableStorage storage = open(path);
            assertThat(storage.tablePath()).isEqualTo(folder + "/" + name);
            storage.log().overwrite("hint", out -> {});
            assertThat(folder.resolve(name).resolve("_delta_log/hint")).exists();
            assertThat(new org.apache.hadoop.fs.Path(path)
                            .getFileSystem(hadoop)
                            .exists(new org.apache.hadoop.fs.Path(path)))
                    .isTrue();
        }
    }

    @Test
    void relativePathsStartAtTheWorkingDirectory() {
        assertThat(open("target/t").tablePath())
                .isEqualTo(Path.of("target/t").toAbsolutePath().toString());
        assertThat(open("./target/t").tablePath())
                .isEqualTo(Path.of("target/t").toAbsolutePath().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "foo://bucket/t", "file://tmp/t", "a:b", "hdfs://no.such.host.invalid/t", ":"})
    void unusablePaths(String path) {
        assertThatThrownBy(() -> open(path))
                .isInstanceOfSatisfying(
                        InvalidRequestException.class,
                        e -> assertThat(e.remedy()).isNotBlank())
                .hasMessageContaining("[table=" + path + "]");
    }

    @Test
    void unknownSchemeIsNamed() {
        assertThatThrownBy(() -> open("foo://bucket/t")).hasMessageContaining("No FileSystem for scheme \"foo\"");
        assertThatThrownBy(() -> open("s3a://bucket/t"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("S3AFileSystem not found. [table=s3a://bucket/t, option=fs.s3a.impl]");
    }

    @Test
    void defaultFileSystemTakesPathsWithoutAScheme() {
        hadoop.set("fs.defaultFS", "webhdfs://localhost:1");
        assertThat(open("/a/t").tablePath()).isEqualTo("webhdfs://localhost:1/a/t");
        assertThat(open("file:/a/t").tablePath()).isEqualTo("/a/t");
    }

    @Test
    void hdfsIsOpenedWithoutAConnection() {
        TableStorage storage = open("hdfs://localhost:1/a b/t/");
        assertThat(storage.tablePath()).isEqualTo("hdfs://localhost:1/a b/t");
        assertThat(storage.log()).isInstanceOf(HdfsLogStore.class);
        assertThat(storage.log().location()).isEqualTo("hdfs://localhost:1/a b/t/_delta_log");
    }

    @Test
    void aLoginInThePathIsNotShown() {
        TableStorage storage = open("hdfs://user:a-password@localhost:1/t");
        assertThat(storage.tablePath()).isEqualTo("hdfs://localhost:1/t");
        assertThat(storage.log().location()).isEqualTo("hdfs://localhost:1/t/_delta_log");
        assertThat(open("hdfs://localhost:1/a:b@c/t").tablePath()).isEqualTo("hdfs://localhost:1/a:b@c/t");
        assertThatThrownBy(() -> open("foo://user:a-password@bucket/t"))
                .hasMessageContaining("[table=foo://bucket/t]")
                .hasMessageNotContaining("a-password");
    }

    @Test
    void schemesWithoutAGuaranteeAreReadOnly() {
        TableStorage storage = open("webhdfs://localhost:1/t");
        for (Write write : writes(storage)) {
            assertThatThrownBy(write::run)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("webhdfs: can be read but not written")
                    .hasMessageContaining("table=webhdfs://localhost:1/t")
                    .hasMessageContaining("delta.logStore.webhdfs.impl=io.delta.storage.HDFSLogStore");
        }
    }

    @Test
    void aSchemeMayBeDeclaredToBeLikeHdfs() {
        for (String key : List.of("delta.logStore.webhdfs.impl", "spark.delta.logStore.webhdfs.impl")) {
            Configuration declared = new Configuration(hadoop);
            declared.set(key, "io.delta.storage.HDFSLogStore");
            assertThat(TableStorage.open("webhdfs://localhost:1/t", declared).log())
                    .isInstanceOfSatisfying(
                            ProbedLogStore.class,
                            probed -> assertThat(probed.log()).isInstanceOf(HdfsLogStore.class));
        }
    }

    @Test
    void aLogStoreThatGuardsTheTableElsewhereIsNotIgnored() throws IOException {
        TableStorage before = open(folder + "/t");
        put(before.log(), "0.json", "commit");
        DataStoreContract.write(before.data(), "x", "data");

        hadoop.set("spark.delta.logStore.file.impl", "com.acme.LockingLogStore");
        TableStorage storage = open(folder + "/t");
        assertThat(LogStoreContract.text(storage.log(), "0.json")).hasValue("commit");
        assertThat(storage.log().open("0.json")).isPresent();
        assertThat(LogStoreContract.names(storage.log(), "")).containsExactly("0.json");
        assertThat(DataStoreContract.read(storage.data(), "x")).isEqualTo("data");
        assertThat(storage.data().modificationTime("x")).isPositive();
        for (Write write : writes(storage)) {
            assertThatThrownBy(write::run)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("com.acme.LockingLogStore")
                    .hasMessageContaining("spark.delta.logStore.file.impl");
        }
        hadoop.set("spark.delta.logStore.file.impl", "io.delta.storage.LocalLogStore");
        assertThat(open(folder + "/t").log()).isInstanceOf(LocalLogStore.class);
        hadoop.set("spark.delta.logStore.class", "com.acme.LockingLogStore");
        assertThat(open(folder + "/t").log()).isInstanceOf(LocalLogStore.class);
        assertThatThrownBy(() -> put(open("hdfs://localhost:1/t").log(), "0.json", ""))
                .hasMessageContaining("spark.delta.logStore.class");
    }

    @Test
    void viewfsIsWhatLiesBehindItsMountPoint() throws IOException {
        Path mounted = Files.createDirectory(folder.resolve("mounted"));
        hadoop.set("fs.viewfs.mounttable.c.link./data", "file://" + mounted);
        TableStorage storage = open("viewfs://c/data/deep/t");
        assertThat(storage.tablePath()).isEqualTo("viewfs://c/data/deep/t");
        assertThat(storage.log()).isInstanceOf(LocalLogStore.class);
        put(storage.log(), "0.json", "commit");
        DataStoreContract.write(storage.data(), "x", "data");
        assertThat(LocalDataStoreTest.filesUnder(mounted)).containsExactly("deep/t/_delta_log/0.json", "deep/t/x");
        assertThat(DataStoreContract.read(storage.data(), "viewfs://c/data/deep/t/x"))
                .isEqualTo("data");
        assertThatThrownBy(() -> put(open("viewfs://c/elsewhere").log(), "0.json", ""))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("viewfs: can be read but not written");
    }

    private TableStorage open(String path) {
        return TableStorage.open(path, hadoop);
    }

    private static List<Write> writes(TableStorage storage) {
        return List.of(
                () -> storage.log().putIfAbsent("0.json", out -> {}),
                () -> storage.log().overwrite("_last_checkpoint", out -> {}),
                () -> storage.data().create("x").create(0),
                () -> storage.data().delete("x"));
    }

    private interface Write {
        void run() throws IOException;
    }
}
