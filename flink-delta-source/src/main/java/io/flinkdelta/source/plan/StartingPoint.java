/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import java.io.Serializable;
import java.time.Instant;

/** Where reading begins. */
public sealed interface StartingPoint extends Serializable {

    /** With the rows of the newest version. */
    record LatestSnapshot() implements StartingPoint {}

    /** With the rows of a version. */
    record SnapshotOf(long version) implements StartingPoint {}

    /** With the rows of the newest version not after a time. */
    record SnapshotAt(Instant time) implements StartingPoint {}

    /** With the changes of a version, and not what was there before. */
    record ChangesOf(long version) implements StartingPoint {}

    /** With the changes of the first version at or after a time. */
    record ChangesSince(Instant time) implements StartingPoint {}

    /** With what is committed from now on. */
    record NewChanges() implements StartingPoint {}
}
