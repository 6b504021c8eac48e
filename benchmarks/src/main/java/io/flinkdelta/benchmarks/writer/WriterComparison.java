/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.harness.Figures;
import java.io.IOException;

/** Measures one kind of rows. */
@FunctionalInterface
interface WriterComparison {
    void measure(WriterTurns turns, Figures figures) throws IOException;
}
