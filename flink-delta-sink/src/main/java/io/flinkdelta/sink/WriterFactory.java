/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.check.RowPreparation;
import io.flinkdelta.common.check.RowRules;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.Partitioner;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.DataStore;
import java.time.Clock;
import java.util.UUID;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.types.logical.RowType;

/** Makes a writer once the table is there. */
final class WriterFactory {
    private final SinkSpec spec;

    WriterFactory(SinkSpec spec) {
        this.spec = spec;
    }

    DeltaSinkWriter create(WriterInitContext context) {
        try (SinkTable table = SinkTable.open(spec)) {
            Snapshot snapshot = table.createIfMissing();
            return create(context, table.storage().data(), snapshot, table.rules(snapshot));
        } catch (RuntimeException e) {
            throw TableFailures.unchecked(e, spec.context());
        }
    }

    private DeltaSinkWriter create(WriterInitContext context, DataStore store, Snapshot table, RowRules rules) {
        RowOrder order = RowOrder.of(spec.rowType(), table.schema());
        RowPreparation preparation = rules.isEmpty()
                ? order::apply
                : rules.newPreparation(
                        new IdentityReservations(spec, spec.settings().identityBlockSize()));
        RowType rowType = rules.rowType();
        TableLayout layout = TableLayout.of(table, spec.context());
        ProcessingTimeService clock = context.getProcessingTimeService();
        WriterMetrics metrics = new WriterMetrics(context.metricGroup());
        RollTimer timer = new RollTimer(clock, spec.settings().rollingInterval());
        DataFiles files = new DataFiles(
                DataFileWriters.create(store, rowType, layout, spec.settings().fileFormat(), Clock.systemUTC()),
                Partitioner.create(spec.tablePath(), rowType, layout),
                !layout.partitionColumns().isEmpty(),
                store,
                new FileNaming(
                        context.getTaskInfo().getIndexOfThisSubtask(),
                        UUID.randomUUID(),
                        spec.settings().compression().fileExtension()),
                spec.settings(),
                new DataFiles.Listener() {
                    @Override
                    public void opened(long now) {
                        timer.opened(now);
                    }

                    @Override
                    public void closed(AddFile file, long millis) {
                        metrics.closed(file, millis);
                    }
                });
        timer.closesWith(files::closeOld);
        metrics.watch(files);
        return new DeltaSinkWriter(spec.context(), preparation, rules.fulfilled(), files, metrics, clock);
    }
}
