/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static io.flinkdelta.log.store.LogStoreContract.names;
import static io.flinkdelta.log.store.LogStoreContract.put;
import static io.flinkdelta.log.store.LogStoreContract.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The stores on a real HDFS. */
@TestInstance(Lifecycle.PER_CLASS)
class HdfsLogStoreIT {
    private final Configuration hadoop = new Configuration();
    private MiniDFSCluster cluster;
    private DistributedFileSystem files;

    @BeforeAll
    void startCluster(@TempDir Path folder) throws IOException {
        hadoop.setInt("ipc.client.connect.max.retries", 1);
        hadoop.setInt("ipc.client.connect.retry.interval", 100);
        cluster = new MiniDFSCluster.Builder(hadoop, folder.toFile())
                .numDataNodes(1)
                .build();
        cluster.waitActive();
        files = cluster.getFileSystem();
    }

    @AfterAll
    void stopCluster() {
        cluster.shutdown();
    }

    @Nested
    class Log implements LogStoreContract, LogStoreRaceContract {
        private final org.apache.hadoop.fs.Path table = newTable();

        @Override
        public LogStore newStore() {
            return TableStorage.open(table.toString(), hadoop).log();
        }

        @Override
        public List<String> everything() throws IOException {
            return filesUnder(new org.apache.hadoop.fs.Path(table, "_delta_log"));
        }
    }

    @Nested
    class Data implements DataStoreContract {
        private final org.apache.hadoop.fs.Path table = newTable();

        @Override
        public DataStore newStore() {
            return TableStorage.open(table.toString(), hadoop).data();
        }

        @Override
        public List<String> everything() throws IOException {
            return filesUnder(table);
        }

        @Test
        void whatCannotBeDeletedIsToldAndTheOthersGo() throws IOException {
            DataStoreContract.assertUndeletedIsTold(newStore());
            assertThat(everything()).containsExactly("b/x");
        }
    }

    @Test
    void pathWithoutASchemeIsOnTheDefaultFileSystem() throws IOException {
        TableStorage storage = TableStorage.open("/warehouse/a b%20c", hadoop);
        assertThat(storage.tablePath()).isEqualTo(files.getUri() + "/warehouse/a b%20c");
        put(storage.log(), "0.json", "commit");
        DataStoreContract.write(storage.data(), "x", "data");
        assertThat(filesUnder(new org.apache.hadoop.fs.Path("/warehouse/a b%20c")))
                .containsExactly("_delta_log/0.json", "x");
        assertThat(DataStoreContract.read(storage.data(), "/warehouse/a b%20c/x"))
                .isEqualTo("data");
    }

    @Test
    void renameWhoseAnswerIsLostIsUnknown() throws IOException {
        org.apache.hadoop.fs.Path folder = newFolder();
        LogStore store = new HdfsLogStore(folder, hadoop, (context, from, to, how) -> {
            context.rename(from, to, how);
            throw new IOException("scripted: the answer is lost");
        });
        assertThat(put(store, "a", "1")).isEqualTo(PutOutcome.UNKNOWN);
        assertThat(text(store, "a")).hasValue("1");
    }

    @Test
    void renameThatIsRepeatedAfterALostAnswerIsUnknownAndNoConflict() throws IOException {
        org.apache.hadoop.fs.Path folder = newFolder();
        LogStore store = new HdfsLogStore(folder, hadoop, (context, from, to, how) -> {
            context.rename(from, to, how);
            context.rename(from, to, how);
        });
        assertThat(put(store, "a", "1")).isEqualTo(PutOutcome.UNKNOWN);
        LogStore asExisting = new HdfsLogStore(folder, hadoop, (context, from, to, how) -> {
            context.rename(from, to, how);
            throw new FileAlreadyExistsException("scripted: the second try sees the first one's file");
        });
        assertThat(put(asExisting, "b", "1")).isEqualTo(PutOutcome.UNKNOWN);
    }

    @Test
    void renameThatIsKnownNotToHaveHappenedIsAnError() throws IOException {
        org.apache.hadoop.fs.Path folder = newFolder();
        LogStore store = new HdfsLogStore(folder, hadoop, (context, from, to, how) -> {
            throw new IOException("scripted: not carried out");
        });
        assertThatThrownBy(() -> put(store, "a", "1")).hasMessageContaining("scripted");
        assertThatThrownBy(() -> store.overwrite("a", out -> {})).hasMessageContaining("scripted");
        assertThat(filesUnder(folder)).isEmpty();
    }

    @Test
    void existingFileReportedAsARemoteExceptionIsAConflict() throws IOException {
        org.apache.hadoop.fs.Path folder = newFolder();
        LogStore store = new HdfsLogStore(folder, hadoop, (context, from, to, how) -> {
            throw new RemoteException(FileAlreadyExistsException.class.getName(), to + " is there");
        });
        assertThat(put(store, "a", "1")).isEqualTo(PutOutcome.EXISTS);
        assertThat(filesUnder(folder)).isEmpty();
    }

