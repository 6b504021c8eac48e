/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static io.flinkdelta.log.store.LogStoreContract.put;
import static io.flinkdelta.log.store.LogStoreContract.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.storage.HDFSLogStore;
import io.delta.storage.LocalLogStore;
import io.delta.storage.S3SingleDriverLogStore;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Log stores of Delta's own, and of users, under the contract of ours. */
class PluginLogStoreIT {
    private static final String COMMIT = "00000000000000000000.json";

    @TempDir
    java.nio.file.Path folder;

    /** One store on one file system. */
    abstract static class OnHadoop implements LogStoreContract, LogStoreRaceContract {
        /** One for all, since Delta's local store keeps apart the threads that share an instance, and no others. */
        private LogStorePlugin plugin;

        abstract Class<?> type();

        abstract Path table();

        abstract Configuration hadoop();

        @Override
        public LogStore newStore() throws IOException {
            Path log = new Path(table(), "_delta_log");
            try {
                if (plugin == null) {
                    plugin = LogStorePlugin.load(type().getName(), hadoop());
                }
                return new PluginLogStore(
                        log,
                        plugin,
                        TableStorage.open(table().toString(), hadoop()).log());
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }

        /** Delta's stores compare names as Java's strings; those in a log are ASCII, for which it is the same. */
        @Test
        @Override
        public void listingIsInTheOrderOfUtf8BytesAndStartsAtTheFirstName() throws IOException {
            LogStore store = newStore();
            List<String> ordered = List.of("00", "01", "1", "A", "_last", "a", "ab");
            for (String name : List.of("ab", "1", "_last", "00", "A", "a", "01")) {
                put(store, name, name);
            }
            assertThat(LogStoreContract.names(store, "")).isEqualTo(ordered);
            assertThat(LogStoreContract.names(store, "a")).isEqualTo(ordered.subList(5, 7));
            assertThat(LogStoreContract.names(store, "aa")).isEqualTo(ordered.subList(6, 7));
            assertThat(LogStoreContract.names(store, "b")).isEmpty();
        }

        /** Without the checksums that Hadoop's local file system leaves. */
        @Override
        public List<String> everything() throws IOException {
            Path log = new Path(table(), "_delta_log");
            FileSystem files = log.getFileSystem(hadoop());
            List<String> found = new ArrayList<>();
            if (files.exists(log)) {
                RemoteIterator<LocatedFileStatus> statuses = files.listFiles(log, true);
                while (statuses.hasNext()) {
                    String name = statuses.next().getPath().getName();
                    if (!name.endsWith(".crc")) {
                        found.add(name);
                    }
                }
            }
            return found.stream().sorted().toList();
        }
    }

    @Nested
    class LocalStoreOnLocalFiles extends OnHadoop {
        private final Configuration hadoop = new Configuration();

        @Override
        Class<?> type() {
            return LocalLogStore.class;
        }

        @Override
        Path table() {
            return new Path("file:" + folder + "/t");
        }

        @Override
        Configuration hadoop() {
            return hadoop;
        }
    }

    @Nested
    class HdfsStoreOnHdfs extends OnHadoop {
        private static MiniDFSCluster cluster;
        private final String table = "/tables/" + UUID.randomUUID();

        @Override
        Class<?> type() {
            return HDFSLogStore.class;
        }

