/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.common.read.TableRows;
import io.flinkdelta.common.table.TableStorageFactory;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.apache.hadoop.conf.Configuration;

/**
 * A local table whose storage fails as a test tells it. Writers of the cluster find it by a key,
 * since they run in this JVM; close it to forget the key.
 */
final class TestTable implements AutoCloseable {
    private static final Map<String, TestTable> OPEN = new ConcurrentHashMap<>();

    private final String key = UUID.randomUUID().toString();
    private final Path path;
    private final TableStorage honest;
    private final FaultyLogStore log;
    private final FaultyDataStore data;
    private final Queue<Action> actions = new ConcurrentLinkedQueue<>();

    /** What runs after a commit. */
    private record Action(long version, Runnable run) {}

    TestTable(Path path) {
        this.path = path;
        this.honest = TableStorage.open(path.toString(), new Configuration());
        this.log = new FaultyLogStore(honest.log());
        this.data = new FaultyDataStore(honest.data());
        OPEN.put(key, this);
    }

    /** Where the sinks of the cluster find the faulty storage. */
    private record ByKey(String key) implements TableStorageFactory {
        @Override
        public TableStorage open(String tablePath, Configuration hadoop) {
            TestTable table = OPEN.get(key);
            return new TableStorage(tablePath, table.log, table.data);
        }
    }

    DeltaSinkBuilder sink() {
        return DeltaSink.forRowData(path.toString(), TestRows.TYPE)
                .partitionBy("part")
                .storage(new ByKey(key))
                .option(DeltaSinkOptions.COMMIT_RETRY_DELAY, java.time.Duration.ofMillis(1))
                .option(DeltaSinkOptions.UNKNOWN_OUTCOME_TIMEOUT, java.time.Duration.ofMillis(200));
    }

    /** A sink into this table that also tells {@link #afterCommit} of its commits. */
    ObservedSink observed(DeltaSink sink) {
        String tableKey = key;
        return new ObservedSink(sink, () -> OPEN.get(tableKey).committed());
    }

    /** Runs once, in the committer, when it returns from a commit that left the table at this version or later. */
    void afterCommit(long version, Runnable action) {
        actions.add(new Action(version, action));
    }

    private void committed() {
        long version = snapshot().version();
        List<Action> due =
                actions.stream().filter(action -> action.version <= version).toList();
        for (Action action : due) {
            if (actions.remove(action)) {
                action.run.run();
            }
        }
    }

    Path path() {
        return path;
    }

    /** Removes every data file, committed or not. */
    void deleteDataFiles() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".parquet"))
                    .filter(each -> !each.toString().contains("_delta_log"))
                    .toList()) {
                Files.delete(file);
            }
        }
    }

    /** Removes the table. */
    void delete() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    FaultyLogStore log() {
        return log;
    }

    FaultyDataStore data() {
        return data;
    }

    DeltaLog deltaLog() {
        return new DeltaLog(honest, java.time.Clock.systemUTC());
    }

    Snapshot snapshot() {
        return deltaLog().latestSnapshot();
    }

    /** The newest version, if there is a table. */
    OptionalLong newestVersion() {
        return Files.exists(path.resolve("_delta_log"))
                ? OptionalLong.of(snapshot().version())
                : OptionalLong.empty();
    }

    /** The rows of the newest version as text, in no order. */
    List<String> rows() {
        return rows(snapshot());
    }

    List<String> rows(Snapshot snapshot) {
        List<String> rows = new ArrayList<>();
        try (var all = TableRows.read(honest, snapshot)) {
            while (all.hasNext()) {
                RowData row = all.next();
                rows.add(TestRows.text(row));
            }
        } catch (Exception e) {
            throw new IllegalStateException("the table cannot be read", e);
        }
        return rows;
    }

    /** The rows of the commits made for checkpoints up to this one; of a table of one application. */
    List<String> rowsUpToCheckpoint(long checkpointId) {
        long version = commits().stream()
                .filter(commit -> commit.checkpointId() <= checkpointId)
                .mapToLong(Commit::version)
                .max()
                .orElseThrow();
        return rows(deltaLog().snapshotAt(version));
    }

    /** The applications that committed, the newest first. */
    List<String> applicationIds() {
        return commits().stream().map(Commit::applicationId).distinct().toList();
    }

    /** The commits of sinks, the newest first. */
    List<Commit> commits() {
        return deltaLog().history(OptionalInt.empty()).stream()
                .filter(entry -> entry.commitInfo()
                        .orElseThrow()
                        .operation()
                        .orElseThrow()
                        .equals("STREAMING UPDATE"))
                .map(entry -> {
                    JsonNode parameters =
                            entry.commitInfo().orElseThrow().toJson().get("operationParameters");
                    return new Commit(
                            entry.version(),
                            parameters.get("queryId").asText(),
                            parameters.get("epochId").asLong());
                })
                .toList();
    }

    /** A commit of a sink. */
    record Commit(long version, String applicationId, long checkpointId) {}

    static void assertRows(TestTable table, LongStream expected) {
        assertRows(table, TestRows.texts(expected));
    }

    static void assertRows(TestTable table, List<String> expected) {
        List<String> rows = new ArrayList<>(table.rows());
        List<String> wanted = new ArrayList<>(expected);
        Collections.sort(rows);
        Collections.sort(wanted);
        assertThat(rows).isEqualTo(wanted);
    }

    /** A commit by somebody else. */
    void foreignCommit(UnaryOperator<TransactionBuilder> change) {
        try (DeltaLog other = deltaLog()) {
            change.apply(other.newTransaction(other.latestSnapshot(), Operation.WRITE))
                    .commit();
        }
    }

    /** Every file below the table's folder with its content. */
    Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(path.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return content;
    }

    /** The names of the data files of the newest version. */
    List<String> committedFiles() {
        try (Stream<AddFile> files = snapshot().files()) {
            return files.map(file -> DataPath.decode(file.path())).toList();
        }
    }

    /** The names of the data files in the folder, committed or not. */
    List<String> dataFiles() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".parquet"))
                    .filter(file -> !file.toString().contains("_delta_log"))
                    .map(file -> path.relativize(file).toString())
                    .toList();
        }
    }

    /** Waits until some writer has put the version. */
    Version version(long version) {
        CountDownLatch there = new CountDownLatch(1);
        log.on(LogOperation.PUT, String.format(Locale.ROOT, "%020d.json", version))
                .always()
                .runAfter(there::countDown);
        return new Version(there);
    }

    /** A version to come. */
    record Version(CountDownLatch there) {
        void await() throws InterruptedException {
            if (!there.await(1, TimeUnit.MINUTES)) {
                throw new AssertionError("the version was not written within a minute");
            }
        }
    }

    @Override
    public void close() {
        OPEN.remove(key);
    }
}
