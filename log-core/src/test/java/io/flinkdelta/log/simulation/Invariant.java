/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.file.LogFile;

/** What holds at every moment, whatever the writers do and the storage does to them. Throws when it does not hold. */
interface Invariant {

    /** A commit has become the newest version. */
    default void landed(Landed landed) {}

    /** Another file of the log has been written. */
    default void written(LogFile file, byte[] content) {}

    /** A file of the log has been deleted. */
    default void deleted(LogFile file) {}

    /** A file of the table outside of its log is not there any more. */
    default void dataDeleted(String path) {}

    /** All writers are done. */
    default void ended() {}
}
