/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.source.split.DeltaSplit;

/** How much may still be planned; what begins within it may end beyond. One thread. */
public final class Budget {
    private long splits;
    private long files;
    private long bytes;

    public Budget(long splits, long files, long bytes) {
        this.splits = splits;
        this.files = files;
        this.bytes = bytes;
    }

    /** Only so many splits. */
    public static Budget ofSplits(long splits) {
        return new Budget(splits, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    boolean isSpent() {
        return splits <= 0 || files <= 0 || bytes <= 0;
    }

    void spend(DeltaSplit split) {
        splits--;
        files -= split.content().files().size();
        bytes -= split.length();
    }

    public long files() {
        return files;
    }

    public long bytes() {
        return bytes;
    }
}
