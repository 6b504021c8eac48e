/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import io.flinkdelta.interop.data.RandomColumn;
import io.flinkdelta.interop.referee.Engine;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables of random columns that Spark writes with random settings of Parquet (pages, encodings, codecs, layouts of
 * lists, kinds of timestamps) and deletes from are read by us as by Spark. {@code -Dfiles.seeds=N} for more seeds,
 * {@code -Dfiles.from=S} for others.
 */
@ExtendWith(RefereeExtension.class)
final class RandomFilesIT {
    private static final long SEEDS = 2;
    private static final int FILES = 3;
    private static final int MAX_ROWS = 4_000;

    private static final List<Setting> SETTINGS = List.of(
            new Setting("parquet.writer.version", "PARQUET_1_0", "PARQUET_2_0"),
            new Setting("parquet.enable.dictionary", "true", "false"),
            new Setting("parquet.dictionary.page.size", "200", "5000", "1048576"),
            new Setting("parquet.page.size", "64", "1000", "1048576"),
            new Setting("parquet.page.row.count.limit", "1", "100", "20000"),
            new Setting("parquet.page.size.row.check.min", "1", "100"),
            new Setting("parquet.page.write-checksum.enabled", "true", "false"),
            new Setting("parquet.block.row.count.limit", "10", "700", "2147483647"),
            new Setting("spark.sql.parquet.compression.codec", "none", "snappy", "gzip", "lz4_raw", "zstd"),
            new Setting("spark.sql.parquet.outputTimestampType", "INT96", "TIMESTAMP_MICROS", "TIMESTAMP_MILLIS"),
            new Setting("spark.sql.parquet.writeLegacyFormat", "true", "false"));

    private record Setting(String key, List<String> values) {
        Setting(String key, String... values) {
            this(key, List.of(values));
        }
    }

    static Stream<Long> seeds() {
        long first = Long.getLong("files.from", 0);
        return LongStream.range(first, first + Long.getLong("files.seeds", SEEDS))
                .boxed();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatSparkWritesIsReadAlike(long seed, RefereeProcess referee, @TempDir Path folder) throws Exception {
        Random random = new Random(seed);
        Path table = folder.resolve("t");
        String name = "delta.`" + table + "`";
        List<RandomColumn> columns = IntStream.rangeClosed(0, 2 + random.nextInt(8))
                .mapToObj(i -> RandomColumn.of(random, "c" + i))
                .toList();
        referee.sql("CREATE TABLE " + name + " (id BIGINT NOT NULL, "
                + columns.stream().map(RandomColumn::definition).collect(Collectors.joining(", "))
                + ") USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')");
        int rows = 0;
        for (int file = 0; file < FILES; file++) {
            int more = random.nextInt(8) == 0 ? random.nextInt(3) : random.nextInt(MAX_ROWS);
            insert(referee, random, name, columns, rows, rows + more);
            rows += more;
            if (random.nextInt(3) == 0) {
                referee.sql("ALTER TABLE " + name + " ALTER COLUMN id AFTER c" + random.nextInt(columns.size()));
            }
        }
        long whole = TableReaders.log(table).latestSnapshot().version();
        delete(referee, random, name, rows);
        assertReadAsSpark(new TableReaders(referee, folder), referee, table, whole);
    }

    /** The versions from {@code first} on. */
    private static void assertReadAsSpark(TableReaders readers, RefereeProcess referee, Path table, long first)
            throws IOException {
        long newest = TableReaders.log(table).latestSnapshot().version();
        // Spark's reader of batches was seen to read DELTA_BYTE_ARRAY in small pages as garbage; that of rows is right.
        referee.sql("SET spark.sql.parquet.enableVectorizedReader=false");
        try {
            readers.assertReads(Engine.SPARK, table, readers.digests(table, first, newest));
        } finally {
            referee.sql("RESET spark.sql.parquet.enableVectorizedReader");
        }
    }

    private static String names(List<RandomColumn> columns) {
        return columns.stream().map(RandomColumn::name).collect(Collectors.joining(", "));
    }

    /** Rows {@code from} to before {@code to}, in one file with settings of its own. */
    private static void insert(
            RefereeProcess referee, Random random, String name, List<RandomColumn> columns, int from, int to) {
        List<String> statements = new ArrayList<>();
        for (Setting setting : SETTINGS) {
            String value = setting.values().get(random.nextInt(setting.values().size()));
            statements.add("SET `" + setting.key() + "`=`" + value + "`");
        }
        statements.add("INSERT INTO " + name + " (id, " + names(columns) + ") SELECT id, "
                + columns.stream().map(RandomColumn::value).collect(Collectors.joining(", "))
                + " FROM RANGE(" + from + ", " + to + ", 1, 1)");
        try {
            referee.sqlEach(statements);
        } finally {
            referee.sqlEach(SETTINGS.stream()
                    .map(setting -> "RESET `" + setting.key() + "`")
                    .toList());
        }
    }

    /** A run of rows, and rows here and there. */
    private static void delete(RefereeProcess referee, Random random, String name, int rows) {
        int from = random.nextInt(rows + 1);
        referee.sql(
                "DELETE FROM " + name + " WHERE id BETWEEN " + from + " AND " + (from + random.nextInt(3_000)),
                "DELETE FROM " + name + " WHERE pmod(hash(id DIV " + (1 + random.nextInt(20)) + "), "
                        + (2 + random.nextInt(9)) + ") = 0");
    }
}
