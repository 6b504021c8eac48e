/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import java.nio.file.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Throws the rows away: what the source alone can do. */
final class DiscardSide implements AppendSide {
    @Override
    public String name() {
        return "source";
    }

    @Override
    public void attach(DataStream<RowData> rows, RowType rowType, AppendSettings settings, Path target) {
        rows.sinkTo(new DiscardingSink<>());
    }

    @Override
    public Written inspect(Path target) {
        return new Written(0, 0, 0);
    }
}
