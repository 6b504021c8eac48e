/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.split;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What is read of a split's files. */
public sealed interface SplitContent {

    /** All files of the split, once each. */
    List<SplitFile> files();

    /**
     * The time that no row is before, of what is read from a step on; milliseconds since the epoch, empty when it is not
     * known.
     */
    default OptionalLong earliestMillis(int step) {
        return SplitFile.earliest(files());
    }

    /** Rows that are live, as insertions; file by file. */
    record LiveRows(List<SplitFile> files) implements SplitContent {
        public LiveRows {
            files = List.copyOf(files);
        }

        @Override
        public OptionalLong earliestMillis(int step) {
            return SplitFile.earliest(files.subList(step, files.size()));
        }
    }

    /** Rows of change data files, each of the kind that its column {@code _change_type} says; file by file. */
    record RecordedChanges(List<SplitFile> files) implements SplitContent {
        public RecordedChanges {
            files = List.copyOf(files);
        }

        @Override
        public OptionalLong earliestMillis(int step) {
            return SplitFile.earliest(files.subList(step, files.size()));
        }
    }

    /**
     * What a commit changed that removed some files and added others: rows of the removed ones that are in none of the
     * added ones are deletions, rows of the added ones that are in none of the removed ones insertions; an update where
     * both have the key.
     *
     * @param removed as they were before, in the commit's order
     * @param added as they are then, in the commit's order; those that were there before with other deletion vectors
     */
    record DerivedChanges(List<SplitFile> removed, List<SplitFile> added) implements SplitContent {
        public DerivedChanges {
            removed = List.copyOf(removed);
            added = List.copyOf(added);
        }

        @Override
        public List<SplitFile> files() {
            return Stream.concat(removed.stream(), added.stream()).toList();
        }
    }
}
