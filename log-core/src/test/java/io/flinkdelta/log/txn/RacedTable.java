/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorReader;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.RowIdHighWaterMark;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** A table with deletion vectors whose data files hold rows, one column {@code id}, and what others do to it. */
final class RacedTable {
    private static final String ROW_IDS = "_row_ids";

    private final FaultyLogStore store = new FaultyLogStore(new InMemoryLogStore());
    private final TestTable table = TestTable.in(store);
    private final InMemoryDataStore data = (InMemoryDataStore) table.storage().data();
    /** The rows of each file that was ever written. */
    private final Map<String, List<Row>> contents = new HashMap<>();

    /** @param rowId null where the file does not tell it */
    private record Row(long id, Long rowId) {}

    RacedTable(Map<String, String> properties) {
        Set<String> writers = new TreeSet<>(Set.of("deletionVectors", "domainMetadata", "changeDataFeed"));
        Map<String, String> all = new HashMap<>(properties);
        all.put("delta.enableDeletionVectors", "true");
        if (properties.containsKey(RowTracking.ENABLE)) {
            writers.add(RowTracking.FEATURE);
            all.put(RowTracking.ROW_ID_COLUMN, ROW_IDS);
        }
        log().newTable(Operation.CREATE_TABLE)
                .protocol(Protocol.features(Set.of("deletionVectors"), writers))
                .metadata(TestTable.metadata(all))
                .commit();
    }

    static RacedTable tracked() {
        return new RacedTable(Map.of(RowTracking.ENABLE, "true"));
    }

    /** It leaves version checksums behind. */
    DeltaLog log() {
        return new DeltaLog(table.storage(), table.components().withChecksums(true));
    }

    Snapshot latest() {
        return log().latestSnapshot();
    }

    /** The files of vectors that are in the storage. */
    List<String> vectorFiles() {
        return data.paths().stream().filter(path -> path.endsWith(".bin")).toList();
    }

    FaultyLogStore store() {
        return store;
    }

    InMemoryDataStore data() {
        return data;
    }

    /** Appends a file of these ids. */
    void append(String path, long... ids) {
        write(path, LongStream.of(ids).mapToObj(id -> new Row(id, null)).toList());
        log().newTransaction(latest(), Operation.WRITE)
                .add(TestTable.file(path, ids.length))
                .commit();
    }

    /** The vectors that hide rows of {@code snapshot}'s files, in one closed file. */
    List<FileChange> hide(Snapshot snapshot, Map<String, DeletionVector> rows) {
        List<FileChange> changes = new ArrayList<>();
        try (RowDeletes deletes = RowDeletes.on(snapshot, data, UUID.randomUUID(), Clock.systemUTC())) {
            rows.forEach((path, hidden) ->
                    deletes.delete(file(snapshot, path), hidden).ifPresent(changes::add));
        }
        return changes;
    }

    /** Somebody else hides rows. */
    void othersHide(Map<String, DeletionVector> rows) {
        Snapshot snapshot = latest();
        log().newTransaction(snapshot, Operation.DELETE)
                .deleteRows(hide(snapshot, rows))
                .changeFiles(changeFiles(snapshot))
                .commit();
    }

    /** What a commit has to bring that hides rows; a name only. */
    private static List<AddCDCFile> changeFiles(Snapshot snapshot) {
        boolean feed = TableProperties.isOn(snapshot.metadata().configuration(), TableProperties.CHANGE_DATA_FEED);
        String path = "_change_data/" + UUID.randomUUID();
        return feed ? List.of(new AddCDCFile(path, PartitionValues.none(), 1, Map.of())) : List.of();
    }

