/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import java.io.Serializable;
import java.util.Objects;

/**
 * How data files are laid out: a value that travels in the job graph.
 *
 * @param rowGroupBytes a row group is finished when its buffered data reaches about this size
 * @param pageBytes a page is finished when its encoded data reaches about this size
 * @param dictionaryBytes the largest dictionary of a column; a larger one gives way to plain encoding
 */
public record DataFileFormat(Compression compression, long rowGroupBytes, int pageBytes, int dictionaryBytes)
        implements Serializable {
    private static final long DEFAULT_ROW_GROUP_BYTES = 128L * 1024 * 1024;
    private static final int DEFAULT_PAGE_BYTES = 1024 * 1024;

    public DataFileFormat {
        Objects.requireNonNull(compression, "compression");
        if (rowGroupBytes <= 0 || pageBytes <= 0 || dictionaryBytes <= 0) {
            throw new IllegalArgumentException("sizes must be positive");
        }
    }

    /** What Spark writes by default: snappy, row groups of 128 MiB, pages and dictionaries of 1 MiB. */
    public static DataFileFormat defaults() {
        return new DataFileFormat(Compression.SNAPPY, DEFAULT_ROW_GROUP_BYTES, DEFAULT_PAGE_BYTES, DEFAULT_PAGE_BYTES);
    }

    /** This format with another compression. */
    public DataFileFormat with(Compression other) {
        return new DataFileFormat(other, rowGroupBytes, pageBytes, dictionaryBytes);
    }

    /** This format with another row group size. */
    public DataFileFormat withRowGroupBytes(long bytes) {
        return new DataFileFormat(compression, bytes, pageBytes, dictionaryBytes);
    }

    /** This format with another page size. */
    public DataFileFormat withPageBytes(int bytes) {
        return new DataFileFormat(compression, rowGroupBytes, bytes, dictionaryBytes);
    }
}
