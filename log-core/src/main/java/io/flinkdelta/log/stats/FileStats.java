/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

/**
 * The statistics of one file as a {@link ScanFilter} asks for them: by the position of a column in
 * {@link ScanFilter#statsColumns()}. What is not known is null. One thread.
 */
public interface FileStats {
    /** Knows nothing. */
    FileStats UNKNOWN = new FileStats() {
        @Override
        public StatsScalar numRecords() {
            return null;
        }

        @Override
        public StatsScalar minValue(int column) {
            return null;
        }

        @Override
        public StatsScalar maxValue(int column) {
            return null;
        }

        @Override
        public StatsScalar nullCount(int column) {
            return null;
        }
    };

    /** The number of rows in the data file, hidden ones included. */
    StatsScalar numRecords();

    /** Not above any value of the column. */
    StatsScalar minValue(int column);

    /** Not below any value of the column but for what writers cut off; see {@link ScanFilter}. */
    StatsScalar maxValue(int column);

    StatsScalar nullCount(int column);
}
