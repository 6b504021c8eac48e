/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.CommittedVersion;
import io.flinkdelta.source.split.SplitContent;
import io.flinkdelta.source.split.SplitContent.DerivedChanges;
import io.flinkdelta.source.split.SplitContent.LiveRows;
import io.flinkdelta.source.split.SplitContent.RecordedChanges;
import io.flinkdelta.source.split.SplitFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Takes a commit apart into units: the files or groups of files that are read by themselves. They depend on the commit
 * and on what is asked of all commits, not on filters or sizes, so that a count of them is a place in the commit.
 */
final class CommitUnits {
    private final PlanSettings settings;
    private final ErrorContext table;
    private final List<String> partitionColumns;
    private final Function<Set<String>, Map<String, PartitionValues>> partitions;

    /**
     * For commits of a table.
     *
     * @param partitionColumns as the job's key may name them: a version may have other names for them
     * @param partitions finds the partitions of removed files whose removals do not tell them, by their paths
     */
    CommitUnits(
            PlanSettings settings,
            ErrorContext table,
            List<String> partitionColumns,
            Function<Set<String>, Map<String, PartitionValues>> partitions) {
        this.settings = settings;
        this.table = table;
        this.partitionColumns = List.copyOf(partitionColumns);
        this.partitions = partitions;
    }

    /** A unit that is not read counts, and is empty. */
    record Unit(Optional<SplitContent> content) {}

    /**
     * The units of a version.
     *
     * @param filter which files are read
     * @throws InvalidRequestException when the commit does what the source was not told to expect
     */
    List<Unit> of(CommittedVersion version, FileFilter filter) {
        FileActions actions = FileActions.of(version.commit());
        if (settings.reading() == CommitReading.CHANGES) {
            return actions.changes().isEmpty()
                    ? derived(version, actions, filter)
                    : actions.changes().stream()
                            .map(filter::file)
                            .map(file -> unit(
                                    filter.reads(file.path(), file.partitionValues(), Optional.empty()),
                                    new RecordedChanges(List.of(file))))
                            .toList();
        }
        return isSkipped(version.version(), actions) ? List.of() : added(actions.added(), filter);
    }

    private boolean isSkipped(long version, FileActions actions) {
        if (actions.removed().isEmpty()) {
            return false;
        }
        boolean deletesOnly = actions.added().isEmpty();
        return switch (settings.reading()) {
            case SKIP_CHANGE_COMMITS -> true;
            case IGNORE_CHANGES -> deletesOnly;
            case IGNORE_DELETES -> {
                if (!deletesOnly) {
                    throw unexpected("changes", version, "skip-change-commits or ignore-changes");
                }
                yield true;
            }
            default ->
                throw unexpected(
                        deletesOnly ? "deletes" : "changes",
                        version,
                        deletesOnly ? "ignore-deletes" : "skip-change-commits or ignore-changes");
        };
    }

    private InvalidRequestException unexpected(String what, long version, String option) {
        return new InvalidRequestException(
                "A commit " + what + " rows of the table, which a source of appended rows does not show.",
                table.with("version", version),
                "Set scan.commit-reading to changes to read them, or to " + option
                        + ". Then restore the job from its last checkpoint or savepoint: it goes on with this version.");
    }

    /** In the commit's order; by time, where watermarks are given. */
    private static List<Unit> added(List<AddFile> files, FileFilter filter) {
        return files.stream()
                .map(file -> new Live(file, filter.bound(file)))
                .sorted(Comparator.comparingLong(Live::bound))
                .map(live -> live(live.add, filter))
                .toList();
    }

    /** @param bound of the values themselves: times that are made of them depend on zones and units */
    private record Live(AddFile add, long bound) {}

    private static Unit live(AddFile add, FileFilter filter) {
        SplitFile file = filter.file(add);
        return unit(filter.reads(file.path(), add.partitionValues(), add.stats()), new LiveRows(List.of(file)));
    }

    private static Unit unit(boolean read, SplitContent content) {
        return new Unit(read ? Optional.of(content) : Optional.empty());
    }

    private List<Unit> derived(CommittedVersion version, FileActions actions, FileFilter filter) {
        if (actions.removed().isEmpty()) {
            return added(actions.added(), filter);
        }
        boolean apart = settings.primaryKey().isEmpty() || settings.primaryKey().containsAll(partitionColumns);
        Map<PartitionValues, Group> groups = new LinkedHashMap<>();
        Map<String, PartitionValues> untold = untold(version, actions);
        for (RemoveFile remove : actions.removed()) {
            PartitionValues partition = partition(remove, version, untold);
            groups.computeIfAbsent(apart ? partition : PartitionValues.none(), unused -> new Group())
                    .removed
                    .add(new Removed(remove, partition));
        }
        for (AddFile add : actions.added()) {
            groups.computeIfAbsent(apart ? add.partitionValues() : PartitionValues.none(), unused -> new Group())
                    .added
                    .add(add);
        }
        return groups.values().stream()
                .flatMap(group -> group.units(filter).stream())
                .toList();
    }

    private Map<String, PartitionValues> untold(CommittedVersion version, FileActions actions) {
        Set<String> paths = actions.removed().stream()
                .filter(remove -> remove.partitionValues().isEmpty())
                .map(RemoveFile::path)
                .collect(Collectors.toSet());
        boolean partitioned = !version.snapshot().partitionColumns().isEmpty();
        return partitioned && !paths.isEmpty() ? partitions.apply(paths) : Map.of();
    }

    private PartitionValues partition(
            RemoveFile remove, CommittedVersion version, Map<String, PartitionValues> untold) {
        if (version.snapshot().partitionColumns().isEmpty()) {
            return PartitionValues.none();
        }
        return remove.partitionValues()
                .or(() -> Optional.ofNullable(untold.get(remove.path())))
                .orElseThrow(() -> new CorruptLogException(
                        "A commit removes a file that the version before does not have.",
                        table.with("version", version.version()).with("file", remove.path()),
                        "Read the table from a later version on."));
    }

    private record Removed(RemoveFile file, PartitionValues partition) {
        boolean isRead(FileFilter filter) {
            return filter.reads(SplitFile.of(file, partition).path(), partition, file.stats());
        }
    }

    /** Files among which rows may have moved. */
    private static final class Group {
        private final List<Removed> removed = new ArrayList<>();
        private final List<AddFile> added = new ArrayList<>();

        List<Unit> units(FileFilter filter) {
            if (removed.isEmpty()) {
                return CommitUnits.added(added, filter);
            }
            if (added.isEmpty()) {
                return removed.stream()
                        .map(file -> unit(
                                file.isRead(filter),
                                new DerivedChanges(List.of(filter.file(file.file(), file.partition())), List.of())))
                        .toList();
            }
            List<SplitFile> before = removed.stream()
                    .filter(file -> file.isRead(filter))
                    .map(file -> filter.file(file.file(), file.partition()))
                    .toList();
            List<SplitFile> after = added.stream()
                    .filter(add -> filter.reads(SplitFile.of(add).path(), add.partitionValues(), add.stats()))
                    .map(filter::file)
                    .toList();
            return List.of(unit(!before.isEmpty() || !after.isEmpty(), new DerivedChanges(before, after)));
        }
    }
}
