/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.scan;

import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.DeltaSourceBuilder;
import io.flinkdelta.source.DeltaSourceOptions;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;

/**
 * Our source.
 *
 * @param hidden whether it reads the version with deletion vectors
 */
record DeltaScan(boolean hidden) implements ScanSide {
    @Override
    public String name() {
        return hidden ? "delta_hidden" : "delta";
    }

    @Override
    public DataStream<RowData> attach(StreamExecutionEnvironment environment, ScanCase scanCase, ScanTable table) {
        DeltaSourceBuilder source = DeltaSource.forRowData(table.folder().toString())
                .option(DeltaSourceOptions.VERSION_AS_OF, hidden ? table.hiddenVersion() : table.wholeVersion());
        if (!scanCase.columns().isEmpty()) {
            source.columns(scanCase.columns().toArray(String[]::new));
        }
        scanCase.ids(table.rows()).ifPresent(ids -> source.filter("id >= " + ids.first() + " AND id < " + ids.end()));
        return environment.fromSource(source.build(), WatermarkStrategy.noWatermarks(), name());
    }
}
