/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.dv.DeletionVectorFile;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of a commit that lands are there, and stay as long as a version needs them that is within the retention. */
final class FilesStay implements Invariant {
    private final SimulatedTable table;

    FilesStay(SimulatedTable table) {
        this.table = table;
    }

    @Override
    public void landed(Landed landed) {
        Set<String> there = Set.copyOf(table.data().paths());
        List<String> missing = landed.actions().stream()
                .flatMap(FilesStay::named)
                .filter(path -> !there.contains(absolute(path)))
                .toList();
        if (!missing.isEmpty()) {
            throw new AssertionError("version " + landed.version() + " lands without its files " + missing);
        }
    }

    @Override
    public void dataDeleted(String path) {
        long kept = table.scheduler().now() - table.setup().fileRetention().toMillis() + TableSetup.TOLERANCE_MILLIS;
        Set<String> needed = table.history().newest().image().files().stream()
                .filter(file -> !(file instanceof RemoveFile remove)
                        || remove.deletionTimestamp().orElseThrow() > kept)
                .flatMap(FilesStay::paths)
                .map(this::absolute)
                .collect(Collectors.toSet());
        if (needed.contains(absolute(path))) {
            throw new AssertionError("deleted is " + path + ", which a version needs within the retention");
        }
    }

    /** Files that an action says are there. */
    static Stream<String> named(Action action) {
        return action instanceof RemoveFile ? Stream.empty() : paths(action);
    }

    private String absolute(String path) {
        return path.contains(":/") ? path : table.data().location() + "/" + path;
    }

    /** Files outside of the log that an action is about. */
    private static Stream<String> paths(Action action) {
        if (action instanceof AddFile add) {
            return Stream.concat(Stream.of(add.path()), vector(add.deletionVector()));
        } else if (action instanceof RemoveFile remove) {
            return Stream.concat(Stream.of(remove.path()), vector(remove.deletionVector()));
        }
        return action instanceof AddCDCFile change ? Stream.of(change.path()) : Stream.empty();
    }

    private static Stream<String> vector(Optional<DeletionVectorDescriptor> descriptor) {
        return descriptor.flatMap(DeletionVectorFile::pathOf).stream();
    }
}
