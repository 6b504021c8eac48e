/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import java.util.Locale;

/**
 * What becomes of the commits that come after the version that was read. The first three are those of Spark's streaming
 * reads and give insertions only.
 */
public enum CommitReading {
    /** Rows that are added; a commit that deletes or changes rows is an error. */
    APPENDS,
    /** As {@link #APPENDS}, but of commits that do nothing but delete, nothing is read. */
    IGNORE_DELETES,
    /** All rows of all files that are added: those that were merely rewritten come once more. */
    IGNORE_CHANGES,
    /** As {@link #APPENDS}, but of commits that delete or change rows, nothing is read. */
    SKIP_CHANGE_COMMITS,
    /** Insertions, updates and deletions, as the table has recorded them, else as they follow from the commit. */
    CHANGES;

    /** As it is written as the value of an option. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
