/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.store.DataStore;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes data files that no commit can hold any more. Best effort: what stays, VACUUM removes. */
final class UncommittedFiles {
    private static final Logger LOG = LoggerFactory.getLogger(UncommittedFiles.class);

    private UncommittedFiles() {}

    static void delete(SinkSpec spec, List<AddFile> files) {
        try {
            DataStore store = spec.openStorage().data();
            for (AddFile file : files) {
                store.delete(DataPath.decode(file.path()));
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("Some of {} uncommitted data files of {} stay", files.size(), spec.tablePath(), e);
        }
    }
}
