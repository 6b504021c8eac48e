/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.read.DataFileReader;
import io.flinkdelta.common.read.DataFileReaders;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.store.DataStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/** Looks into Parquet files. */
public final class ParquetFiles {
    private ParquetFiles() {}

    static long length(DataStore store, String path) {
        try {
            return store.open(path).getLength();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ParquetMetadata footer(DataStore store, String path) {
        try (ParquetFileReader reader = ParquetFileReader.open(store.open(path))) {
            return reader.getFooter();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All rows of an unpartitioned table's file. */
    public static List<RowData> read(DataStore store, String path, RowType rowType) {
        DataFileReaders readers =
                DataFileReaders.create(store, DeltaTypes.toDelta(rowType), List.of(), ColumnMapping.NONE);
        AddFile file = AddFile.ofNewFile(DataPath.encode(path), PartitionValues.none(), 0, 0, Optional.empty());
        List<RowData> rows = new ArrayList<>();
        try (DataFileReader reader = readers.open(file)) {
            reader.forEachRemaining(row -> rows.add(copy(row, rowType)));
        }
        return rows;
    }

    private static RowData copy(RowData row, RowType rowType) {
        GenericRowData copy = new GenericRowData(row.getRowKind(), row.getArity());
        for (int i = 0; i < row.getArity(); i++) {
            copy.setField(i, RowData.createFieldGetter(rowType.getTypeAt(i), i).getFieldOrNull(row));
        }
        return copy;
    }
}
