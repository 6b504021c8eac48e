/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.testing.TableImage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A version checksum tells what replaying all commits gives. */
final class ChecksumsAreReplay implements Invariant {
    private final History history;

    ChecksumsAreReplay(History history) {
        this.history = history;
    }

    @Override
    public void written(LogFile file, byte[] content) {
        if (file instanceof LogFile.Checksum) {
            VersionChecksum actual = VersionChecksum.parse(content).orElseThrow();
            TableImage image = history.at(file.version()).image();
            List<AddFile> files = image.files().stream()
                    .filter(AddFile.class::isInstance)
                    .map(AddFile.class::cast)
                    .toList();
            boolean holds = actual.numFiles() == files.size()
                    && actual.tableSizeBytes()
                            == files.stream().mapToLong(AddFile::size).sum()
                    && actual.numDeletedRecords().equals(OptionalLong.of(hiddenRows(files)))
                    && actual.metadata().equals(image.metadata())
                    && actual.protocol().equals(image.protocol())
                    && isAll(actual.setTransactions(), image, SetTransaction.class)
                    && isAll(actual.domainMetadata(), image, DomainMetadata.class);
            if (!holds) {
                throw new AssertionError("the checksum of version " + file.version() + " is " + actual
                        + "\ninstead of what there is:\n" + image);
            }
        }
    }

    private static long hiddenRows(List<AddFile> files) {
        return files.stream()
                .flatMap(file -> file.deletionVector().stream())
                .mapToLong(vector -> vector.cardinality())
                .sum();
    }

    private static <T extends Action> boolean isAll(Optional<List<T>> told, TableImage image, Class<T> type) {
        List<Action> there = image.state().stream().filter(type::isInstance).toList();
        return told.isEmpty() || Set.copyOf(told.get()).equals(Set.copyOf(there));
    }
}