    /**
     * Somebody else writes all rows into one file, as OPTIMIZE of Spark does.
     *
     * @param dataChange whether it says that rows were changed
     */
    void othersRewrite(String path, boolean dataChange) {
        Snapshot before = latest();
        List<AddFile> old = files(before);
        boolean rowTracking = before.metadata().configuration().containsKey(RowTracking.ENABLE);
        List<Row> rows = new ArrayList<>();
        for (AddFile file : old.stream()
                .sorted(Comparator.comparing(AddFile::path).reversed())
                .toList()) {
            forEachLive(file, (position, row) -> rows.add(new Row(row.id, rowTracking ? rowId(file, position) : null)));
        }
        write(path, rows);
        AddFile rewritten = TestTable.file(path, rows.size());
        List<Action> actions = new ArrayList<>();
        ObjectNode info = JsonNodeFactory.instance.objectNode().put("operation", "OPTIMIZE");
        info.putObject("tags").put(RowTracking.PRESERVED_TAG, Boolean.toString(rowTracking));
        actions.add(CommitInfo.of(info));
        if (rowTracking) {
            long mark = RowIdHighWaterMark.of(LogSnapshot.cast(before).state().domainMetadata(), ErrorContext.none())
                    .rowId();
            rewritten = rewritten.withRowIds(OptionalLong.of(mark + 1), OptionalLong.of(before.version() + 1));
            actions.add(new RowIdHighWaterMark(mark + rows.size()).toDomainMetadata());
        }
        old.forEach(file -> actions.add(removal(file, dataChange)));
        actions.add(dataChange ? rewritten : rewritten.withoutDataChange());
        foreign(before.version() + 1, actions);
    }

    /** A commit that this library would not make. */
    void foreign(long version, List<Action> actions) {
        StringBuilder lines = new StringBuilder();
        actions.forEach(action -> lines.append(ActionJson.write(action)).append('\n'));
        try {
            store.putIfAbsent(
                    LogFile.commit(version).fileName(),
                    LogContent.of(lines.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RemoveFile removal(AddFile file, boolean dataChange) {
        return new RemoveFile(
                file.path(),
                OptionalLong.of(1),
                dataChange,
                true,
                Optional.of(file.partitionValues()),
                OptionalLong.of(file.size()),
                file.stats(),
                file.tags(),
                file.deletionVector(),
                file.baseRowId(),
                file.defaultRowCommitVersion());
    }

    /** The ids of the live rows; fails when a file is live twice. */
    Set<Long> liveIds() {
        Set<Long> live = new TreeSet<>();
        Snapshot snapshot = latest();
        TestTable.paths(snapshot);
        for (AddFile file : files(snapshot)) {
            forEachLive(file, (position, row) -> {
                if (!live.add(row.id)) {
                    throw new AssertionError("twice: " + row.id);
                }
            });
        }
        return live;
    }

    private Long rowId(AddFile file, int position) {
        Long materialized = contents.get(file.path()).get(position).rowId;
        return materialized != null
                ? materialized
                : Long.valueOf(file.baseRowId().getAsLong() + position);
    }

    private void forEachLive(AddFile file, BiConsumer<Integer, Row> consumer) {
        DeletionVector hidden = vector(file);
        List<Row> rows = contents.get(file.path());
        for (int position = 0; position < rows.size(); position++) {
            if (!hidden.contains(position)) {
                consumer.accept(position, rows.get(position));
            }
        }
    }

    /** Row groups of two rows or so, for positions to go across them. */
    private void write(String path, List<Row> rows) {
        contents.put(path, rows);
        boolean materialized = rows.stream().anyMatch(row -> row.rowId != null);
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { optional int64 id; " + (materialized ? "optional int64 " + ROW_IDS + "; " : "") + "}");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(data.create(path))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .withRowGroupRowCountLimit(2)
                .build()) {
            for (Row row : rows) {
                Group group = new SimpleGroup(schema).append("id", row.id);
                writer.write(row.rowId == null ? group : group.append(ROW_IDS, row.rowId));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<AddFile> files(Snapshot snapshot) {
        try (Stream<AddFile> files = snapshot.files()) {
            return files.toList();
        }
    }

    AddFile file(Snapshot snapshot, String path) {
        return files(snapshot).stream()
                .filter(file -> file.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    DeletionVector vector(AddFile file) {
        return file.deletionVector()
                .map(descriptor -> new DeletionVectorReader(data).read(file.path(), descriptor))
                .orElse(DeletionVector.empty());
    }
}
