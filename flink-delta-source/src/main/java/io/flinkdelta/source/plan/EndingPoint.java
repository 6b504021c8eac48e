/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import java.io.Serializable;
import java.time.Instant;

/** Where reading ends. */
public sealed interface EndingPoint extends Serializable {

    /** Never: new versions are waited for. */
    record Never() implements EndingPoint {}

    /** With the rows of the version that reading began with, or with the newest version when it is reached. */
    record AtOnce() implements EndingPoint {}

    /** With a version, inclusive. */
    record Version(long version) implements EndingPoint {}

    /** With the newest version not after a time, inclusive. */
    record Time(Instant time) implements EndingPoint {}
}
