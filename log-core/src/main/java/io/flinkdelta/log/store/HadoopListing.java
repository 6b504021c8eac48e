/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.store.DataStore.DataEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RemoteIterator;

/** The entries of a folder as Hadoop lists them, a page at a time. */
record HadoopListing(RemoteIterator<FileStatus> statuses) implements Iterator<DataEntry> {

    Stream<DataEntry> stream() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(this, Spliterator.NONNULL), false);
    }

    @Override
    public boolean hasNext() {
        try {
            return statuses.hasNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public DataEntry next() {
        try {
            FileStatus status = statuses.next();
            return new DataEntry(
                    status.getPath().getName(),
                    LocalDataStore.kind(status.isFile(), status.isDirectory()),
                    status.getLen(),
                    status.getModificationTime());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
