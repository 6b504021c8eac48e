/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.utils.JoinedRowData;

/** Writes one change data file, until {@link #close} or {@link #abort}. Made by {@link ChangeFileWriters}. One thread. */
public final class ChangeFileWriter {
    private final DataFileWriter file;
    private final PartitionValues partitionValues;
    private final Map<ChangeType, RowData> types = new EnumMap<>(ChangeType.class);
    private final JoinedRowData joined = new JoinedRowData();

    ChangeFileWriter(DataFileWriter file, PartitionValues partitionValues) {
        this.file = file;
        this.partitionValues = partitionValues;
        for (ChangeType type : ChangeType.values()) {
            types.put(type, GenericRowData.of(StringData.fromString(type.value())));
        }
    }

    /**
     * Appends what happened to a row.
     *
     * @param row the row before or after, as {@code type} says
     * @throws io.flinkdelta.log.error.InvalidRequestException when a value cannot be stored
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public void write(ChangeType type, RowData row) {
        file.write(joined.replace(row, types.get(type)));
    }

    /**
     * Finishes the file.
     *
     * @return what the commit that makes the changes has to bring
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public AddCDCFile close() {
        AddFile written = file.close();
        return new AddCDCFile(written.path(), partitionValues, written.size(), Map.of());
    }

    /** Gives the file up and deletes it; see {@link DataFileWriter#abort}. */
    public void abort() {
        file.abort();
    }
}
