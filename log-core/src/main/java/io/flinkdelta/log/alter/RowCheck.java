/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.stream.Stream;

/** Reads the rows of a table, which is not the log's business, for requests that depend on them. */
@FunctionalInterface
public interface RowCheck {

    /**
     * Passes files on whose rows a condition is true.
     *
     * @param table the version that the files are read in
     * @param files those of its live files that are to be looked at; closed by the caller
     * @throws io.flinkdelta.log.error.InvalidRequestException naming a row on which the condition is not true:
     *     false, null or without a value
     * @throws io.flinkdelta.log.error.DeltaException when the condition cannot be evaluated or the rows cannot be read
     */
    void requireTrue(Snapshot table, Stream<AddFile> files, TableChange.Condition condition);
}
