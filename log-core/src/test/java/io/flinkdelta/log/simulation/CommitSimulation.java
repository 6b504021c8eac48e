/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;

/**
 * Several writers of different kinds at work on one table, whose storage fails them in every way that a storage may
 * fail, and who end and begin anew at any moment. All that happens follows from a seed. Who sees to it that nothing goes
 * wrong is the {@link Referee}.
 */
public final class CommitSimulation {
    private static final int WRITERS = 4;
    private static final int STEPS = 6;
    /** Of a file whose rows all writers of a crowd delete. */
    private static final int ROWS = 60;

    private static final List<Change> CROWD = List.of(RowChanges::delete, RowChanges::delete, RowChanges::upsert);
    private static final int WORKS = 8;

    private final long seed;
    private final Random random;
    /** Whether all writers delete rows of one file, and many a put is lost. */
    private final boolean crowded;

    private final Trace trace;
    private final SimulatedTable table;

    private CommitSimulation(long seed, int traced, Tally tally) {
        this.seed = seed;
        this.random = new Random(seed);
        this.trace = new Trace(traced);
        this.crowded = random.nextInt(3) == 0;
        Course course = new SeededCourse(random.nextLong(), crowded ? 12 : 4);
        this.table = new SimulatedTable(TableSetup.of(random), course, trace, tally);
    }

    /**
     * Runs the simulation of a seed.
     *
     * @param traced how many steps an error is to show
     * @param tally of what happens
     * @throws AssertionError telling the seed and the last steps, when something goes wrong
     */
    public static void run(long seed, int traced, Tally tally) {
        CommitSimulation simulation = new CommitSimulation(seed, traced, tally);
        try {
            simulation.run();
            tally.add("steps", simulation.table.scheduler().steps());
        } catch (IOException | RuntimeException | AssertionError e) {
            throw new AssertionError(simulation.describe(e), e);
        }
    }

    /** Every step that the simulation of a seed takes. */
    static String steps(long seed) {
        CommitSimulation simulation = new CommitSimulation(seed, Integer.MAX_VALUE, new Tally());
        try {
            simulation.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return simulation.trace.toString();
    }

    private String describe(Throwable failure) {
        return "-Dsim.seed=" + seed + " (" + table.setup() + ", step "
                + table.scheduler().steps() + "): " + failure.getMessage() + "\n" + trace + "\n" + failure;
    }

    private void run() throws IOException {
        table.create(crowded ? ROWS : 0);
        for (int i = 0; i < WRITERS; i++) {
            Writer writer = new Writer(table, new Random(random.nextLong()), "app" + i, crowded ? CROWD : changes());
            table.add("writer" + i, random.nextLong(), process -> writer.work(process, STEPS));
        }
        for (int i = 0; i < 2; i++) {
            Upkeep upkeep = new Upkeep(table, "upkeep" + i, new Random(random.nextLong()), WORKS);
            table.add("upkeep" + i, random.nextLong(), upkeep::work);
        }
        table.scheduler().run();
        table.referee().ended();
    }

    /** Of some kinds, of which appends are one in most cases. */
    private List<Change> changes() {
        List<Change> all = List.of(
                RowChanges::append,
                RowChanges::append,
                RowChanges::delete,
                RowChanges::upsert,
                RowChanges::appendLate,
                FileChanges::compact,
                Restores::young,
                Restores::old);
        return random.nextInt(3) == 0 ? List.of(all.get(random.nextInt(all.size())), all.get(0)) : all;
    }
}
