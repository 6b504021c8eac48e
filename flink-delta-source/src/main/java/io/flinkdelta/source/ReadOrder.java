/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

/** In which order splits are read. */
enum ReadOrder {
    /** In none: every reader may read every split. */
    ANY,
    /** The splits of one partition by one reader, in the commits' order; all of an unpartitioned table. */
    BY_PARTITION,
    /** All splits by one reader, in the commits' order: rows of a key may move between partitions. */
    BY_TABLE
}
