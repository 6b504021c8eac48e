/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.table;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A table of many files as a log has them: partitioned by day, each file with a path of 80 characters
 * and some 500 bytes of statistics on nine columns. File {@code n} is the same each time; its ids are
 * {@code n * 1000} to {@code n * 1000 + 999}, so that a range of ids picks files of one day. The data
 * files exist in the log only. Immutable, any thread.
 *
 * @param files how many
 * @param days how many partitions they are spread over, a run of files to each
 */
public record LargeTable(long files, int days) {
    /** Rows of each file, and the distance of the ids of two files that follow each other. */
    public static final long ROWS_PER_FILE = 1_000;

    private static final LocalDate FIRST_DAY = LocalDate.of(2020, 1, 1);
    private static final long FIRST_CREATED_MILLIS = 1_577_836_800_000L;
    private static final StructType SCHEMA = StructType.of(
            new StructField("day", PrimitiveType.DATE, true),
            new StructField("id", PrimitiveType.LONG, true),
            new StructField("customer", PrimitiveType.STRING, true),
            new StructField("country", PrimitiveType.STRING, true),
            new StructField("quantity", PrimitiveType.INTEGER, true),
            new StructField("price", PrimitiveType.DOUBLE, true),
            new StructField("amount", new DecimalType(12, 2), true),
            new StructField("created", PrimitiveType.TIMESTAMP, true),
            new StructField("shipped", PrimitiveType.DATE, true),
            new StructField("note", PrimitiveType.STRING, true));

    /** The columns of the table. */
    public StructType schema() {
        return SCHEMA;
    }

    /** Without table features. */
    public Protocol protocol() {
        return Protocol.legacy(1, 2);
    }

    /** With these properties. */
    public Metadata metadata(Map<String, String> configuration) {
        return new Metadata(
                new UUID(files, days).toString(),
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(SCHEMA),
                List.of("day"),
                OptionalLong.of(FIRST_CREATED_MILLIS),
                configuration);
    }

    /** The value of the partition column that file {@code number} has. */
    public String day(long number) {
        return FIRST_DAY.plusDays(Math.floorMod(number * days / files, days)).toString();
    }

    /** One file; numbers from {@link #files} on are files that are added later. */
    public AddFile file(long number) {
        String day = day(number);
        String path = String.format(
                Locale.ROOT,
                "day=%s/part-%05d-%s.c000.snappy.parquet",
                day,
                number % 100_000,
                new UUID(scramble(number), scramble(~number)));
        return AddFile.ofNewFile(
                path,
                PartitionValues.of(Map.of("day", day)),
                40_000_000 + Math.floorMod(scramble(number), 20_000_000),
                FIRST_CREATED_MILLIS + number,
                Optional.of(statistics(number)));
    }

    private static String statistics(long number) {
        long firstId = number * ROWS_PER_FILE;
        long spread = 1L + Math.floorMod(scramble(number), 99_999);
        LocalDate shipped = FIRST_DAY.plusDays(Math.floorMod(number, 3_000));
        String min = "{\"id\":" + firstId + ",\"customer\":\"customer-" + (100_000 + spread)
                + "\",\"country\":\"AT\",\"quantity\":" + spread % 10 + ",\"price\":" + spread + ".25,\"amount\":"
                + spread + ".10,\"created\":\"" + shipped + "T00:00:01.125Z\",\"shipped\":\"" + shipped
                + "\",\"note\":\"about " + spread + "\"}";
        String max = "{\"id\":" + (firstId + ROWS_PER_FILE - 1) + ",\"customer\":\"customer-" + (900_000 + spread)
                + "\",\"country\":\"ZW\",\"quantity\":" + (100 + spread % 10) + ",\"price\":" + spread
                + "99.75,\"amount\":" + spread + "00.99,\"created\":\"" + shipped + "T23:59:58.875Z\",\"shipped\":\""
                + shipped.plusDays(30) + "\",\"note\":\"zebra " + spread + "\"}";
        String nulls = "{\"id\":0,\"customer\":0,\"country\":0,\"quantity\":0,\"price\":0,\"amount\":0,\"created\":0,"
                + "\"shipped\":" + spread % 7 + ",\"note\":" + spread % 500 + "}";
        return "{\"numRecords\":" + ROWS_PER_FILE + ",\"minValues\":" + min + ",\"maxValues\":" + max
                + ",\"nullCount\":" + nulls + "}";
    }

    /** Spreads the bits of a number over all of a long, always in the same way. */
    private static long scramble(long number) {
        long bits = (number + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }
}
