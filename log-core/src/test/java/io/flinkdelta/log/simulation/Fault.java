/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

/** What may happen to one call to the storage. */
enum Fault {
    NONE,
    /** The storage fails; nothing was done. */
    FAIL_BEFORE,
    /** It was done; the answer is a failure. Of calls that promise nothing then. */
    FAIL_AFTER,
    /** The caller's process ends; nothing was done. */
    CRASH_BEFORE,
    /** It was done; the caller's process ends. */
    CRASH_AFTER,
    /** The caller stands still for a while, then it is done. */
    PAUSE,
    /** A put is done; its answer is lost. */
    LOSE_ANSWER,
    /** A put and its answer are lost. */
    LOSE_PUT,
    /** The answer to a put is lost; the put itself is done later. */
    LAND_LATE,
    /** A put is done, repeated out of the caller's sight, and then meets its own success. */
    REPEAT_PUT,
    /** A listing goes on for a while; of what changes meanwhile it shows some and misses some. */
    SLOW_LIST
}
