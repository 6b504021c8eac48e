/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.harness;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetOutputFormat;

/** The settings of flink-parquet's writer, said in so many words so that both sides have the same. */
public final class FlinkParquet {
    /** Parquet's own defaults. */
    public static final int ROW_GROUP_BYTES = 128 << 20;

    public static final int PAGE_BYTES = 1 << 20;
    public static final int DICTIONARY_PAGE_BYTES = 1 << 20;

    private FlinkParquet() {}

    /**
     * With dictionaries, and points in time as INT64 microseconds as Delta tables have them.
     *
     * @param codec the name of a Parquet codec, in any case
     */
    public static Configuration options(String codec) {
        Configuration options = new Configuration(false);
        options.set(ParquetOutputFormat.COMPRESSION, codec.toUpperCase(Locale.ROOT));
        options.setInt(ParquetOutputFormat.BLOCK_SIZE, ROW_GROUP_BYTES);
        options.setInt(ParquetOutputFormat.PAGE_SIZE, PAGE_BYTES);
        options.setInt(ParquetOutputFormat.DICTIONARY_PAGE_SIZE, DICTIONARY_PAGE_BYTES);
        options.setBoolean(ParquetOutputFormat.ENABLE_DICTIONARY, true);
        options.setBoolean("parquet.write.int64.timestamp", true);
        options.set("parquet.timestamp.time.unit", "micros");
        return options;
    }
}
