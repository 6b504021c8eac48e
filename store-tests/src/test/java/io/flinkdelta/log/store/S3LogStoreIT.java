/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static io.flinkdelta.log.store.LogStoreContract.names;
import static io.flinkdelta.log.store.LogStoreContract.put;
import static io.flinkdelta.log.store.LogStoreContract.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The stores on S3, by S3A. */
@TestInstance(Lifecycle.PER_CLASS)
class S3LogStoreIT {
    private static final String COMMIT = "00000000000000000007.json";

    private S3Server server;
    private Configuration hadoop;

    @BeforeAll
    void start() throws Exception {
        server = new S3Server();
        hadoop = server.hadoop();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void noFaults() {
        server.requests().reset();
    }

    @Nested
    class Log implements LogStoreContract, LogStoreRaceContract {
        private final String table = newTable();

        @Override
        public LogStore newStore() {
            return storeOf(table);
        }

        @Override
        public List<String> everything() throws IOException {
            return filesUnder(new Path(table, "_delta_log"));
        }
    }

    @Nested
    class Data implements DataStoreContract {
        private final String table = newTable();

        @Override
        public DataStore newStore() {
            return TableStorage.open(table, hadoop).data();
        }

        @Override
        public List<String> everything() throws IOException {
            return filesUnder(new Path(table));
        }
    }

    @Test
    void aPutIsOneRequest() throws IOException {
        String table = newTable();
        LogStore store = storeOf(table);
        assertThat(store).isInstanceOf(ConditionalPutLogStore.class);
        server.requests().reset();
        assertThat(put(store, COMMIT, "1")).isEqualTo(PutOutcome.CREATED);
        assertThat(server.requests().reset()).containsExactly("PUT " + key(table, COMMIT));
    }

    /** Of 10,000 commits, S3 would list a thousand a request, from the first one on. */
    @Test
    void aListingBeginsAtTheNameThatIsAskedFor() throws IOException {
        String table = newTable();
        for (int version = 0; version < 10_000; version++) {
            server.put(key(table, LogFile.commit(version).fileName()), "{}");
        }
        for (int wanted : List.of(10_000, 9_995, 5_500)) {
            server.requests().reset();
            assertThat(names(storeOf(table), LogFile.listFrom(wanted)))
                    .hasSize(10_000 - wanted)
                    .allMatch(name -> name.compareTo(LogFile.listFrom(wanted)) > 0);
            assertThat(server.requests().reset()).hasSize(Math.max(1, (10_000 - wanted + 999) / 1000));
        }

        Configuration old = new Configuration(hadoop);
        old.set("fs.s3a.list.version", "1");
        old.set("fs.s3a.impl.disable.cache", "true");
        LogStore fallingBack = TableStorage.open(table, old).log();
        assertThat(names(fallingBack, LogFile.listFrom(9_995))).hasSize(5);
        assertThat(server.requests().reset()).hasSize(10);
    }

    @Test
    void aLargePutIsDecidedWhenItsPartsAreJoined() throws IOException {
        Configuration small = new Configuration(hadoop);
        small.set("fs.s3a.multipart.size", "5M");
        small.set("fs.s3a.impl.disable.cache", "true");
        String table = newTable();
        LogStore store = TableStorage.open(table, small).log();
        byte[] first = LogStoreContract.pattern(12_000_000);
        byte[] second = LogStoreContract.pattern(13_000_000);
        PutOutcome[] inner = new PutOutcome[1];
        PutOutcome outer = store.putIfAbsent(COMMIT, out -> {
            out.write(first, 0, 11_000_000);
            assertThat(store.read(COMMIT)).isEmpty();
            inner[0] = store.putIfAbsent(COMMIT, LogContent.of(second));
            out.write(first, 11_000_000, 1_000_000);
        });
        assertThat(inner[0]).isEqualTo(PutOutcome.CREATED);
        assertThat(outer).isEqualTo(PutOutcome.EXISTS);
        assertThat(store.read(COMMIT))
                .hasValueSatisfying(read -> assertThat(read).isEqualTo(second));
        assertThat(store.putIfAbsent(COMMIT, LogContent.of(first))).isEqualTo(PutOutcome.EXISTS);
        assertThat(server.requests().reset())
                .filteredOn(request -> request.startsWith("COMPLETE"))
                .hasSize(3);
    }

    /** The client repeats the request and meets its own object. */
    @Test
    void aRepeatedPutThatMeetsItselfSaysThatTheFileIsThere() throws IOException {
        String table = newTable();
        LogStore store = storeOf(table);
        AtomicInteger lost = new AtomicInteger();
        server.requests().failAfter(request -> {
            if (request.startsWith("PUT") && lost.getAndIncrement() == 0) {
                throw S3Requests.unavailable();
            }
        });
        assertThat(put(store, COMMIT, "ours")).isEqualTo(PutOutcome.EXISTS);
        assertThat(text(store, COMMIT)).hasValue("ours");
    }

    @Test
    void aPutWhoseAnswerIsLostIsUnknown() throws IOException {
        String table = newTable();
        LogStore store = storeOf(table);
        AtomicInteger puts = new AtomicInteger();
        server.requests().failBefore(request -> {
            if (request.startsWith("PUT") && puts.getAndIncrement() > 0) {
                throw S3Requests.unavailable();
            }
        });
        server.requests().failAfter(request -> {
            if (request.startsWith("PUT")) {
                throw S3Requests.unavailable();
            }
        });
        assertThat(put(store, COMMIT, "ours")).isEqualTo(PutOutcome.UNKNOWN);
        server.requests().reset();
        assertThat(text(store, COMMIT)).hasValue("ours");
        assertThat(names(store, "")).containsExactly(COMMIT);
    }

    @Test
    void anInterruptedPutIsNotCalledASuccess() throws IOException {
        LogStore store = storeOf(newTable());
        PutOutcome outcome;
        try {
            outcome = store.putIfAbsent(COMMIT, out -> {
                out.write(1);
                Thread.currentThread().interrupt();
            });
        } catch (IOException e) {
            outcome = null;
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(outcome).isEqualTo(PutOutcome.UNKNOWN);
    }

    @Test
    void theProbeFindsEveryPromiseKept() throws IOException {
        String table = newTable();
        assertThat(new StoreProbe(() -> storeOf(table), Clock.systemUTC()).run())
                .hasSize(8)
                .allMatch(StoreProbe.Finding::kept);
    }

    @Test
    void aSchemeWithoutConditionalUploadsIsRefusedWithWhatToSet() {
        Configuration without = new Configuration(hadoop);
        without.set("fs.s3a.create.conditional.enabled", "false");
        without.set("fs.s3a.impl.disable.cache", "true");
        LogStore store = TableStorage.open(newTable(), without).log();
        assertThatThrownBy(() -> put(store, COMMIT, "1"))
                .hasMessageContaining("conditional uploads")
                .hasMessageContaining("fs.s3a.create.conditional.enabled");
    }

    @Test
    void otherNamesOfS3AreS3AWhenHadoopSaysSo() throws IOException {
        Configuration mapped = new Configuration(hadoop);
        mapped.set("fs.s3.impl", "org.apache.hadoop.fs.s3a.S3AFileSystem");
        String table = newTable().replaceFirst("s3a:", "s3:");
        LogStore store = TableStorage.open(table, mapped).log();
        assertThat(put(store, COMMIT, "1")).isEqualTo(PutOutcome.CREATED);
        assertThat(put(store, COMMIT, "2")).isEqualTo(PutOutcome.EXISTS);
    }

    private LogStore storeOf(String table) {
        return TableStorage.open(table, hadoop).log();
    }

    private String newTable() {
        return server.table("tables/" + UUID.randomUUID());
    }

    private static String key(String table, String name) {
        return new Path(table).toUri().getPath().substring(1) + "/_delta_log/" + name;
    }

    private List<String> filesUnder(Path folder) throws IOException {
        FileSystem files = folder.getFileSystem(hadoop);
        if (!files.exists(folder)) {
            return List.of();
        }
        String prefix = folder.toUri().getPath() + "/";
        List<String> found = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> statuses = files.listFiles(folder, true);
        while (statuses.hasNext()) {
            found.add(statuses.next().getPath().toUri().getPath().substring(prefix.length()));
        }
        return found.stream().sorted().toList();
    }
}
