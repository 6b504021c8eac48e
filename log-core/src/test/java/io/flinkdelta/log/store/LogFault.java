/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** One fault of a {@link FaultyLogStore}: which calls it strikes, how often, and what happens then. */
public final class LogFault {
    private final LogOperation operation;
    private final Predicate<String> name;
    private final Consumer<LogFault> arm;
    private final AtomicInteger toSkip = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger(1);
    private BooleanSupplier chance = () -> true;

    private Supplier<? extends Throwable> before;
    private Supplier<? extends Throwable> after;
    private boolean effect;
    private Late late;
    private Step hookStep;
    private StoreHook hook;

    LogFault(LogOperation operation, Predicate<String> name, Consumer<LogFault> arm) {
        this.operation = operation;
        this.name = name;
        this.arm = arm;
    }

    /** Strikes so many calls. */
    public LogFault times(int count) {
        left.set(count);
        return this;
    }

    /** Strikes every call. */
    public LogFault always() {
        return times(Integer.MAX_VALUE);
    }

    /** Lets the first {@code count} matching calls pass. */
    public LogFault afterSkipping(int count) {
        toSkip.set(count);
        return this;
    }

    /** Strikes a matching call only so often; the caller prints the seed of {@code random}. */
    public LogFault withProbability(double probability, Random random) {
        chance = () -> random.nextDouble() < probability;
        return this;
    }

    /** An {@link IOException}; nothing was done. */
    public void failBefore() {
        failBefore(() -> new IOException("scripted failure"));
    }

    /** This exception or error; nothing was done. */
    public void failBefore(Supplier<? extends Throwable> failure) {
        before = failure;
        arm.accept(this);
    }

    /**
     * The call is carried out, then its answer is lost: an {@link IOException}, or of a put, which
     * may not throw once something was done, {@link PutOutcome#UNKNOWN}.
     */
    public void failAfter() {
        effect = true;
        if (operation != LogOperation.PUT) {
            after = () -> new IOException("scripted failure after the effect");
        }
        arm.accept(this);
    }

    /** The call is carried out, then this is thrown, from a put too: for errors of the JVM. */
    public void failAfter(Supplier<? extends Throwable> failure) {
        effect = true;
        after = failure;
        arm.accept(this);
    }

    /** A put whose answer is lost after it was carried out. */
    public void unknownWithEffect() {
        requirePut();
        failAfter();
    }

    /** A put that is lost, and so is its answer. */
    public void unknownWithoutEffect() {
        requirePut();
        arm.accept(this);
    }

    /** A put whose answer is lost, and that is carried out when the test says so. */
    public Late landLate() {
        requirePut();
        late = new Late();
        arm.accept(this);
        return late;
    }

    /** Runs before the call, which then goes on. */
    public void runBefore(StoreHook run) {
        armHook(Step.BEFORE, run);
    }

    /** Runs after a call that was not struck by an exception. */
    public void runAfter(StoreHook run) {
        armHook(Step.AFTER, run);
    }

    /** Holds the caller before the call until it is released. */
    public Pause pauseBefore() {
        Pause pause = new Pause();
        armHook(Step.BEFORE, pause::hold);
        return pause;
    }

    /** Holds the caller after the call until it is released. */
    public Pause pauseAfter() {
        Pause pause = new Pause();
        armHook(Step.AFTER, pause::hold);
        return pause;
    }

    boolean matches(LogOperation called, String calledName) {
        return called == operation && name.test(calledName);
    }

    /** Whether it strikes this matching call; counts it. */
    boolean takeOne() {
        if (toSkip.getAndUpdate(count -> Math.max(0, count - 1)) > 0 || !chance.getAsBoolean()) {
            return false;
        }
        return left.getAndUpdate(count -> count == Integer.MAX_VALUE ? count : Math.max(0, count - 1)) > 0;
    }

    boolean isHook() {
        return hook != null;
    }

    boolean hasEffect() {
        return effect;
    }

    Late late() {
        return late;
    }

    void runHook(Step step) throws IOException {
        if (step == hookStep) {
            hook.run();
        }
    }

    void throwBefore() throws IOException {
        if (before != null) {
            raise(before.get());
        }
    }

    void throwAfter() throws IOException {
        if (after != null) {
            raise(after.get());
        }
    }

    private void armHook(Step step, StoreHook run) {
        hookStep = step;
        hook = run;
        arm.accept(this);
    }

    private void requirePut() {
        if (operation != LogOperation.PUT) {
            throw new IllegalStateException("only a put has an unknown outcome, not " + operation);
        }
    }

    /** Throws it as it is, if a method of {@link LogStore} can throw it. */
    static void raise(Throwable failure) throws IOException {
        if (failure instanceof IOException io) {
            throw io;
        }
        if (failure instanceof RuntimeException runtime) {
            throw runtime;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        throw new IllegalArgumentException("a log store cannot throw it", failure);
    }

    enum Step {
        BEFORE,
        AFTER
    }

    /** What runs beside a call. */
    @FunctionalInterface
    public interface StoreHook {
        void run() throws IOException;
    }

    /** A put that is under way. */
    public static final class Late {
        private final CountDownLatch arrived = new CountDownLatch(1);
        private volatile LatePut put;

        /** Waits until the put has been called. */
        public void awaitArrived() throws InterruptedException {
            requireInTime(arrived);
        }

        /** Carries the put out; EXISTS when somebody else was faster. */
        public PutOutcome land() throws IOException {
            if (put == null) {
                throw new IllegalStateException("the put has not been called yet");
            }
            return put.put();
        }

        void arrived(LatePut latePut) {
            put = latePut;
            arrived.countDown();
        }
    }

    @FunctionalInterface
    interface LatePut {
        PutOutcome put() throws IOException;
    }

    /** A call that waits. */
    public static final class Pause {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        /** Waits until a call is held here. */
        public void awaitReached() throws InterruptedException {
            requireInTime(reached);
        }

        /** Lets the call go on, and those that would have come here. */
        public void release() {
            released.countDown();
        }

        void hold() throws IOException {
            reached.countDown();
            try {
                requireInTime(released);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted = new InterruptedIOException("interrupted in a scripted pause");
                interrupted.initCause(e);
                throw interrupted;
            }
        }
    }

    private static void requireInTime(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(1, TimeUnit.MINUTES)) {
            throw new AssertionError("the other side of a scripted fault did not come within a minute");
        }
    }
}
