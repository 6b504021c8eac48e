/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.split;

/** In which order splits are read. */
public enum ReadOrder {
    /** In none: every reader may read every split. */
    ANY,
    /** The oldest rows first: every reader may read every split, but none that is before one that it has had. */
    BY_TIME,
    /** The splits of one partition by one reader, in the commits' order; all of an unpartitioned table. */
    BY_PARTITION,
    /** All splits by one reader, in the commits' order: rows of a key may move between partitions. */
    BY_TABLE;

    /** Of splits with the same key one is begun when those before it are through. */
    public Object keyOf(DeltaSplit split) {
        return switch (this) {
            case ANY -> split.splitId();
            case BY_PARTITION -> split.content().files().get(0).partitionValues();
            case BY_TIME, BY_TABLE -> this;
        };
    }
}