    @Test
    void nameNodeThatDiesAroundTheRenameMakesItUnknown() throws Exception {
        org.apache.hadoop.fs.Path folder = newFolder();
        LogStore carriedOut = new HdfsLogStore(folder, hadoop, (context, from, to, how) -> {
            context.rename(from, to, how);
            cluster.shutdownNameNode(0);
            throw new IOException("scripted: the answer is lost");
        });
        LogStore notCarriedOut = new HdfsLogStore(folder, hadoop, (context, from, to, how) -> {
            cluster.shutdownNameNode(0);
            context.rename(from, to, how);
        });
        LogStore reader = new HdfsLogStore(folder, hadoop);

        assertThat(put(carriedOut, "a", "1")).isEqualTo(PutOutcome.UNKNOWN);
        assertThatThrownBy(() -> put(reader, "b", "1")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> reader.read("a"))
                .isInstanceOfSatisfying(
                        IOException.class, e -> assertThat(error(e)).isInstanceOf(StorageUnavailableException.class));
        restartNameNode();
        assertThat(text(reader, "a")).hasValue("1");

        assertThat(put(notCarriedOut, "b", "1")).isEqualTo(PutOutcome.UNKNOWN);
        restartNameNode();
        assertThat(reader.read("b")).isEmpty();
        assertThat(names(reader, "")).containsExactly("a");
    }

    @Test
    void permissionDeniedIsAnErrorAndChangesNothing() throws Exception {
        org.apache.hadoop.fs.Path folder = newFolder();
        put(new HdfsLogStore(folder, hadoop), "a", "1");
        files.setPermission(folder, new FsPermission((short) 0755));
        UserGroupInformation.createRemoteUser("eve").doAs((PrivilegedExceptionAction<Void>) () -> {
            LogStore store = new HdfsLogStore(folder, hadoop);
            assertThat(text(store, "a")).hasValue("1");
            assertThatThrownBy(() -> put(store, "b", "1"))
                    .isInstanceOfSatisfying(
                            AccessControlException.class,
                            e -> assertThat(error(e))
                                    .isInstanceOf(InvalidRequestException.class)
                                    .hasMessageContaining("permission denied")
                                    .hasMessageContaining("user=eve"));
            assertThatThrownBy(() -> store.overwrite("a", out -> {})).isInstanceOf(AccessControlException.class);
            return null;
        });
        assertThat(filesUnder(folder)).containsExactly("a");
    }

    @Test
    void exhaustedQuotaIsAnErrorAndChangesNothing() throws IOException {
        org.apache.hadoop.fs.Path folder = newFolder();
        LogStore store = new HdfsLogStore(folder, hadoop);
        put(store, "a", "1");
        files.setQuota(folder, 2, HdfsConstants.QUOTA_DONT_SET);
        assertThatThrownBy(() -> put(store, "b", "1"))
                .isInstanceOfSatisfying(
                        IOException.class,
                        e -> assertThat(error(e))
                                .isInstanceOf(StorageUnavailableException.class)
                                .hasMessageContaining("no space is left"));
        assertThat(filesUnder(folder)).containsExactly("a");
    }

    @Test
    void safeModeIsAnErrorAndChangesNothing() throws IOException {
        org.apache.hadoop.fs.Path folder = newFolder();
        LogStore store = new HdfsLogStore(folder, hadoop, (context, from, to, how) -> {
            files.setSafeMode(SafeModeAction.ENTER);
            try {
                context.rename(from, to, how);
            } finally {
                files.setSafeMode(SafeModeAction.LEAVE);
            }
        });
        assertThatThrownBy(() -> put(store, "a", "1")).hasMessageContaining("safe mode");
        assertThat(filesUnder(folder)).isEmpty();
    }

    private static DeltaException error(IOException failure) {
        return StorageErrors.of(failure, ErrorContext.none(), "file", "write the file");
    }

    private void restartNameNode() throws IOException {
        cluster.restartNameNode(0, true);
        files = cluster.getFileSystem();
    }

    private org.apache.hadoop.fs.Path newTable() {
        return new org.apache.hadoop.fs.Path(files.getUri() + "/tables/" + UUID.randomUUID());
    }

    private org.apache.hadoop.fs.Path newFolder() {
        return new org.apache.hadoop.fs.Path(newTable(), "_delta_log");
    }

    private List<String> filesUnder(org.apache.hadoop.fs.Path folder) throws IOException {
        if (!files.exists(folder)) {
            return List.of();
        }
        String prefix = files.makeQualified(folder).toUri().getPath() + "/";
        List<String> found = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> statuses = files.listFiles(folder, true);
        while (statuses.hasNext()) {
            found.add(statuses.next().getPath().toUri().getPath().substring(prefix.length()));
        }
        return found.stream().sorted().toList();
    }
}
