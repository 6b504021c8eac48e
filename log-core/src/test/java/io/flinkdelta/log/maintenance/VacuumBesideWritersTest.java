/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.DeltaLogComponents;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.io.PositionOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers as sinks are, on threads of their own, while others vacuum, write checkpoints and clean up the log. */
class VacuumBesideWritersTest {
    private static final int WRITERS = 4;
    private static final int CHECKPOINTS = 25;

    @TempDir
    private Path folder;

    private final AtomicInteger writing = new AtomicInteger(WRITERS);

    @Test
    void nothingThatIsStagedOrCommittedIsLost() throws Exception {
        try (DeltaLog log = log()) {
            log.createTable(CreateTable.of(TestTable.SCHEMA).properties(Map.of("delta.checkpointInterval", "5")));
        }
        List<Callable<List<String>>> work = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            work.add(() -> write(writer));
        }
        work.add(this::vacuum);
        work.add(this::vacuum);
        work.add(this::maintain);
        List<String> written = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            for (Future<List<String>> done : threads.invokeAll(work)) {
                written.addAll(done.get());
            }
        } finally {
            threads.shutdownNow();
        }
        try (DeltaLog log = log()) {
            assertThat(TestTable.paths(log.latestSnapshot())).isEqualTo(new TreeSet<>(written));
            assertThat(written)
                    .allSatisfy(path -> assertThat(folder.resolve(path)).exists());
            // Staged by nobody who is there any more.
            assertThat(folder.resolve("left-over")).doesNotExist();
        }
    }

    /** Stages the files of a checkpoint, each in a folder of its own, and commits them one checkpoint later. */
    private List<String> write(int writer) throws IOException {
        List<String> written = new ArrayList<>();
        List<String> staged = List.of();
        try (DeltaLog log = log()) {
            for (int checkpoint = 0; checkpoint <= CHECKPOINTS; checkpoint++) {
                List<String> next = new ArrayList<>();
                for (int file = 0; file < 3 && checkpoint < CHECKPOINTS; file++) {
                    String path = "w" + writer + "/c" + checkpoint + "/f" + file;
                    try (PositionOutputStream out =
                            log.storage().data().create(path).create(0)) {
                        out.write(1);
                    }
                    next.add(path);
                }
                if (!staged.isEmpty()) {
                    log.newTransaction(log.latestSnapshot(), Operation.STREAMING_UPDATE)
                            .txn("writer-" + writer, checkpoint)
                            .addAll(staged.stream().map(TestTable::file).toList())
                            .commit();
                    written.addAll(staged);
                }
                staged = next;
            }
        } finally {
            writing.decrementAndGet();
        }
        return written;
    }

    private List<String> vacuum() throws IOException {
        try (DeltaLog log = log()) {
            do {
                Path leftOver = folder.resolve("left-over");
                Files.writeString(leftOver, "x");
                Files.setLastModifiedTime(leftOver, FileTime.from(Instant.now().minus(Duration.ofDays(8))));
                // A folder that is empty now may be the next one to be written into.
                Files.createDirectories(folder.resolve("w0/c" + CHECKPOINTS / 2));
                log.vacuum(VacuumRequest.ofTable());
            } while (writing.get() > 0);
        } catch (NoSuchFileException e) {
            // The other vacuum was quicker.
            return writing.get() > 0 ? vacuum() : List.of();
        }
        return List.of();
    }

    private List<String> maintain() {
        try (DeltaLog log = log()) {
            do {
                log.checkpoint(log.latestSnapshot());
                log.cleanUpLog();
            } while (writing.get() > 0);
        }
        return List.of();
    }

    private DeltaLog log() {
        return new DeltaLog(
                TableStorage.open(folder.toString(), new Configuration(false)), DeltaLogComponents.defaults());
    }
}
