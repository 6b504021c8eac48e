/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.HiddenRows;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rows are deleted by us while Spark deletes others of the same files and rewrites the files. */
@ExtendWith(RefereeExtension.class)
final class ConcurrentRewriteIT {
    private static final int ROWS = 4_000;
    private static final LongPredicate OURS = id -> id % 7 == 3;

    @Test
    void deletesGoOnTopOfSparksDeletesAndOptimize(RefereeProcess referee, @TempDir Path folder) throws Exception {
        Path table = create(referee, folder, true);
        DeltaLog log = TableReaders.log(table);
        TransactionBuilder mine = delete(log, OURS);
        TransactionBuilder late = delete(log, id -> id % 11 == 5);
        referee.sql("DELETE FROM delta.`" + table + "` WHERE id % 5 = 1");
        assertThat(mine.commit().snapshot().version()).isEqualTo(3);
        LongPredicate left = OURS.negate().and(id -> id % 5 != 1);
        TableReaders readers = new TableReaders(referee, folder);
        readers.assertNewest(table, lines(left));

        referee.sql(
                "OPTIMIZE delta.`" + table + "`",
                "DELETE FROM delta.`" + table + "` WHERE id % 5 = 2",
                "REORG TABLE delta.`" + table + "` APPLY (PURGE)");
        Snapshot after = late.commit().snapshot();
        LongPredicate rest = left.and(id -> id % 11 != 5 && id % 5 != 2);
        readers.assertNewest(table, lines(rest));
        LiveFiles.of(log, after).assertRows(lines(rest).size());

        referee.sql("DELETE FROM delta.`" + table + "` WHERE id % 13 = 0", "OPTIMIZE delta.`" + table + "`");
        readers.assertNewest(table, lines(rest.and(id -> id % 13 != 0)));
        readers.assertReadAlike(table);
    }

    @Test
    void withoutRowIdsTheCommitterFindsItsRows(RefereeProcess referee, @TempDir Path folder) throws Exception {
        Path table = create(referee, folder, false);
        DeltaLog log = TableReaders.log(table);
        TransactionBuilder stranger = delete(log, OURS);
        TransactionBuilder knowing = delete(log, OURS).relocateRows((rows, rewritten) -> byId(log, rows, rewritten));
        referee.sql("OPTIMIZE delta.`" + table + "`");
        assertThatThrownBy(stranger::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("(OPTIMIZE by Apache-Spark/", "delta.enableRowTracking = true");
        TableReaders readers = new TableReaders(referee, folder);
        readers.assertNewest(table, lines(id -> true));
        knowing.commit();
        readers.assertNewest(table, lines(OURS.negate()));
    }

    @Test
    void rowsThatSparkUpdatesAreNotDeletedInVain(RefereeProcess referee, @TempDir Path folder) throws Exception {
        Path table = create(referee, folder, true);
        DeltaLog log = TableReaders.log(table);
        TransactionBuilder mine = delete(log, OURS);
        TransactionBuilder others = delete(log, id -> id % 7 == 2);
        referee.sql("UPDATE delta.`" + table + "` SET id = id + " + ROWS + " WHERE id % 70 = 3");
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("(UPDATE by Apache-Spark/", "updated rows that this commit deletes");
        others.commit();
        TableReaders readers = new TableReaders(referee, folder);
        List<String> left = new ArrayList<>(lines(id -> id % 7 != 2 && id % 70 != 3));
        LongStream.range(0, ROWS).filter(id -> id % 70 == 3).forEach(id -> left.add(line(id + ROWS, id)));
        readers.assertNewest(table, left);
    }

    private static Path create(RefereeProcess referee, Path folder, boolean rowTracking) throws IOException {
        Path table = folder.resolve("t");
        referee.sql(
                "CREATE TABLE delta.`" + table + "` (id BIGINT, v STRING) USING delta TBLPROPERTIES ("
                        + "'delta.enableDeletionVectors' = 'true', 'delta.enableRowTracking' = '" + rowTracking + "')",
                "INSERT INTO delta.`" + table + "` SELECT /*+ REPARTITION_BY_RANGE(4, id) */ id, CONCAT('v', id)"
                        + " FROM RANGE(0, " + ROWS + ")");
        return table;
    }

    private static TransactionBuilder delete(DeltaLog log, LongPredicate ids) {
        Snapshot read = log.latestSnapshot();
        return log.newTransaction(read, Operation.DELETE).deleteRows(RowsById.hide(log, read, ids));
    }

    /** The ids of the rows are their key. */
    private static List<HiddenRows> byId(DeltaLog log, HiddenRows rows, List<AddFile> rewritten) {
        Snapshot newest = log.latestSnapshot();
        List<Long> wanted = new ArrayList<>();
        RowsById.forEach(log, newest, rows.file(), (position, id) -> {
            if (rows.rows().contains(position)) {
                wanted.add(id);
            }
        });
        List<HiddenRows> found = new ArrayList<>();
        for (AddFile file : rewritten) {
            DeletionVector positions = RowsById.positions(log, newest, file, wanted::contains);
            found.add(new HiddenRows(file, positions));
        }
        return found;
    }

    private static List<String> lines(LongPredicate ids) {
        return LongStream.range(0, ROWS)
                .filter(ids)
                .mapToObj(id -> line(id, id))
                .toList();
    }

    private static String line(long id, long v) {
        return "{\"id\":" + id + ",\"v\":\"v" + v + "\"}";
    }
}
