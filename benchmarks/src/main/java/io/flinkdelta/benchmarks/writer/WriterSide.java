/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.rows.RowFile;
import java.io.IOException;
import java.nio.file.Path;

/** One of the writers that are compared. */
interface WriterSide {
    String name();

    /** Writes all rows into one finished file in {@code folder} and returns it. */
    Path write(RowFile.Rows rows, Path folder) throws IOException;
}
