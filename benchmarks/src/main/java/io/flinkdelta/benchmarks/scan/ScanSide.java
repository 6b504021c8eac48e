/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.scan;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;

/** One side of the comparison: a source. */
interface ScanSide {
    /** As in the names of the figures. */
    String name();

    /** The rows of a case. */
    DataStream<RowData> attach(StreamExecutionEnvironment environment, ScanCase scanCase, ScanTable table);
}
