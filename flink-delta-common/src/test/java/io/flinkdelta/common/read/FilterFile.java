/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * A file of tiny row groups and pages, and the table that it belongs to: types that the table has widened, a column that
 * the file lacks, a partition column. Values mostly ascend, so that pages differ.
 */
record FilterFile(Random random, ColumnMapping mapping) {
    static final int ROWS = 2_000;
    private static final double[] SPECIAL = {
        Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE
    };

    StructType schema() {
        List<StructField> fields = new ArrayList<>();
        fields.add(field("l", 1, PrimitiveType.LONG));
        fields.add(field("d", 2, PrimitiveType.DOUBLE));
        fields.add(field("f", 3, PrimitiveType.DOUBLE));
        fields.add(field("s", 4, PrimitiveType.STRING));
        fields.add(field("t", 5, PrimitiveType.TIMESTAMP));
        fields.add(field("n", 6, PrimitiveType.TIMESTAMP_NTZ));
        fields.add(field("m", 7, new DecimalType(12, 4)));
        fields.add(field("b", 8, new DecimalType(20, 2)));
        fields.add(field("u", 9, PrimitiveType.LONG));
        fields.add(field("p", 10, StructType.of(field("x", 11, PrimitiveType.INTEGER))));
        fields.add(field("g", 12, PrimitiveType.INTEGER));
        fields.add(field("z", 13, PrimitiveType.BOOLEAN));
        fields.add(field("e", 14, PrimitiveType.DATE));
        fields.add(field("w", 15, PrimitiveType.FLOAT));
        fields.add(field("a", 16, new ArrayType(PrimitiveType.INTEGER, true)));
        fields.add(field("v", 18, PrimitiveType.INTEGER));
        fields.add(field("part", 17, PrimitiveType.INTEGER));
        return new StructType(fields);
    }

    private StructField field(String name, int id, DataType type) {
        if (mapping == ColumnMapping.NONE) {
            return new StructField(name, type, true);
        }
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.put(ColumnMapping.FIELD_ID, id).put(ColumnMapping.PHYSICAL_NAME, "col-" + name);
        return new StructField(name, type, true, FieldMetadata.of(metadata));
    }

    /** Of a table that is mapped by ids the file's names are others altogether. */
    private MessageType message() {
        String text = "message m { optional int32 $l = 1; optional double $d = 2; optional float $f = 3;"
                + "optional binary $s (STRING) = 4; optional int64 $t (TIMESTAMP(MICROS,true)) = 5;"
                + "optional int32 $n (DATE) = 6; optional int32 $m (DECIMAL(9,2)) = 7;"
                + "optional fixed_len_byte_array(9) $b (DECIMAL(20,2)) = 8; optional int32 $u (INTEGER(32,false)) = 9;"
                + "optional group $p = 10 { optional int32 $x = 11; } optional boolean $z = 13;"
                + "optional int32 $e (DATE) = 14; optional float $w = 15; repeated int32 $a = 16;"
                + "optional int32 $v (INTEGER(32,false)) = 18; }";
        String prefix = switch (mapping) {
            case NONE -> "";
            case NAME -> "col-";
            case ID -> "other_";
        };
        return MessageTypeParser.parseMessageType(text.replace("$", prefix));
    }

    void write(OutputFile file) throws IOException {
        MessageType message = message();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(file)
                .withType(message)
                .withWriterVersion(random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
                .withDictionaryEncoding(random.nextBoolean())
                .withPageRowCountLimit(10 + random.nextInt(90))
                .withRowGroupRowCountLimit(200 + random.nextInt(800))
                .withColumnIndexTruncateLength(1 + random.nextInt(12))
                .withStatisticsTruncateLength(1 + random.nextInt(12))
                .build()) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(row(message, row));
            }
        }
    }

    private Group row(MessageType message, int row) {
        Group group = new SimpleGroup(message);
        // Whole pages of nulls, too.
        int nullPercent = row / 150 % 4 == 0 ? 100 : 10;
        for (int field = 0; field < message.getFieldCount(); field++) {
            if (random.nextInt(100) >= (field % 3 == row / 600 ? nullPercent : 5)) {
                add(group, field, row / 20 + random.nextInt(8) - 40);
            }
        }
        return group;
    }

    private void add(Group group, int field, int value) {
        double special = random.nextInt(60) == 0 ? SPECIAL[random.nextInt(SPECIAL.length)] : value / 4d;
        switch (field) {
            case 0 -> group.add(field, value);
            case 1 -> group.add(field, special);
            case 2, 12 -> group.add(field, (float) special * 1.1f);
            case 3 -> group.add(field, text(value));
            case 4 -> group.add(field, value * 333_333L);
            case 5, 11 -> group.add(field, value);
            case 6 -> group.add(field, value * 25);
            case 7 -> group.add(field, decimal(value * 50L));
            case 8 -> group.add(field, value);
            case 9 -> struct(group.addGroup(field), value);
            case 10 -> group.add(field, value > 0);
            default -> group.add(field, value);
        }
    }

    private void struct(Group group, int value) {
        if (random.nextInt(10) > 0) {
            group.add(0, value);
        }
    }

    /** Some beyond the characters of one UTF-16 unit, and all longer than the bounds. */
    static String text(int value) {
        String start = value % 7 == 0 ? "\uD83D\uDE00" : value % 5 == 0 ? "\uFFFF" : value % 3 == 0 ? "ż" : "a";
        return start + String.format(Locale.ROOT, "%05d", value) + "x".repeat(Math.abs(value) % 9);
    }

    private static Binary decimal(long unscaled) {
        byte[] number = BigInteger.valueOf(unscaled).toByteArray();
        byte[] bytes = new byte[9];
        Arrays.fill(bytes, (byte) (unscaled < 0 ? -1 : 0));
        System.arraycopy(number, 0, bytes, bytes.length - number.length, number.length);
        return Binary.fromConstantByteArray(bytes);
    }
}
