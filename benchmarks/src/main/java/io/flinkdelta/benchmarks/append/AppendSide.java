/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** One side of the comparison: a sink, and how to see what it wrote. */
interface AppendSide {

    /** As in the names of the figures. */
    String name();

    /** Ends the stream in this sink, writing into {@code target}. */
    void attach(DataStream<RowData> rows, RowType rowType, AppendSettings settings, Path target);

    /** What is visible to a reader of {@code target}, and nothing else. */
    Written inspect(Path target) throws IOException;

    /** Rows, files and their bytes. */
    record Written(long rows, long files, long bytes) {}
}
