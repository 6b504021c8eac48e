/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;

/** Live files of every kind. */
final class RandomFiles {
    private final Random random;
    private final boolean rareFields;

    RandomFiles(Random random, boolean rareFields) {
        this.random = random;
        this.rareFields = rareFields;
    }

    AddFile next() {
        return at(path());
    }

    AddFile at(String path) {
        return new AddFile(
                path,
                partition(),
                random.nextInt(1_000_000),
                1_700_000_000_000L + random.nextInt(1_000_000_000),
                random.nextBoolean(),
                stats(),
                some() ? Map.of("INSERTION_TIME", "" + random.nextLong(), "k\"", "\u00e9\\") : Map.of(),
                deletionVector(),
                some() ? OptionalLong.of(random.nextLong()) : OptionalLong.empty(),
                some() ? OptionalLong.of(random.nextInt(100)) : OptionalLong.empty(),
                some() ? Optional.of("liquid") : Optional.empty());
    }

    private boolean some() {
        return rareFields && random.nextInt(3) == 0;
    }

    private String path() {
        UUID id = new UUID(random.nextLong(), random.nextLong());
        return switch (random.nextInt(6)) {
            case 0 -> "p=" + random.nextInt(3) + "/part-%05d-%s.c000.snappy.parquet".formatted(random.nextInt(200), id);
            case 1 -> "a%20b/f" + random.nextInt(1_000_000);
            case 2 -> "/data/table/g" + random.nextInt(1_000_000);
            case 3 -> "file:/elsewhere/h" + random.nextInt(1_000_000);
            case 4 -> "\u00e9" + random.nextInt(1_000_000);
            default -> "part-%05d-%s-c000.snappy.parquet".formatted(random.nextInt(200), id);
        };
    }

    private PartitionValues partition() {
        return switch (random.nextInt(4)) {
            case 0 -> PartitionValues.none();
            case 1 -> PartitionValues.of(Collections.singletonMap("p", null));
            default -> PartitionValues.of(Map.of("p", "" + random.nextInt(3)));
        };
    }

    private Optional<String> stats() {
        int low = random.nextInt(100);
        return switch (random.nextInt(8)) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of("");
            case 2 -> Optional.of("{\"numRecords\":" + random.nextInt(100) + "}");
            case 3 ->
                Optional.of("{\"numRecords\":5,\"minValues\":{\"id\":%d.0},\"maxValues\":{\"id\":[]},\"x\":[%d]}"
                        .formatted(low, low));
            default ->
                Optional.of(
                        "{\"numRecords\":%d,\"minValues\":{\"id\":%d,\"s\":\"a\\u0041%d\"},\"maxValues\":{\"id\":%d,\"s\":\"b%d\"},\"nullCount\":{\"id\":%d,\"s\":0}}"
                                .formatted(9, low, low, low + random.nextInt(10), low, random.nextInt(2) * 9));
        };
    }

    private Optional<DeletionVectorDescriptor> deletionVector() {
        if (!some()) {
            return Optional.empty();
        }
        return Optional.of(new DeletionVectorDescriptor(
                "u",
                "ab^-aqEH.-t@S}K{vb[*k" + random.nextInt(4),
                random.nextBoolean() ? OptionalInt.of(random.nextInt(1000)) : OptionalInt.empty(),
                random.nextInt(1000),
                1L + random.nextInt(1000)));
    }
}
