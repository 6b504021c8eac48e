/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import java.nio.file.Path;
import java.util.List;

/**
 * What came of a quickstart that went through.
 *
 * @param table the table's folder
 * @param sent records that were sent, over all passes
 * @param rows in the table, read back
 * @param lost records that were sent and are not in the table
 * @param doubled rows beyond the first of a record
 * @param unknown rows that were never sent
 * @param examples of lost, doubled and unknown rows
 * @param checkpoints that the job completed
 */
public record QuickstartResult(
        Path table,
        long version,
        long sent,
        long rows,
        long lost,
        long doubled,
        long unknown,
        List<String> examples,
        long checkpoints) {
    public QuickstartResult {
        examples = List.copyOf(examples);
    }

    public boolean exactlyOnce() {
        return lost == 0 && doubled == 0 && unknown == 0;
    }
}
