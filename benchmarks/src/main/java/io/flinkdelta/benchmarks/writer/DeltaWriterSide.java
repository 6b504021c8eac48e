/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.rows.RowFile;
import io.flinkdelta.common.check.RowPreparation;
import io.flinkdelta.common.parquet.Compression;
import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.store.TableStorage;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;

/** Our writer, statistics for the log included. */
record DeltaWriterSide(RowType rowType, String codec) implements WriterSide {
    @Override
    public String name() {
        return "delta";
    }

    @Override
    public Path write(RowFile.Rows rows, Path folder) {
        return write(rows, row -> row, folder);
    }

    /** The same with rows that are prepared for the table first. */
    Path write(RowFile.Rows rows, RowPreparation preparation, Path folder) {
        String name = "delta.parquet";
        TableStorage storage = TableStorage.open(folder.toString(), new Configuration(false));
        DataFileFormat format = DataFileFormat.defaults().with(Compression.valueOf(codec.toUpperCase(Locale.ROOT)));
        try (DataFileWriters writers = DataFileWriters.create(storage.data(), rowType, List.of(), Map.of(), format)) {
            DataFileWriter writer = writers.open(name, PartitionValues.none());
            for (RowData row = rows.next(); row != null; row = rows.next()) {
                writer.write(preparation.apply(row));
            }
            writer.close();
        }
        return folder.resolve(name);
    }
}
