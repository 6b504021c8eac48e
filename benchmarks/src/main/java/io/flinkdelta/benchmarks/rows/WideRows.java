/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.rows;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * A wide row of mixed types: 60 columns with numbers, decimals, texts of few to many distinct values,
 * points in time, booleans, bytes, a nested row, an array and a map. Half of the columns are
 * nullable, and of their values one in ten is null.
 */
public final class WideRows implements RowGenerator {
    private static final int NULL_ONE_IN = 10;
    private static final long FIRST_MILLIS = 1_577_836_800_000L;
    private static final long MILLIS_OF_FIVE_YEARS = 157_766_400_000L;
    private static final int FIRST_DAY = 18_262;
    private static final int DAYS_OF_FIVE_YEARS = 1_826;

    private final List<Column> columns = new ArrayList<>();

    public WideRows() {
        add("id", new BigIntType(), false, (random, number) -> number);
        numbers();
        decimals();
        texts();
        times();
        rest();
    }

    private void numbers() {
        int[] bounds = {2, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, Integer.MAX_VALUE, Integer.MAX_VALUE
        };
        for (int i = 0; i < bounds.length; i++) {
            int bound = bounds[i];
            add("int_" + i, new IntType(), i % 2 == 1, (random, number) -> random.nextInt(bound));
            if (i < 8) {
                add("long_" + i, new BigIntType(), i % 2 == 1, (random, number) -> random.nextLong(bound * 1_000L));
            }
        }
        for (int i = 0; i < 6; i++) {
            double scale = Math.pow(10, i);
            add("double_" + i, new DoubleType(), i % 2 == 1, (random, number) -> random.nextDouble() * scale);
        }
        for (int i = 0; i < 2; i++) {
            add("float_" + i, new FloatType(), i % 2 == 1, (random, number) -> (float) random.nextInt(10_000) / 8);
            add("short_" + i, new SmallIntType(), i % 2 == 1, (random, number) -> (short) random.nextInt(500));
        }
    }

    private void decimals() {
        for (int i = 0; i < 2; i++) {
            boolean nullable = i % 2 == 1;
            add(
                    "decimal_9_" + i,
                    new DecimalType(9, 2),
                    nullable,
                    (random, number) -> DecimalData.fromUnscaledLong(random.nextInt(100_000_000), 9, 2));
            add(
                    "decimal_18_" + i,
                    new DecimalType(18, 4),
                    nullable,
                    (random, number) -> DecimalData.fromUnscaledLong(random.nextLong(1_000_000_000_000L), 18, 4));
            add(
                    "decimal_38_" + i,
                    new DecimalType(38, 10),
                    nullable,
                    (random, number) -> DecimalData.fromBigDecimal(
                            new BigDecimal(BigInteger.valueOf(random.nextLong()).shiftLeft(16), 10), 38, 10));
        }
    }

    private void texts() {
        int[] distinct = {3, 10, 50, 200, 1_000, 5_000, 20_000, 50_000, 100_000, 1_000_000, 1_000_000_000};
        for (int i = 0; i < distinct.length; i++) {
            int bound = distinct[i];
            String prefix = i % 3 == 0 ? "a-rather-long-prefix-of-a-value-" : "value ";
            add(
                    "text_" + i,
                    new VarCharType(VarCharType.MAX_LENGTH),
                    i % 2 == 1,
                    (random, number) -> StringData.fromString(prefix + random.nextInt(bound)));
        }
        add(
                "text_id",
                new VarCharType(VarCharType.MAX_LENGTH),
                false,
                (random, number) -> StringData.fromString(hex(random.nextLong()) + hex(random.nextLong())));
        add(
                "text_sentence",
                new VarCharType(VarCharType.MAX_LENGTH),
                true,
                (random, number) -> StringData.fromString(sentence(random)));
    }

    private void times() {
        for (int i = 0; i < 2; i++) {
            boolean nullable = i % 2 == 1;
            add("timestamp_" + i, new TimestampType(6), nullable, (random, number) -> timestamp(random));
            add(
                    "instant_" + i,
                    new LocalZonedTimestampType(6),
                    nullable,
                    (random, number) ->
                            TimestampData.fromEpochMillis(FIRST_MILLIS + number * 3 + random.nextInt(1_000)));
            add(
                    "date_" + i,
                    new DateType(),
                    nullable,
                    (random, number) -> FIRST_DAY + random.nextInt(DAYS_OF_FIVE_YEARS));
        }
    }

    private void rest() {
        add("flag_0", new BooleanType(), false, (random, number) -> random.nextBoolean());
        add("flag_1", new BooleanType(), true, (random, number) -> random.nextInt(100) == 0);
        add("bytes", new VarBinaryType(VarBinaryType.MAX_LENGTH), true, (random, number) -> {
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            return bytes;
        });
        RowType nested = RowType.of(
                new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH), new DoubleType()},
                new String[] {"code", "label", "weight"});
        add(
                "nested",
                nested,
                true,
                (random, number) -> GenericRowData.of(
                        random.nextInt(1_000),
                        StringData.fromString("label " + random.nextInt(100)),
                        random.nextDouble()));
        add("array", new ArrayType(new IntType()), true, (random, number) -> {
            Object[] elements = new Object[random.nextInt(6)];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = random.nextInt(10_000);
            }
            return new GenericArrayData(elements);
        });
        LogicalType key = new VarCharType(false, VarCharType.MAX_LENGTH);
        add("map", new MapType(key, new BigIntType()), true, (random, number) -> {
            Map<Object, Object> entries = new LinkedHashMap<>();
            int size = random.nextInt(4);
            for (int i = 0; i < size; i++) {
                entries.put(StringData.fromString("key " + i), random.nextLong(1_000));
            }
            return new GenericMapData(entries);
        });
    }

    private void add(String name, LogicalType type, boolean nullable, Values values) {
        columns.add(new Column(name, type.copy(nullable), values));
    }

    @Override
    public RowType rowType() {
        return new RowType(
                false,
                columns.stream()
                        .map(column -> new RowType.RowField(column.name(), column.type()))
                        .toList());
    }

    @Override
    public void generate(int part, int parts, long totalRows, RowConsumer rows) throws IOException {
        SplittableRandom random = new SplittableRandom(part);
        for (long number = part; number < totalRows; number += parts) {
            GenericRowData row = new GenericRowData(columns.size());
            for (int i = 0; i < columns.size(); i++) {
                Column column = columns.get(i);
                boolean isNull = column.type().isNullable() && random.nextInt(NULL_ONE_IN) == 0;
                row.setField(i, isNull ? null : column.values().next(random, number));
            }
            if (!rows.accept(row)) {
                return;
            }
        }
    }

    private static TimestampData timestamp(SplittableRandom random) {
        return TimestampData.fromEpochMillis(
                FIRST_MILLIS + random.nextLong(MILLIS_OF_FIVE_YEARS), random.nextInt(1_000) * 1_000);
    }

    private static String hex(long value) {
        return String.format("%016x", value);
    }

    private static String sentence(SplittableRandom random) {
        String[] words = {"carefully", "final", "requests", "sleep", "quickly", "above", "the", "ironic", "accounts"};
        StringBuilder text = new StringBuilder();
        int count = 4 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append(words[random.nextInt(words.length)]);
        }
        return text.toString();
    }

    /** Makes a value of one column, never null. */
    @FunctionalInterface
    private interface Values {
        Object next(SplittableRandom random, long rowNumber);
    }

    private record Column(String name, LogicalType type, Values values) {}
}
