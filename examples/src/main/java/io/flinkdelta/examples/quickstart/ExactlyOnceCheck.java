/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts whole rows against what was sent: every record of every pass must be there exactly once.
 *
 * <p>Fed with the rows of the table, in any order; then {@link #result} tells.
 */
final class ExactlyOnceCheck {
    private static final int SHOWN = 5;

    private final List<CovidRecord> records;
    private final Map<CovidRecord, Integer> indexes = new HashMap<>();
    private final int[][] seen;
    private final List<String> unknown = new ArrayList<>();
    private long rows;
    private long unknownRows;

    ExactlyOnceCheck(List<CovidRecord> records, int passes) {
        this.records = records;
        this.seen = new int[passes][records.size()];
        for (int i = 0; i < records.size(); i++) {
            if (indexes.put(records.get(i), i) != null) {
                throw new IllegalArgumentException("Two equal records: " + records.get(i));
            }
        }
    }

    /**
     * What the rows were.
     *
     * @param lost records of a pass that are not in the table
     * @param doubled rows beyond the first of a record of a pass
     * @param unknown rows that were never sent
     * @param examples of what is wrong
     */
    record Result(long rows, long lost, long doubled, long unknown, List<String> examples) {
        Result {
            examples = List.copyOf(examples);
        }

        boolean exactlyOnce() {
            return lost == 0 && doubled == 0 && unknown == 0;
        }
    }

    void add(int pass, CovidRecord row) {
        rows++;
        Integer index = indexes.get(row);
        if (index == null || pass < 1 || pass > seen.length) {
            unknownRows++;
            if (unknown.size() < SHOWN) {
                unknown.add("never sent: pass " + pass + ", " + row);
            }
        } else {
            seen[pass - 1][index]++;
        }
    }

    Result result() {
        long lost = 0;
        long doubled = 0;
        List<String> examples = new ArrayList<>(unknown);
        for (int pass = 1; pass <= seen.length; pass++) {
            for (int i = 0; i < records.size(); i++) {
                int count = seen[pass - 1][i];
                if (count == 1) {
                    continue;
                }
                lost += count == 0 ? 1 : 0;
                doubled += Math.max(0, count - 1);
                if (examples.size() < 2 * SHOWN) {
                    examples.add(count + " times: pass " + pass + ", " + records.get(i));
                }
            }
        }
        return new Result(rows, lost, doubled, unknownRows, examples);
    }
}
