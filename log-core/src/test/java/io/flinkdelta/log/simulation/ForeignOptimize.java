/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.RowIdHighWaterMark;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.simulation.DataFiles.LiveRow;
import io.flinkdelta.log.simulation.DataFiles.Row;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.LogContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * OPTIMIZE as another engine does it on a table that tracks its rows: the rows keep their ids, in a column of the new
 * file. It puts its commit once; when another one is there already it has worked for nothing.
 */
final class ForeignOptimize {
    private final SimulatedProcess process;

    ForeignOptimize(SimulatedProcess process) {
        this.process = process;
    }

    void run(Snapshot table, Random random) throws IOException {
        List<AddFile> old = FileChanges.some(table, random);
        Set<String> paths = old.stream().map(AddFile::path).collect(Collectors.toSet());
        List<Row> rows = new ArrayList<>();
        LiveRows.of(process, table).stream()
                .filter(row -> paths.contains(row.file().path()))
                .sorted(Comparator.comparing(LiveRow::key).reversed())
                .forEach(row -> rows.add(new Row(row.key(), id(row))));
        if (rows.isEmpty()) {
            return;
        }
        AddFile rewritten = RowChanges.write(process, rows);
        process.intend(Effect.NONE);
        process.course().undisturbed(false);
        put(table, actions(table, old, rewritten, rows.size()));
    }

    private Long id(LiveRow row) {
        Long materialized = process.table()
                .files()
                .rows(row.file().path())
                .get((int) row.position())
                .rowId();
        return materialized != null
                ? materialized
                : Long.valueOf(row.file().baseRowId().getAsLong() + row.position());
    }

    private List<Action> actions(Snapshot table, List<AddFile> old, AddFile rewritten, int rows) {
        long millis = process.clock().millis();
        long mark = RowIdHighWaterMark.of(LogSnapshot.cast(table).state().domainMetadata(), ErrorContext.none())
                .rowId();
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        info.put("inCommitTimestamp", Math.max(millis, table.timestamp() + 1));
        info.put("timestamp", millis).put("operation", "OPTIMIZE").put("txnId", process.newTxnId());
        info.putObject("tags").put(RowTracking.PRESERVED_TAG, "true");
        List<Action> actions = new ArrayList<>();
        actions.add(CommitInfo.of(info));
        actions.add(new RowIdHighWaterMark(mark + rows).toDomainMetadata());
        old.forEach(file -> actions.add(FileChanges.removal(file, millis)));
        actions.add(rewritten
                .withRowIds(OptionalLong.of(mark + 1), OptionalLong.of(table.version() + 1))
                .withoutDataChange());
        return actions;
    }

    private void put(Snapshot table, List<Action> actions) throws IOException {
        StringBuilder lines = new StringBuilder();
        actions.forEach(action -> lines.append(ActionJson.write(action)).append('\n'));
        process.storage()
                .log()
                .putIfAbsent(
                        LogFile.commit(table.version() + 1).fileName(),
                        LogContent.of(lines.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
