/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** The rows of one version of a table, file by file, each read when it is reached. In no order. */
public final class TableRows implements CloseableIterator<RowData> {
    private final TableStorage storage;
    private final StructType schema;
    private final RowType rowType;
    private final List<String> partitionColumns;
    private final Stream<AddFile> files;
    private final Iterator<AddFile> remaining;

    private DataFileReader current;
    private boolean closed;

    private TableRows(TableStorage storage, Snapshot snapshot) {
        this.storage = storage;
        this.schema = snapshot.schema();
        this.rowType = DeltaTypes.toFlink(schema);
        this.partitionColumns = snapshot.partitionColumns();
        this.files = snapshot.files();
        this.remaining = files.iterator();
    }

    /**
     * The rows of {@code snapshot}, in the schema of the table; {@link DeltaTypes#toFlink} tells their type. Errors
     * with single files come when the file is reached, as {@link DataFileReader} tells.
     */
    public static TableRows read(TableStorage storage, Snapshot snapshot) {
        return new TableRows(storage, snapshot);
    }

    @Override
    public boolean hasNext() {
        while (current == null || !current.hasNext()) {
            if (closed || !remaining.hasNext()) {
                close();
                return false;
            }
            current = open(remaining.next());
        }
        return true;
    }

    @Override
    public RowData next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return current.next();
    }

    @Override
    public void close() {
        closed = true;
        if (current != null) {
            current.close();
        }
        files.close();
    }

    private DataFileReader open(AddFile file) {
        String path = DataPath.decode(file.path());
        if (file.deletionVector().isPresent()) {
            throw new UnsupportedFeatureException(
                    "A data file has a deletion vector, which this build cannot read.",
                    storage.context().with("file", path),
                    "Use a client that supports the table feature deletionVectors, or purge the deletion vectors.");
        }
        PartitionConstants constants = PartitionConstants.of(schema, partitionColumns, file.partitionValues());
        return DataFileReader.open(storage.data(), path, rowType, constants);
    }
}
