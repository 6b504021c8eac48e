/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * All courses, one after the other: every order of the calls of the actors and, at every call, every fault that a
 * course may have one of. What makes no difference is left out:
 *
 * <ul>
 *   <li>What an actor does while it makes up its commit is one step.
 *   <li>A data file is its writer's alone until it is committed, and does not change any more then.
 *   <li>A process that ends before it reads leaves the same behind as one that ends before it writes next.
 * </ul>
 */
final class EnumeratedCourse implements Course {
    private static final long SOON_MILLIS = 5_000;

    private final List<Choice> path = new ArrayList<>();
    private int position;
    private boolean faultSpent;
    private boolean undisturbed;
    /** Whether the next call is none that others could notice. */
    private boolean alone;

    private record Choice(int taken, int options) {}

    /** Goes on to the next course; false when there is none. Not before the first one. */
    boolean next() {
        position = 0;
        faultSpent = false;
        undisturbed = false;
        alone = false;
        for (int i = path.size() - 1; i >= 0; i--) {
            Choice last = path.remove(i);
            if (last.taken + 1 < last.options) {
                path.add(new Choice(last.taken + 1, last.options));
                return true;
            }
        }
        return false;
    }

    private int choose(int options) {
        if (options == 1) {
            return 0;
        }
        if (position == path.size()) {
            path.add(new Choice(0, options));
        }
        Choice choice = path.get(position++);
        if (choice.options != options) {
            throw new AssertionError("the same course leads elsewhere: " + choice + " of " + options);
        }
        return choice.taken;
    }

    @Override
    public int turn(int runnable, int current) {
        return (undisturbed || alone) && current >= 0 ? current : choose(runnable);
    }

    @Override
    public void undisturbed(boolean begun) {
        undisturbed = begun;
    }

    @Override
    public Fault fault(StoreCall call) {
        alone = call == StoreCall.CREATE_DATA || call == StoreCall.CLOSE_DATA || call == StoreCall.OPEN_DATA;
        if (undisturbed || faultSpent) {
            return Fault.NONE;
        }
        List<Fault> faults = faults(call);
        Fault fault = faults.get(choose(faults.size()));
        faultSpent = fault != Fault.NONE;
        return fault;
    }

    private static List<Fault> faults(StoreCall call) {
        return switch (call) {
            case PUT ->
                List.of(
                        Fault.NONE,
                        Fault.CRASH_BEFORE,
                        Fault.CRASH_AFTER,
                        Fault.LOSE_ANSWER,
                        Fault.LAND_LATE,
                        Fault.REPEAT_PUT);
            case LIST, READ, OPEN, OPEN_DATA, LIST_DATA -> List.of(Fault.NONE);
            case OVERWRITE, DELETE, CREATE_DATA, CLOSE_DATA, DELETE_DATA -> List.of(Fault.NONE, Fault.CRASH_BEFORE);
        };
    }

    /** Soon enough for the caller to wait for it, or not. */
    @Override
    public long delay(long most) {
        return choose(2) == 0 ? SOON_MILLIS : most;
    }

    @Override
    public boolean isSeen() {
        return choose(2) == 0;
    }

    @Override
    public String toString() {
        return path.stream()
                .map(choice -> Integer.toString(choice.taken))
                .toList()
                .toString();
    }
}
