/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.check.RowPreparation;
import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.util.Collection;
import java.util.Set;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/**
 * One subtask of the writer. Its life, all of it in the task's thread:
 *
 * <ol>
 *   <li>It is made once the table is there and has the sink's schema ({@link SinkTable}).
 *   <li>{@link #write} completes and checks rows by the rules that the table had then ({@link
 *       io.flinkdelta.common.check.RowRules}) and encodes them into the open file of their partition
 *       ({@link DataFiles}); a timer closes files that get old.
 *   <li>{@link #prepareCommit}, before each barrier and at the end of the input, closes all files
 *       and hands them over. From then on they are not this writer's to delete.
 *   <li>{@link #close} deletes what was not handed over.
 * </ol>
 */
final class DeltaSinkWriter implements CommittingSinkWriter<RowData, DeltaWriterResult> {
    private final ErrorContext context;
    private final RowPreparation preparation;
    private final Set<String> fulfilledRules;
    private final DataFiles files;
    private final WriterMetrics metrics;
    private final ProcessingTimeService clock;

    /** @param fulfilledRules by every row that {@code preparation} lets through */
    DeltaSinkWriter(
            ErrorContext context,
            RowPreparation preparation,
            Set<String> fulfilledRules,
            DataFiles files,
            WriterMetrics metrics,
            ProcessingTimeService clock) {
        this.context = context;
        this.preparation = preparation;
        this.fulfilledRules = fulfilledRules;
        this.files = files;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public void write(RowData row, Context ignored) {
        try {
            if (row.getRowKind() != RowKind.INSERT) {
                throw notAnInsert(row.getRowKind());
            }
            files.write(preparation.apply(row), clock::getCurrentProcessingTime);
        } catch (RuntimeException e) {
            metrics.failed();
            throw TableFailures.unchecked(e, context);
        }
        metrics.wrote();
    }

    @Override
    public void flush(boolean endOfInput) {}

    @Override
    public Collection<DeltaWriterResult> prepareCommit() {
        try {
            return files.takeAll().stream()
                    .map(result -> result.fulfilling(fulfilledRules))
                    .toList();
        } catch (RuntimeException e) {
            throw TableFailures.unchecked(e, context);
        }
    }

    @Override
    public void close() {
        files.close();
    }

    private InvalidRequestException notAnInsert(RowKind kind) {
        return new InvalidRequestException(
                "A row of the kind " + kind.shortString() + " (" + kind + ") came to the sink, which only appends",
                context,
                "Feed it an insert-only stream; an update or delete cannot be stored by it.");
    }
}
