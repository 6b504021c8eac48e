/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.benchmarks.chaos.SecondWriterJournal.Change;
import io.flinkdelta.benchmarks.chaos.SecondWriterJournal.Intent;
import io.flinkdelta.benchmarks.chaos.SecondWriterJournal.Rows;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.CommitResult;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A program that appends and deletes rows of its own, without end, beside the job and {@link Maintenance}. After a kill
 * it looks in the table how far it has come.
 */
final class SecondWriter {
    /** Under which its commits are counted in the table. */
    static final String APPLICATION = "second-writer";

    private static final int MAX_APPENDED = 100;
    private static final int MAX_DELETED = 300;
    private static final int MAX_PAUSE_MILLIS = 400;

    private final DeltaLog log;
    private final RowFiles files;
    private final SecondWriterJournal journal;
    private final Random random = new Random();

    private SecondWriter(DeltaLog log, SecondWriterJournal journal) {
        this.log = log;
        this.files = new RowFiles(log.storage());
        this.journal = journal;
    }

    /** The arguments are the table and the journal. */
    public static void main(String[] arguments) throws Exception {
        try (DeltaLog log = ChaosTable.open(Path.of(arguments[0]))) {
            Maintenance.start(log);
            new SecondWriter(log, new SecondWriterJournal(Path.of(arguments[1]))).run();
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
            System.exit(1); // The other thread would go on.
        }
    }

    private void run() throws IOException, InterruptedException {
        long landed = landed(log.latestSnapshot());
        Rows rows = journal.rows(landed);
        System.out.println("Goes on after commit " + landed + ", next row " + rows.nextNumber());
        while (true) {
            Intent intent = next(landed + 1, rows);
            journal.note(intent);
            commit(intent, rows);
            landed = intent.number();
            rows = journal.rows(landed);
            TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_PAUSE_MILLIS));
        }
    }

    /** How many of its commits are in a version of the table. */
    static long landed(Snapshot table) {
        return table.transactionVersion(APPLICATION).orElse(0);
    }

    private Intent next(long number, Rows rows) {
        int end = rows.nextNumber();
        int from = end == 0 ? 0 : random.nextInt(end);
        int to = Math.min(end, from + 1 + random.nextInt(MAX_DELETED));
        boolean deletes = random.nextInt(4) == 0 && rows.live().get(from, to).cardinality() > 0;
        return deletes
                ? new Intent(number, Change.DELETE, from, to)
                : new Intent(number, Change.APPEND, end, end + 1 + random.nextInt(MAX_APPENDED));
    }

    /** Tries until it is in: what another commit changed meanwhile is looked at again. */
    private void commit(Intent intent, Rows rows) {
        while (true) {
            try {
                CommitResult result = intent.change() == Change.APPEND ? append(intent) : delete(intent, rows);
                if (result instanceof CommitResult.AlreadyCommitted) {
                    throw new IllegalStateException("Commit " + intent + " is in the table before it was tried");
                }
                return;
            } catch (CommitConflictException e) {
                System.out.println("Again: " + intent + " " + e.getMessage());
            }
        }
    }

    private CommitResult append(Intent intent) {
        Snapshot table = log.latestSnapshot();
        AddFile file = files.write(
                table,
                IntStream.range(intent.from(), intent.to())
                        .mapToObj(number -> ChaosTable.row(ChaosTable.SECOND_WRITER, number)));
        return log.newTransaction(table, Operation.WRITE)
                .txn(APPLICATION, intent.number())
                .add(file)
                .commit();
    }

    private CommitResult delete(Intent intent, Rows rows) {
        Snapshot table = log.latestSnapshot();
        String filter = "source = " + ChaosTable.SECOND_WRITER + " AND number >= " + intent.from() + " AND number < "
                + intent.to();
        List<FileChange> changes = new ArrayList<>();
        try (RowDeletes deletes = RowDeletes.on(table, log.storage().data(), UUID.randomUUID(), Clock.systemUTC())) {
            for (AddFile file : files.find(table, filter)) {
                DeletionVector positions = files.positions(
                        table,
                        file,
                        row -> ChaosTable.source(row) == ChaosTable.SECOND_WRITER
                                && ChaosTable.number(row) >= intent.from()
                                && ChaosTable.number(row) < intent.to());
                deletes.delete(file, positions).ifPresent(changes::add);
            }
        }
        long found = changes.stream().mapToLong(FileChange::rows).sum();
        int expected = rows.live().get(intent.from(), intent.to()).cardinality();
        if (found != expected) {
            throw new IllegalStateException("Version " + table.version() + " has " + found + " rows of the range of "
                    + intent + ", not " + expected);
        }
        return log.newTransaction(table, Operation.DELETE)
                .txn(APPLICATION, intent.number())
                .deleteRows(changes)
                .commit();
    }
}
