/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.CheckpointFiles;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.SnapshotReader;
import io.flinkdelta.log.store.TableStorage;

/** A checkpoint holds what replaying all commits gives. */
final class CheckpointsAreReplay implements Invariant {
    private final TableStorage storage;
    private final Images images;

    CheckpointsAreReplay(SimulatedTable table, TableStorage storage) {
        this.storage = storage;
        this.images = new Images(table);
    }

    /** Of several of one version the one that a reader prefers is looked at. */
    @Override
    public void written(LogFile file, byte[] content) {
        if (file instanceof LogFile.AnyCheckpoint) {
            LogSnapshot snapshot =
                    new SnapshotReader(storage).withoutChecksums().at(file.version());
            if (file instanceof LogFile.MultiPartCheckpoint
                    || snapshot.segment()
                            .checkpoint()
                            .map(CheckpointFiles::version)
                            .filter(version -> version == file.version())
                            .isPresent()) {
                images.requireSame(snapshot);
            } else {
                throw new AssertionError("a checkpoint is not found, or cannot be read: " + file.fileName());
            }
        }
    }
}
