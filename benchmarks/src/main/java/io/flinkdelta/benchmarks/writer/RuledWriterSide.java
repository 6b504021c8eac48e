/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.rows.RowFile;
import io.flinkdelta.common.check.RowPreparation;
import io.flinkdelta.common.check.RowRules;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Our writer for a table with rules: every row is completed and checked. */
record RuledWriterSide(RowRules rules, DeltaWriterSide writer) implements WriterSide {
    @Override
    public String name() {
        return "delta with rules";
    }

    @Override
    public Path write(RowFile.Rows rows, Path folder) {
        AtomicLong identity = new AtomicLong();
        RowPreparation preparation = rules.newPreparation(column -> identity.incrementAndGet());
        return writer.write(rows, preparation, folder);
    }
}
