/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import java.io.Serializable;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a table is made splits of.
 *
 * @param reading what becomes of commits
 * @param failOnDataLoss whether versions that are no longer there are an error
 * @param primaryKey columns that tell rows apart, for updates; empty for none
 * @param exclude the paths of files that are not read; null for none
 * @param splitSize how many bytes a split has, about
 * @param openCost of opening a file, in bytes: a small file counts as so many
 * @param keepPartitionsApart whether the files of a split are all of one partition
 */
public record PlanSettings(
        StartingPoint start,
        EndingPoint end,
        CommitReading reading,
        boolean failOnDataLoss,
        List<String> primaryKey,
        Pattern exclude,
        long splitSize,
        long openCost,
        boolean keepPartitionsApart)
        implements Serializable {
    public PlanSettings {
        primaryKey = List.copyOf(primaryKey);
    }

    /** The same with splits of another size. */
    public PlanSettings withSplitSize(long bytes) {
        return new PlanSettings(
                start, end, reading, failOnDataLoss, primaryKey, exclude, bytes, openCost, keepPartitionsApart);
    }

    boolean excludes(String path) {
        return exclude != null && exclude.matcher(path).find();
    }
}
