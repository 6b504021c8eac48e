/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorReader;
import io.flinkdelta.log.store.DataStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** What is in the data files that were ever written. Their rows are known by keys; paths need no encoding. */
final class DataFiles {
    static final String ROW_IDS = "_row_ids";

    private final DataStore store;
    private final Map<String, List<Row>> contents = new HashMap<>();
    private final Map<String, DeletionVector> vectors = new HashMap<>();
    private long nextKey;

    /** @param store never fails */
    DataFiles(DataStore store) {
        this.store = store;
    }

    /**
     * A row in a file.
     *
     * @param rowId null where the file does not tell it
     */
    record Row(long key, Long rowId) {}

    /** A row where it lives. */
    record LiveRow(AddFile file, long position, long key) {}

    /** Rows that there never were. */
    List<Row> newRows(int count) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Row(nextKey++, null));
        }
        return rows;
    }

    List<Row> rows(String path) {
        return contents.get(path);
    }

    /** Writes a file; in row groups of two rows or so, for positions to go across them. */
    void write(DataStore target, String path, List<Row> rows) throws IOException {
        contents.put(path, rows);
        boolean withIds = rows.stream().anyMatch(row -> row.rowId != null);
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { optional int64 id; " + (withIds ? "optional int64 " + ROW_IDS + "; " : "") + "}");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(target.create(path))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .withRowGroupRowCountLimit(2)
                .build()) {
            for (Row row : rows) {
                Group group = new SimpleGroup(schema).append("id", row.key);
                writer.write(row.rowId == null ? group : group.append(ROW_IDS, row.rowId));
            }
        }
    }

    /** The keys of the rows that are not hidden; fails when one is there twice. */
    Set<Long> liveRows(List<Action> files) {
        Set<Long> keys = new TreeSet<>();
        for (Action action : files) {
            if (action instanceof AddFile file) {
                for (LiveRow row : liveRows(file, vector(file))) {
                    if (!keys.add(row.key)) {
                        throw new AssertionError("the row " + row.key + " is there twice, once in " + file.path());
                    }
                }
            }
        }
        return keys;
    }

    List<LiveRow> liveRows(AddFile file, DeletionVector hidden) {
        List<Row> all = contents.get(file.path());
        if (!hidden.isEmpty() && hidden.last() >= all.size()) {
            throw new AssertionError("a row is hidden that " + file.path() + " does not have: " + hidden.last());
        }
        List<LiveRow> live = new ArrayList<>();
        for (int position = 0; position < all.size(); position++) {
            if (!hidden.contains(position)) {
                live.add(new LiveRow(file, position, all.get(position).key));
            }
        }
        return live;
    }

    private DeletionVector vector(AddFile file) {
        return file.deletionVector()
                .map(descriptor -> vectors.computeIfAbsent(descriptor.uniqueId(), unused -> read(file, descriptor)))
                .orElse(DeletionVector.empty());
    }

    private DeletionVector read(AddFile file, DeletionVectorDescriptor descriptor) {
        return new DeletionVectorReader(store).read(file.path(), descriptor);
    }
}
