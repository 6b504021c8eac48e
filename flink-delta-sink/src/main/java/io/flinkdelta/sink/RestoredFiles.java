/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.StorageErrors;
import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * Makes sure that the data files of a restored committable are still there before they are committed.
 * While the job was down, VACUUM may have taken them for left-overs, or the table may have been deleted;
 * a table that names files which are gone cannot be read by anybody.
 */
final class RestoredFiles {
    private final SinkSpec spec;
    private final DataStore store;

    RestoredFiles(SinkSpec spec, DataStore store) {
        this.spec = spec;
        this.store = store;
    }

    /**
     * Returns when all files are there.
     *
     * @throws InvalidRequestException naming a file that is gone
     */
    void require(DeltaCommittable committable) {
        for (AddFile file : committable.files()) {
            try {
                store.modificationTime(DataPath.decode(file.path()));
            } catch (FileNotFoundException e) {
                throw gone(committable, file, e);
            } catch (IOException e) {
                throw StorageErrors.of(e, spec.context(), file.path(), "look for a data file");
            }
        }
    }

    private InvalidRequestException gone(DeltaCommittable committable, AddFile file, FileNotFoundException cause) {
        return new InvalidRequestException(
                "A data file that the restored checkpoint has yet to commit is gone: it was removed by VACUUM, or with"
                        + " the whole table, while the job was down",
                spec.context()
                        .with("file", file.path())
                        .with("applicationId", committable.applicationId())
                        .with("checkpoint", committable.checkpointId()),
                "Put the files back, or read the rows again: start the job without state, or from a checkpoint before"
                        + " this one. Resume jobs within the table's delta.deletedFileRetentionDuration.",
                cause);
    }
}
