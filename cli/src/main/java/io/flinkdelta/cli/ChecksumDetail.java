/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.snapshot.ChecksumCheck;
import io.flinkdelta.log.snapshot.ChecksumCheck.Difference;
import io.flinkdelta.log.snapshot.SnapshotReader;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The checksum file of a version and what is wrong about it.
 *
 * @param differences a line each
 */
record ChecksumDetail(boolean exists, List<String> differences) {

    static ChecksumDetail of(TableStorage storage, long version, FileTotals files) {
        Optional<byte[]> content = read(storage, version);
        return new ChecksumDetail(
                content.isPresent(),
                content.map(bytes -> differences(bytes, storage, version, files))
                        .orElse(List.of()));
    }

    private static List<String> differences(byte[] content, TableStorage storage, long version, FileTotals files) {
        Optional<VersionChecksum> checksum = VersionChecksum.parse(content);
        if (checksum.isEmpty()) {
            return List.of("it is no checksum");
        }
        TableState log = new SnapshotReader(storage)
                .inspecting()
                .withoutChecksums()
                .at(version)
                .state();
        return ChecksumCheck.differences(checksum.get(), log, files).stream()
                .map(Difference::toString)
                .toList();
    }

    private static Optional<byte[]> read(TableStorage storage, long version) {
        String file = new LogFile.Checksum(version).fileName();
        try {
            return storage.log().read(file);
        } catch (IOException e) {
            ErrorContext where = storage.context().with("version", version);
            throw StorageErrors.of(e, where, file, "read a checksum file");
        }
    }
}
