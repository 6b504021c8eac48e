/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import io.flinkdelta.interop.data.ExactLines;
import io.flinkdelta.interop.data.WideRows;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Every edge value of every type, written by the sink, is read by everybody as it was sent, at every version. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class EveryTypeIT {

    @Test
    void everyVersionIsReadAsSent(RefereeProcess referee, FlinkCluster flink, @TempDir Path folder) throws Exception {
        Path table = folder.resolve("every type");
        RowType type = WideRows.type();
        List<RowData> rows = WideRows.rows(type);
        TableWriter writer = new TableWriter(flink, table, type, List.of(), Map.of());
        SortedMap<Long, List<String>> expected = new TreeMap<>();
        int[] cuts = {1, rows.size() / 2, rows.size()};
        int written = 0;
        for (int cut : cuts) {
            writer.append(rows.subList(written, cut));
            written = cut;
            expected.put(TableReaders.log(table).latestSnapshot().version(), ExactLines.of(type, rows.subList(0, cut)));
        }
        new TableReaders(referee, folder).assertVersions(table, expected);
    }
}
