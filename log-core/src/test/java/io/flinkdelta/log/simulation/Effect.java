/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a commit does to the rows of the table, told before it is made. Rows are known by keys, which are given out once.
 *
 * @param removed the rows that are not there after it
 * @param added the rows that are there after it, and were not before
 * @param strict whether each row that it removes has to be there before it
 * @param progress the progress of an application that it records
 */
record Effect(Set<Long> removed, Set<Long> added, boolean strict, Optional<Progress> progress) {
    static final Effect NONE = new Effect(Set.of(), Set.of(), false, Optional.empty());

    Effect {
        removed = Set.copyOf(removed);
        added = Set.copyOf(added);
    }

    /** A version of an application, which the table is to see in one commit. */
    record Progress(String appId, long version) {}

    Effect by(Progress newProgress) {
        return new Effect(removed, added, strict, Optional.of(newProgress));
    }

    /** The rows after it. */
    Set<Long> on(Set<Long> before) {
        Set<Long> after = new TreeSet<>(before);
        boolean allThere = after.containsAll(removed);
        after.removeAll(removed);
        if (strict && !allThere) {
            throw new AssertionError("rows that are gone are replaced: " + this + " on " + before);
        }
        for (long row : added) {
            if (!after.add(row)) {
                throw new AssertionError("the row " + row + " is there already: " + this + " on " + before);
            }
        }
        return after;
    }
}