        @Override
        Path table() {
            try {
                return new Path(cluster.getFileSystem().getUri() + table);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        Configuration hadoop() {
            return cluster.getConfiguration(0);
        }

        @BeforeAll
        static void start(@TempDir java.nio.file.Path data) throws IOException {
            cluster = new MiniDFSCluster.Builder(new Configuration(), data.toFile())
                    .numDataNodes(1)
                    .build();
            cluster.waitActive();
        }

        @AfterAll
        static void stop() {
            cluster.shutdown();
        }
    }

    @Nested
    class SingleDriverStoreOnS3 extends OnHadoop {
        private static S3Server server;
        private final String table = server.table("tables/" + UUID.randomUUID());
        private final Configuration hadoop = server.hadoop();

        @Override
        Class<?> type() {
            return S3SingleDriverLogStore.class;
        }

        @Override
        Path table() {
            return new Path(table);
        }

        @Override
        Configuration hadoop() {
            return hadoop;
        }

        @BeforeAll
        static void start() throws Exception {
            server = new S3Server();
        }

        @AfterAll
        static void stop() {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delta.logStore.file.impl",
                "spark.delta.logStore.file.impl",
                "delta.logStore.class",
                "spark.delta.logStore.class"
            })
    void everyKeyThatSparkUsersKnowNamesTheStore(String key) throws IOException {
        Configuration hadoop = new Configuration();
        hadoop.set(key, Scripted.class.getName());
        TableStorage storage = TableStorage.open(folder + "/t", hadoop);
        assertThat(storage.log())
                .isInstanceOfSatisfying(
                        ProbedLogStore.class, probed -> assertThat(probed.log()).isInstanceOf(PluginLogStore.class));
        assertThat(put(storage.log(), COMMIT, "{}\n")).isEqualTo(PutOutcome.CREATED);
        assertThat(put(storage.log(), COMMIT, "{}\n")).isEqualTo(PutOutcome.EXISTS);
        assertThat(text(storage.log(), COMMIT)).hasValue("{}\n");
    }

    @Test
    void whatThePluginThrowsIsTheOutcome() throws IOException {
        Configuration hadoop = new Configuration();
        hadoop.set("delta.logStore.class", Scripted.class.getName());
        LogStore store = TableStorage.open(folder + "/t", hadoop).log();
        for (String exception : List.of("io", "runtime")) {
            hadoop.set("scripted", exception);
            assertThat(put(store, COMMIT, "{}\n")).isEqualTo(PutOutcome.UNKNOWN);
        }
        hadoop.set("scripted", "denied");
        assertThatThrownBy(() -> put(store, COMMIT, "{}\n")).isInstanceOf(AccessDeniedException.class);
    }

    @Test
    void aStoreThatReplacesIsFoundBeforeThereIsATable() {
        Configuration hadoop = new Configuration();
        hadoop.set("delta.logStore.file.impl", Scripted.class.getName());
        hadoop.set("scripted", "lie");
        try (DeltaLog log = DeltaLog.forTable(folder + "/t", hadoop)) {
            assertThatThrownBy(() -> log.newTable(Operation.CREATE_TABLE)
                            .metadata(TestTable.metadata(Map.of()))
                            .commit())
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("does not keep writers apart")
                    .hasMessageContaining("table=" + folder + "/t")
                    .hasMessageContaining("delta.logStore.file.impl=" + Scripted.class.getName())
                    .hasMessageContaining("secondPut=CREATED");
            assertThat(folder.resolve("t")).doesNotExist();

            hadoop.unset("scripted");
            log.newTable(Operation.CREATE_TABLE)
                    .metadata(TestTable.metadata(Map.of()))
                    .commit();
            assertThat(folder.resolve("t").toFile().list()).containsExactly("_delta_log");
        }
    }

    @Test
    void aClassThatCannotBeUsedIsOneClearError() {
        for (String name : List.of("com.acme.NoSuchStore", "java.lang.String")) {
            Configuration hadoop = new Configuration();
            hadoop.set("delta.logStore.file.impl", name);
            LogStore store = TableStorage.open(folder + "/t", hadoop).log();
            assertThatThrownBy(() -> put(store, COMMIT, "{}\n"))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("The log store " + name)
                    .hasMessageContaining("cannot be loaded")
                    .hasMessageContaining("delta.logStore.file.impl=" + name);
        }
        assertThat(folder.resolve("t")).doesNotExist();
    }

    /** A user's store, which fails as its option says. */
    public static final class Scripted extends HDFSLogStore {
        public Scripted(Configuration hadoop) {
            super(hadoop);
        }

        @Override
        public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration hadoop)
                throws IOException {
            switch (hadoop.get("scripted", "")) {
                case "io" -> throw new IOException("scripted");
                case "runtime" -> throw new IllegalStateException("scripted");
                case "lie" -> super.write(path, actions, true, hadoop);
                case "denied" -> throw new AccessDeniedException("scripted");
                default -> super.write(path, actions, overwrite, hadoop);
            }
        }
    }
}
