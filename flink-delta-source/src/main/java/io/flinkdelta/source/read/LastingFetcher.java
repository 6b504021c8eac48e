/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.source.split.DeltaSplit;
import java.util.function.Supplier;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.fetcher.SingleThreadFetcherManager;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;

/**
 * One thread that reads all splits of a reader. Flink would end it whenever there is no split, and begin another with
 * the next: what it has opened would be opened anew, and the new thread may wait for ever, since a thread that was woken
 * up while it waited for room in the queue goes on standing in line there when it is gone.
 */
final class LastingFetcher extends SingleThreadFetcherManager<DeltaRecord, DeltaSplit> {
    private boolean last;

    LastingFetcher(Supplier<SplitReader<DeltaRecord, DeltaSplit>> readers, Configuration configuration) {
        super(readers, configuration);
    }

    /** The thread may end with the splits that there are. */
    void noMoreSplits() {
        last = true;
    }

    @Override
    public boolean maybeShutdownFinishedFetchers() {
        return last && super.maybeShutdownFinishedFetchers();
    }
}
