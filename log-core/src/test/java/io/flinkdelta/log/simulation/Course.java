/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

/** The course that a simulation takes: everything that chance decides once the writers know what they want. */
interface Course {

    /**
     * Whose turn it is.
     *
     * @param runnable how many actors could go on
     * @param current which of them has taken the last step, -1 when it cannot go on
     */
    int turn(int runnable, int current);

    /** What happens to a call. */
    Fault fault(StoreCall call);

    /** Milliseconds, at most {@code most}: how long a pause takes, or a put that is late. */
    long delay(long most);

    /** What the actor whose turn it is does now need not be disturbed, such as the making up of its commit. */
    default void undisturbed(boolean begun) {}

    /** Whether a slow listing shows one of the files that came or went meanwhile. */
    boolean isSeen();
}
