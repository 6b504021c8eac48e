/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/**
 * A process that works on the table: a {@link DeltaLog}, a clock of its own, and a storage that fails it as the {@link
 * Course} has it. After a crash nothing that is left of it reaches the storage.
 */
final class SimulatedProcess {
    private static final long LONGEST_PAUSE = Duration.ofHours(2).toMillis();
    /** By how much a clock may be wrong. */
    static final Duration LONGEST_SKEW = Duration.ofMinutes(30);

    private final SimulatedTable table;
    private final Scheduler.Actor actor;
    private final Random random;
    private final Clock clock;
    private final TableStorage storage;
    private final DeltaLog log;
    private Effect intended = Effect.NONE;
    private Optional<Effect.Progress> progress = Optional.empty();
    private long looked = Long.MAX_VALUE;
    private boolean dead;

    SimulatedProcess(SimulatedTable table, Scheduler.Actor actor, long seed) {
        this.table = table;
        this.actor = actor;
        this.random = new Random(seed);
        this.clock = table.clock(random.nextLong(2 * LONGEST_SKEW.toMillis()) - LONGEST_SKEW.toMillis());
        this.storage = new TableStorage(
                SimulatedTable.PATH,
                new SimulatedLogStore(this, table.log()),
                new SimulatedDataStore(this, table.data(), table.referee()));
        this.log = new DeltaLog(
                storage,
                table.components(random)
                        .withClock(clock)
                        .withSleeper(pause -> sleep(pause.toMillis()))
                        .withTxnIds(this::newTxnId));
    }

    /** What the commits from now on record. */
    void progress(Optional<Effect.Progress> newProgress) {
        progress = newProgress;
    }

    /** What the commits from now on do; of each the referee is told before it is made. */
    void intend(Effect effect) {
        intended = progress.map(effect::by).orElse(effect);
    }

    TransactionBuilder transaction(Snapshot read, Operation operation, Effect effect) {
        intend(effect);
        TransactionBuilder transaction = log.newTransaction(read, operation);
        progress.ifPresent(step -> transaction.txn(step.appId(), step.version()));
        return transaction;
    }

    String newTxnId() {
        String txnId = uuid().toString();
        table.referee().attempt(txnId, intended);
        return txnId;
    }

    UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    /** It lists folders of the table. */
    void listsFolders() {
        looked = Long.MAX_VALUE;
    }

    /** It lists the log. */
    void listsLog() {
        looked = table.history().newestVersion();
    }

    /** The version of the table when it looked at the log last, if it did since it listed folders. */
    long looked() {
        return looked;
    }

    SimulatedTable table() {
        return table;
    }

    DeltaLog log() {
        return log;
    }

    TableStorage storage() {
        return storage;
    }

    Clock clock() {
        return clock;
    }

    Course course() {
        return table.course();
    }

    void sleep(long millis) {
        requireAlive();
        table.scheduler().sleep(actor, millis);
    }

    /** Ends whoever goes on after a crash that was caught on the way. */
    void requireAlive() {
        if (dead) {
            throw new Crash();
        }
    }

    /** One call to the storage. */
    @FunctionalInterface
    interface Work<T> {
        T run(Fault fault) throws IOException;
    }

    /** Makes a call when it is its turn, if nothing comes between. */
    <T> T call(StoreCall call, String name, Work<T> work) throws IOException {
        requireAlive();
        Fault fault = course().fault(call);
        table.scheduler().sleep(actor, fault == Fault.PAUSE ? course().delay(LONGEST_PAUSE) : 0);
        if (fault == Fault.CRASH_BEFORE) {
            throw crash(call, name, fault);
        } else if (fault == Fault.FAIL_BEFORE) {
            throw failure(call, name, fault);
        }
        T result = work.run(fault);
        if (fault == Fault.CRASH_AFTER) {
            throw crash(call, name, fault);
        } else if (fault == Fault.FAIL_AFTER) {
            throw failure(call, name, fault);
        }
        trace(call, name, fault == Fault.NONE ? shown(result) : fault + " " + shown(result));
        if (fault != Fault.NONE) {
            table.tally().count(fault);
        }
        return result;
    }

    /** Lets others go on in the middle of a call. */
    void step() {
        table.scheduler().step(actor);
    }

    private static Object shown(Object result) {
        return result instanceof Enum<?> || result instanceof Boolean ? result : "";
    }

    private IOException failure(StoreCall call, String name, Fault fault) {
        trace(call, name, fault);
        table.tally().count(fault);
        return new IOException("simulated failure");
    }

    private Crash crash(StoreCall call, String name, Fault fault) {
        trace(call, name, fault);
        table.tally().count(fault);
        dead = true;
        return new Crash();
    }

    void trace(Object what, String name, Object outcome) {
        table.trace().add(table.scheduler().now(), actor, what, name, outcome);
    }
}
