/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commits to a table on S3: from several processes, with answers lost, and what they ask of the store. */
class S3CommitsIT {
    private static final int COMMITS = 50;

    private S3Server server;
    private TableStorage storage;

    @BeforeEach
    void start() throws Exception {
        server = new S3Server();
        storage = TableStorage.open(server.table("some/table"), server.hadoop());
        TestTable.create(storage.log());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyCommitOfTwoProcessesLandsOnce() throws Exception {
        List<ForkedJvm> writers = new ArrayList<>();
        Set<String> versions = new TreeSet<>();
        Set<String> expected = new TreeSet<>();
        try {
            for (String name : List.of("a", "b")) {
                writers.add(new ForkedJvm(Writer.class, Map.of(), server.endpoint(), storage.tablePath(), name));
                for (int i = 0; i < COMMITS; i++) {
                    expected.add(name + "-" + i);
                }
            }
            for (ForkedJvm writer : writers) {
                writer.readUntil("ready");
            }
            writers.forEach(writer -> writer.send("go"));
            for (ForkedJvm writer : writers) {
                versions.addAll(writer.readUntil("done"));
            }
        } finally {
            for (ForkedJvm writer : writers) {
                writer.close();
            }
        }
        assertThat(versions).hasSize(2 * COMMITS);
        try (DeltaLog log = new DeltaLog(storage, Clock.systemUTC())) {
            Snapshot latest = log.latestSnapshot();
            assertThat(latest.version()).isEqualTo(2L * COMMITS);
            assertThat(TestTable.paths(latest)).isEqualTo(expected);
        }
    }

    /** Commits again and again; prints the versions that it got. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws Exception {
            TableStorage storage = TableStorage.open(arguments[1], S3Server.hadoop(arguments[0]));
            try (DeltaLog log = new DeltaLog(storage, Clock.systemUTC())) {
                Snapshot snapshot = log.latestSnapshot();
                System.out.println("ready");
                System.in.read();
                for (int i = 0; i < COMMITS; i++) {
                    var committed = TestTable.committed(log.newTransaction(snapshot, Operation.STREAMING_UPDATE)
                            .txn(arguments[2], i)
                            .add(TestTable.file(arguments[2] + "-" + i))
                            .commit());
                    System.out.println(committed.version());
                    snapshot = committed.snapshot();
                }
            }
            System.out.println("done");
        }
    }

    @Test
    void aCommitIsOneRequestWhateverTheLengthOfTheLog() throws Exception {
        try (DeltaLog log = new DeltaLog(storage, Clock.systemUTC())) {
            Snapshot snapshot = log.latestSnapshot();
            for (int i = 0; i < 9; i++) {
                server.requests().reset();
                snapshot = TestTable.committed(log.newTransaction(snapshot, Operation.STREAMING_UPDATE)
                                .add(TestTable.file("file-" + i))
                                .commit())
                        .snapshot();
                assertThat(server.requests().reset())
                        .filteredOn(request -> !request.endsWith(".crc"))
                        .containsExactly(String.format("PUT some/table/_delta_log/%020d.json", i + 1));
            }
        }
    }

    @Test
    void aLostRaceCostsOneListingAndWhatTheWinnerTakesToRead() throws Exception {
        try (DeltaLog log = new DeltaLog(storage, Clock.systemUTC())) {
            Snapshot before = log.latestSnapshot();
            log.newTransaction(before, Operation.STREAMING_UPDATE)
                    .add(TestTable.file("winner"))
                    .commit();
            server.requests().reset();
            log.newTransaction(before, Operation.STREAMING_UPDATE)
                    .add(TestTable.file("loser"))
                    .commit();
            String folder = "some/table/_delta_log/";
            assertThat(server.requests().reset())
                    .filteredOn(request -> !request.endsWith(".crc"))
                    .containsExactly(
                            "PUT " + folder + "00000000000000000001.json",
                            "LIST " + folder,
                            "GET " + folder + "00000000000000000001.json",
                            "PUT " + folder + "00000000000000000002.json");
        }
    }

    /** The client repeats a put, meets its own commit and says that it is there; the transaction finds it to be its own. */
    @Test
    void aCommitThatMeetsItselfLandsOnce() throws Exception {
        try (DeltaLog log = new DeltaLog(storage, Clock.systemUTC())) {
            AtomicInteger lost = new AtomicInteger();
            server.requests().failAfter(request -> {
                if (request.startsWith("PUT") && request.endsWith("1.json") && lost.getAndIncrement() == 0) {
                    throw S3Requests.unavailable();
                }
            });
            log.newTransaction(log.latestSnapshot(), Operation.STREAMING_UPDATE)
                    .add(TestTable.file("once"))
                    .commit();
            assertThat(lost.get()).isPositive();
            assertThat(log.latestSnapshot().version()).isEqualTo(1);
            assertThat(TestTable.paths(log.latestSnapshot())).containsExactly("once");
        }
    }

    @Test
    void aCommitWhoseAnswerIsLostIsFound() throws Exception {
        try (DeltaLog log = new DeltaLog(storage, Clock.systemUTC())) {
            AtomicInteger puts = new AtomicInteger();
            server.requests().failBefore(request -> {
                if (request.startsWith("PUT") && request.endsWith("1.json") && puts.getAndIncrement() > 0) {
                    throw S3Requests.unavailable();
                }
            });
            server.requests().failAfter(request -> {
                if (request.startsWith("PUT") && request.endsWith("1.json")) {
                    throw S3Requests.unavailable();
                }
            });
            assertThat(TestTable.committed(log.newTransaction(log.latestSnapshot(), Operation.STREAMING_UPDATE)
                                    .add(TestTable.file("once"))
                                    .commit())
                            .version())
                    .isEqualTo(1);
            assertThat(TestTable.paths(log.latestSnapshot())).containsExactly("once");
        }
    }
}
