/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Lets actors run one at a time, in an order that a {@link Course} decides, in a time of its own:
 *
 * <ol>
 *   <li>Each actor has a thread, and goes on only while it holds the baton, of which there is one.
 *   <li>Before each call to the storage an actor calls {@link #step}, which hands the baton to whose turn it is.
 *   <li>Time passes a little with each step, and at once to the next one who wakes when all sleep.
 *   <li>The first failure ends all: every actor's next step throws {@link Stopped}.
 * </ol>
 */
final class Scheduler {
    private static final int MOST_STEPS = 200_000;
    private static final int STEP_MILLIS = 7;

    private final Course course;
    private final List<Actor> actors = new ArrayList<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::due).thenComparingInt(Event::number));
    private final Semaphore ended = new Semaphore(0);
    private long now;
    private int steps;
    private volatile Throwable failure;

    Scheduler(Course course, long startMillis) {
        this.course = course;
        this.now = startMillis;
    }

    /** Somebody who acts; see the class. */
    static final class Actor {
        private final String name;
        private final Consumer<Actor> body;
        private final Semaphore baton = new Semaphore(0);
        private long wakes;
        private boolean done;

        private Actor(String name, Consumer<Actor> body) {
            this.name = name;
            this.body = body;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Something that happens by itself. */
    private record Event(long due, int number, Runnable effect) {}

    /** Ends an actor after another one's failure. */
    static final class Stopped extends Error {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("the simulation has ended", null, false, false);
        }
    }

    /** Before {@link #run}. */
    void add(String name, Consumer<Actor> body) {
        actors.add(new Actor(name, body));
    }

    /** Epoch milliseconds. */
    long now() {
        return now;
    }

    int steps() {
        return steps;
    }

    /** Lets {@code effect} happen in a while. */
    void later(long millis, Runnable effect) {
        events.add(new Event(now + millis, steps, effect));
    }

    /** Runs all actors to their ends, and what was left to happen later. */
    void run() {
        List<Thread> threads = actors.stream().map(this::start).toList();
        Actor first = pick(null);
        if (first != null) {
            first.baton.release();
            ended.acquireUninterruptibly();
        }
        threads.forEach(Scheduler::join);
        if (failure instanceof Error error) {
            throw error;
        } else if (failure != null) {
            throw new AssertionError(failure);
        }
    }

    private Thread start(Actor actor) {
        Thread thread = new Thread(() -> live(actor), "simulation-" + actor);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void live(Actor actor) {
        actor.baton.acquireUninterruptibly();
        try {
            if (failure == null) {
                actor.body.accept(actor);
            }
        } catch (Stopped e) {
            actor.done = true;
        } catch (Throwable e) {
            fail(e);
        }
        actor.done = true;
        Actor next = nextOrNull();
        if (next == null) {
            ended.release();
        } else {
            next.baton.release();
        }
    }

    private Actor nextOrNull() {
        if (failure == null) {
            try {
                return pick(null);
            } catch (Throwable e) {
                fail(e);
            }
        }
        return actors.stream().filter(actor -> !actor.done).findFirst().orElse(null);
    }

    /** Ends the simulation; only the first failure counts. */
    void fail(Throwable e) {
        if (failure == null) {
            failure = e;
        }
    }

    /** Lets others go on; called by any thread that works for {@code me} while that one waits. */
    void step(Actor me) {
        requireNoFailure();
        Actor next = pick(me);
        if (next != me) {
            next.baton.release();
            me.baton.acquireUninterruptibly();
        }
        requireNoFailure();
    }

    private void requireNoFailure() {
        if (failure != null) {
            throw new Stopped();
        }
    }

    void sleep(Actor me, long millis) {
        me.wakes = now + millis;
        step(me);
    }

    /** Null when all are done, and nothing is left to happen. */
    private Actor pick(Actor current) {
        now += STEP_MILLIS;
        if (++steps > MOST_STEPS) {
            throw new AssertionError("no end after " + MOST_STEPS + " steps");
        }
        while (true) {
            happen();
            List<Actor> runnable = actors.stream()
                    .filter(actor -> !actor.done && actor.wakes <= now)
                    .toList();
            if (!runnable.isEmpty()) {
                return runnable.get(course.turn(runnable.size(), runnable.indexOf(current)));
            }
            long next = actors.stream()
                    .filter(actor -> !actor.done)
                    .mapToLong(actor -> actor.wakes)
                    .min()
                    .orElse(Long.MAX_VALUE);
            next = events.isEmpty() ? next : Math.min(next, events.peek().due);
            if (next == Long.MAX_VALUE) {
                return null;
            }
            now = Math.max(now, next);
        }
    }

    private void happen() {
        while (!events.isEmpty() && events.peek().due <= now) {
            guard(events.poll().effect);
        }
    }

    /** Runs what nobody may fail in, nor swallow a failure of. */
    void guard(Runnable check) {
        try {
            check.run();
        } catch (RuntimeException | AssertionError e) {
            fail(e);
            throw new Stopped();
        }
    }
}
