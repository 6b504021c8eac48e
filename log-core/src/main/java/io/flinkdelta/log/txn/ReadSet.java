/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.stats.ScanFilter;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What of the table a transaction looked at to find what it writes. Made by {@link TransactionBuilder}, asked by
 * {@link ConflictChecker} about the files of commits that overtook the transaction. Immutable.
 */
public sealed interface ReadSet {
    /** Whether a file that comes would have been read, had it been there. */
    boolean wouldRead(AddFile file);

    /**
     * Whether a file that goes was read.
     *
     * @param path of the file, canonical
     */
    boolean hasRead(RemoveFile file, String path);

    /**
     * Whether all rows of a file were read, and not only those that a filter finds in it.
     *
     * @param path of the file, canonical
     */
    boolean hasReadAllOf(String path);

    /** No file: a blind append. */
    record Nothing() implements ReadSet {
        @Override
        public boolean wouldRead(AddFile file) {
            return false;
        }

        @Override
        public boolean hasRead(RemoveFile file, String path) {
            return false;
        }

        @Override
        public boolean hasReadAllOf(String path) {
            return false;
        }
    }

    /**
     * Certain files, whatever others there are.
     *
     * @param paths canonical
     */
    record Files(Set<String> paths) implements ReadSet {
        public Files {
            paths = Set.copyOf(paths);
        }

        @Override
        public boolean wouldRead(AddFile file) {
            return false;
        }

        @Override
        public boolean hasRead(RemoveFile file, String path) {
            return hasReadAllOf(path);
        }

        @Override
        public boolean hasReadAllOf(String path) {
            return paths.contains(path);
        }
    }

    /**
     * The rows on which one of some filters is true, and certain files besides. A file counts when partition values
     * and statistics do not rule out such a row.
     *
     * @param filters made from the metadata of the version that was read
     */
    record Matching(List<ScanFilter> filters, Files files) implements ReadSet {
        public Matching {
            filters = List.copyOf(filters);
        }

        @Override
        public boolean wouldRead(AddFile file) {
            return mayMatch(file.partitionValues(), file.stats());
        }

        /** Removals may leave out partition values and statistics, which then rule out nothing. */
        @Override
        public boolean hasRead(RemoveFile file, String path) {
            return files.hasRead(file, path)
                    || mayMatch(file.partitionValues().orElse(PartitionValues.none()), file.stats());
        }

        @Override
        public boolean hasReadAllOf(String path) {
            return files.hasReadAllOf(path);
        }

        private boolean mayMatch(PartitionValues partition, Optional<String> stats) {
            return filters.stream().anyMatch(filter -> filter.mayMatch(partition, stats));
        }
    }

    /** Every file. */
    record WholeTable() implements ReadSet {
        @Override
        public boolean wouldRead(AddFile file) {
            return true;
        }

        @Override
        public boolean hasRead(RemoveFile file, String path) {
            return true;
        }

        @Override
        public boolean hasReadAllOf(String path) {
            return true;
        }
    }
}
