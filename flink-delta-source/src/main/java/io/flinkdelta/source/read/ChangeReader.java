/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.table.data.RowData;

/** Reads whole splits, outside of a Flink source. One thread. */
public final class ChangeReader {
    private final TableScan scan;
    private final ScanFiles files;
    private final ChangeDerivation derivation;
    private final RecordMaker maker;

    /** @param rowsInMemory how many different rows are known at a time where changes are derived */
    public ChangeReader(TableScan scan, TableStorage storage, int rowsInMemory) {
        this.scan = scan;
        this.files = new ScanFiles(scan, storage.data());
        this.derivation = new ChangeDerivation(files, List.of(), rowsInMemory);
        this.maker = new RecordMaker(scan);
    }

    /**
     * Gives all rows of a split, each with its kind and of use until the next one.
     *
     * @throws io.flinkdelta.log.error.DeltaException when the storage fails or a file is damaged
     */
    public void read(DeltaSplit split, Consumer<RowData> rows) {
        try (SplitRows open = new SplitRows(files, split, derivation, scan.rowFilter(), new RowLimit(Long.MAX_VALUE))) {
            for (Optional<SplitBatch> batch = open.read(); batch.isPresent(); batch = open.read()) {
                for (int i = 0; i < batch.get().count(); i++) {
                    rows.accept(maker.make(batch.get(), batch.get().place(i)));
                }
                batch.get().recycle();
            }
        }
    }
}
