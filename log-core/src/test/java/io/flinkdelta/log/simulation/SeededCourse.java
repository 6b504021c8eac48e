/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.util.List;
import java.util.Random;

/** A course by one seed. How often faults strike, and how often actors take turns, differs from seed to seed. */
final class SeededCourse implements Course {
    private static final int LISTS = 4;

    private final Random random;
    /** In a thousand. */
    private final int staying;

    private final int failing;
    private final int pausing;
    private final int crashing;
    private final int puts;

    /** @param puts how much more often than other calls puts fail */
    SeededCourse(long seed, int puts) {
        this.puts = puts;
        this.random = new Random(seed);
        this.staying = random.nextInt(900);
        this.failing = random.nextInt(4) == 0 ? 0 : random.nextInt(60);
        this.pausing = random.nextInt(10);
        this.crashing = random.nextInt(3) == 0 ? 0 : random.nextInt(12);
    }

    @Override
    public int turn(int runnable, int current) {
        return current >= 0 && random.nextInt(1000) < staying ? current : random.nextInt(runnable);
    }

    @Override
    public Fault fault(StoreCall call) {
        int dice = random.nextInt(1000);
        if (dice < crashing) {
            return random.nextBoolean() ? Fault.CRASH_BEFORE : Fault.CRASH_AFTER;
        } else if (dice < crashing + pausing) {
            return Fault.PAUSE;
        } else if (dice < crashing + pausing + failing * weight(call)) {
            List<Fault> faults = call.faults();
            return faults.get(random.nextInt(faults.size()));
        }
        return Fault.NONE;
    }

    /** What is put decides; it is rare among the calls. */
    private int weight(StoreCall call) {
        return switch (call) {
            case PUT -> puts;
            case LIST -> LISTS;
            default -> 1;
        };
    }

    /** Short ones are as frequent as long ones. */
    @Override
    public long delay(long most) {
        long bound = Math.max(1, most >> random.nextInt(16));
        return 1 + random.nextLong(bound);
    }

    @Override
    public boolean isSeen() {
        return random.nextBoolean();
    }
}
