/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.maintenance.VacuumRequest;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.txn.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What others do to a table that is in use: small files are rewritten without a change of data, checkpoints written, the
 * log cleaned up, files deleted that no recent version needs, the table's comment changed now and then. A thread of the
 * second writer's process, so that it is killed at any point, too.
 */
final class Maintenance {
    private static final int MAX_PAUSE_MILLIS = 1_500;
    /** Longer than any restart takes: what a checkpoint has staged must outlast it. */
    private static final Duration RETENTION = Duration.ofMinutes(2);

    private static final long SMALL_BYTES = 200_000;
    private static final int MAX_FILES = 30;

    private final DeltaLog log;
    private final RowFiles files;
    private final Random random = new Random();

    private Maintenance(DeltaLog log) {
        this.log = log;
        this.files = new RowFiles(log.storage());
    }

    /** Goes on until the process ends, which it does when something fails here. */
    static void start(DeltaLog log) {
        Thread thread = new Thread(new Maintenance(log)::run, "maintenance");
        thread.setUncaughtExceptionHandler((failed, failure) -> {
            failure.printStackTrace();
            System.exit(1);
        });
        thread.start();
    }

    private void run() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_PAUSE_MILLIS));
                try {
                    step(log.latestSnapshot(), random.nextInt(20));
                } catch (CommitConflictException e) {
                    System.out.println("Given up: " + e.getMessage());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void step(Snapshot table, int drawn) {
        if (drawn == 0) {
            log.alterTable(AlterTable.comment("seen at version " + table.version()));
        } else if (drawn < 4) {
            log.cleanUpLog();
        } else if (drawn < 8) {
            log.checkpoint(table);
        } else if (drawn < 10) {
            log.vacuum(VacuumRequest.ofTable().retaining(RETENTION).force());
        } else {
            rewriteSmallFiles(table);
        }
    }

    private void rewriteSmallFiles(Snapshot table) {
        List<AddFile> small;
        try (Stream<AddFile> live = table.files()) {
            small = live.filter(file -> file.size() < SMALL_BYTES)
                    .limit(MAX_FILES)
                    .toList();
        }
        if (small.size() < 2) {
            return;
        }
        AddFile rewritten = files.rewrite(table, small);
        long now = System.currentTimeMillis();
        log.newTransaction(table, Operation.WRITE)
                .removeAll(small.stream()
                        .map(file -> RemoveFile.of(file, now).withoutDataChange())
                        .toList())
                .add(rewritten.withoutDataChange())
                .commit();
    }
}
