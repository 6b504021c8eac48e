/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;

/**
 * The rows of one version of a table, file by file, each read when it is reached. In no order. A row is of use until the
 * next one is asked for.
 */
public final class TableRows implements CloseableIterator<RowData> {
    private final DataFileReaders readers;
    private final Stream<AddFile> files;
    private final Iterator<AddFile> remaining;

    private DataFileReader current;
    private boolean closed;

    private TableRows(TableStorage storage, Snapshot snapshot) {
        this.readers = DataFileReaders.of(storage.data(), snapshot);
        this.files = snapshot.files();
        this.remaining = files.iterator();
    }

    /**
     * The rows of {@code snapshot}, in the schema of the table; {@link DeltaTypes#toFlink} tells their type. Errors
     * with single files come when the file is reached, as {@link DataFileReaders#open} tells.
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
            current = readers.open(remaining.next());
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
}
