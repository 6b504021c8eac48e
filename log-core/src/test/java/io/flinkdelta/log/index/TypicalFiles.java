/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** Files as a job leaves them that writes a partition a day: names with UUIDs, about 500 bytes of statistics. */
final class TypicalFiles {
    private TypicalFiles() {}

    /** Always the same for one number. */
    static AddFile file(int number) {
        Random random = new Random(number);
        String day = LocalDate.of(2024, 1, 1).plusDays(number / 100).toString();
        String path = "day=" + day
                + "/part-%05d-%s-c000.snappy.parquet"
                        .formatted(number % 100, new UUID(random.nextLong(), random.nextLong()));
        return AddFile.ofNewFile(
                path,
                PartitionValues.of(Map.of("day", day)),
                100_000_000 + random.nextInt(50_000_000),
                1_700_000_000_000L + number * 1000L + random.nextInt(1000),
                Optional.of(stats(number, random)));
    }

    private static String stats(int number, Random random) {
        long id = number * 1_000_000L;
        Instant time = Instant.ofEpochMilli(1_700_000_000_000L + number * 60_000L + random.nextInt(60_000));
        int nulls = random.nextInt(1000);
        return String.format(
                Locale.ROOT,
                "{\"numRecords\":%d,\"minValues\":{\"id\":%d,\"customer\":\"Customer#%09d\",\"price\":%.2f,\"ratio\":%s,"
                        + "\"quantity\":%d,\"ordered\":\"%s\",\"shipped\":\"%s\",\"comment\":\"%s\"},"
                        + "\"maxValues\":{\"id\":%d,\"customer\":\"Customer#%09d\",\"price\":%.2f,\"ratio\":%s,"
                        + "\"quantity\":%d,\"ordered\":\"%s\",\"shipped\":\"%s\",\"comment\":\"%s\"},"
                        + "\"nullCount\":{\"id\":0,\"customer\":0,\"price\":0,\"ratio\":%d,\"quantity\":0,\"ordered\":0,"
                        + "\"shipped\":0,\"comment\":%d}}",
                1_000_000 + random.nextInt(1000),
                id,
                random.nextInt(1000),
                random.nextInt(1000) / 100.0,
                random.nextDouble(),
                random.nextInt(5),
                time,
                LocalDate.of(2024, 1, 1).plusDays(number / 100),
                word(random),
                id + 999_999,
                999_999_000 + random.nextInt(1000),
                1000 + random.nextInt(100_000) / 100.0,
                random.nextDouble() + 1,
                45 + random.nextInt(5),
                time.plusMillis(60_000),
                LocalDate.of(2024, 1, 2).plusDays(number / 100),
                word(random),
                nulls,
                nulls / 2);
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }
}
