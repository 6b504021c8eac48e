/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.parquet.ChangeType;
import io.flinkdelta.common.read.DataFileBatches;
import io.flinkdelta.common.read.DataFileReaders;
import io.flinkdelta.common.read.FileRows;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.SplitFile;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.RowType;

/** Opens files of the table that is read. Any thread; what it opens is used by one. */
final class ScanFiles {
    private static final StructType CHANGE_TYPE =
            StructType.of(new StructField(ChangeType.COLUMN, PrimitiveType.STRING, true));

    private final TableScan scan;
    private final DataStore store;
    private final StructType read;
    private final DataFileReaders rows;
    private final DataFileReaders passing;
    private final DataFileReaders changes;

    ScanFiles(TableScan scan, DataStore store) {
        this.scan = scan;
        this.store = store;
        this.read = scan.read();
        this.rows = readers(read);
        this.passing = passing(rows.withFileColumns(scan.materialized()));
        this.changes = passing(rows.withFileColumns(CHANGE_TYPE));
    }

    private DataFileReaders passing(DataFileReaders all) {
        return scan.scanFilter().map(all::skipping).orElse(all);
    }

    private DataFileReaders readers(StructType schema) {
        return DataFileReaders.create(store, schema, scan.partitionColumns(), scan.mapping());
    }

    /** The columns of {@link #openPassing}. */
    static StructType columns(TableScan scan) {
        return with(scan.read(), scan.materialized());
    }

    /** The columns of {@link #openChanges}. */
    static StructType changeColumns(TableScan scan) {
        return with(scan.read(), CHANGE_TYPE);
    }

    private static StructType with(StructType columns, StructType more) {
        List<StructField> fields = new ArrayList<>(columns.fields());
        fields.addAll(more.fields());
        return new StructType(fields);
    }

    /** The type of the rows of {@link #open}. */
    RowType rowType() {
        return DeltaTypes.toFlink(read);
    }

    /** Rows of the columns that are read. */
    DataFileBatches open(SplitFile file, FileRows selected) {
        return rows.openBatches(file.path(), file.partitionValues(), selected.within(file.start(), file.end()));
    }

    /** The same with the columns of {@link TableScan#materialized} besides, without rows that the filter certainly drops. */
    DataFileBatches openPassing(SplitFile file, FileRows selected) {
        return passing.openBatches(file.path(), file.partitionValues(), selected.within(file.start(), file.end()));
    }

    /** Rows of a change data file, without those that the filter certainly drops, with one column more, the last: {@link ChangeType}. */
    DataFileBatches openChanges(SplitFile file, FileRows selected) {
        return changes.openBatches(file.path(), file.partitionValues(), selected);
    }

    /** The positions of the file's rows that are no rows of the table. */
    DeletionVector deleted(SplitFile file) {
        return rows.deletionVector(file.path(), file.deletionVector());
    }

    /** Opens files with some columns of the table only. */
    KeyFiles keys(List<String> columns) {
        StructType table = scan.table();
        StructType keys = new StructType(
                columns.stream().map(name -> table.field(name).orElseThrow()).toList());
        return new KeyFiles(readers(keys), DeltaTypes.toFlink(keys));
    }

    /** The columns of a key. */
    record KeyFiles(DataFileReaders readers, RowType rowType) {
        DataFileBatches open(SplitFile file, FileRows selected) {
            return readers.openBatches(file.path(), file.partitionValues(), selected);
        }
    }
}
