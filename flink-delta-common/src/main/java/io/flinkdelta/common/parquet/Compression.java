/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The codecs that every reader of Delta tables knows. */
public enum Compression {
    SNAPPY(CompressionCodecName.SNAPPY, ".snappy"),
    ZSTD(CompressionCodecName.ZSTD, ".zstd"),
    GZIP(CompressionCodecName.GZIP, ".gz"),
    UNCOMPRESSED(CompressionCodecName.UNCOMPRESSED, "");

    private final CompressionCodecName codecName;
    private final String extension;

    Compression(CompressionCodecName codecName, String extension) {
        this.codecName = codecName;
        this.extension = extension;
    }

    CompressionCodecName codecName() {
        return codecName;
    }

    /** The end of a data file's name as Spark writes it: {@code .snappy.parquet}, {@code .parquet}. */
    public String fileExtension() {
        return extension + ".parquet";
    }
}
