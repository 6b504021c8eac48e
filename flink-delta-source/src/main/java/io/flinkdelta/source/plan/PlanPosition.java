/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.index.FilePlace;
import java.util.Optional;

/** Up to where a table has been made splits of: what an enumerator keeps, however large the table is. */
public sealed interface PlanPosition {

    /** The version that is being planned. */
    long version();

    /**
     * Among the files of a version.
     *
     * @param after the files up to this one are planned
     * @param splits how many they gave
     * @param order of the files by time, as a fingerprint; 0 without one
     */
    record InSnapshot(long version, Optional<FilePlace> after, long splits, long order) implements PlanPosition {
        /** Before the first file. */
        public static InSnapshot begin(long version) {
            return new InSnapshot(version, Optional.empty(), 0, 0);
        }
    }

    /**
     * Among the changes of a version; all earlier ones are planned.
     *
     * @param version which need not be there yet
     * @param units how many parts of it, as the commit has them, are planned
     */
    record InChanges(long version, long units) implements PlanPosition {}
}
