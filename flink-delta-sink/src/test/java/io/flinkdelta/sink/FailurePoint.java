/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.store.LogFault;
import io.flinkdelta.log.store.LogOperation;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** The steps of a checkpoint and its commit at which something goes wrong. */
enum FailurePoint {
    /** Nothing goes wrong. */
    NEVER {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            struck.incrementAndGet();
        }
    },
    /** A writer dies while it opens a file beside others. */
    WHILE_WRITING {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            table.data().failCreateBesideOthers(filesBefore(table, version), () -> crash(struck));
        }
    },
    /** A writer dies while it closes its files before the barrier. */
    BEFORE_THE_BARRIER {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            table.data().failClose(filesBefore(table, version), 1, () -> crash(struck));
        }
    },
    /** The checkpoint is complete, and the committer dies before it begins. */
    BETWEEN_FILES_AND_COMMIT {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            put(table, version).failBefore(() -> crash(struck));
        }
    },
    /** The storage is away for longer than the committer tries. */
    PUT_FAILS {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            put(table, version)
                    .times(DeltaSinkOptions.COMMIT_ATTEMPTS.defaultValue())
                    .failBefore(() -> {
                        struck.incrementAndGet();
                        return new IOException("the storage is away");
                    });
        }
    },
    /** The answer to the put is lost, and so is the put. */
    PUT_IS_LOST {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            put(table, version).runBefore(struck::incrementAndGet);
            put(table, version).unknownWithoutEffect();
        }
    },
    /** The answer to the put is lost; the put was carried out. */
    ANSWER_IS_LOST {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            put(table, version).runBefore(struck::incrementAndGet);
            put(table, version).unknownWithEffect();
        }
    },
    /** The answer to the put is lost, and the put lands just before that of the next attempt. */
    PUT_LANDS_LATE {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            LogFault.Late late = put(table, version).landLate();
            put(table, version).afterSkipping(1).runBefore(() -> {
                awaitArrived(late);
                late.land();
                struck.incrementAndGet();
            });
        }
    },
    /** The committer dies after the put, before it knows. */
    AFTER_THE_PUT {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            put(table, version).failAfter(() -> crash(struck));
        }
    },
    /** The committer knows, and dies before Flink does. */
    BEFORE_THE_ACKNOWLEDGEMENT {
        @Override
        void armFault(TestTable table, long version, AtomicInteger struck) {
            table.afterCommit(version, () -> {
                throw crash(struck);
            });
        }
    };

    abstract void armFault(TestTable table, long version, AtomicInteger struck);

    /**
     * Lets things go wrong once, at the commit of this version or about then.
     *
     * @return how often it went wrong
     */
    AtomicInteger arm(TestTable table, long version) {
        AtomicInteger struck = new AtomicInteger();
        armFault(table, version, struck);
        return struck;
    }

    /** About as many as are made from now to the commit of the version; few enough for rows that are written in one go. */
    private static int filesBefore(TestTable table, long version) {
        long commits = version - table.newestVersion().orElse(0);
        return commits <= 2 ? 3 : (int) commits * 3;
    }

    private static LogFault put(TestTable table, long version) {
        return table.log().on(LogOperation.PUT, String.format(Locale.ROOT, "%020d.json", version));
    }

    private static void awaitArrived(LogFault.Late late) {
        try {
            late.awaitArrived();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static RuntimeException crash(AtomicInteger struck) {
        struck.incrementAndGet();
        return new Crash();
    }

    /** A task that dies. */
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("scripted crash");
        }
    }
}
