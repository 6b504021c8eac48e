/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.log.action.PartitionValueFormat;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;

/** The values of the partition columns in every row of one file. */
final class PartitionConstants {
    private final List<Constant> constants;

    private PartitionConstants(List<Constant> constants) {
        this.constants = constants;
    }

    private record Constant(String column, int position, Object value) {}

    /**
     * The values of one file as Flink's internal values.
     *
     * @param schema the table's
     * @param mapping tells under which names the log holds the values
     * @throws io.flinkdelta.log.error.CorruptLogException when a value cannot be parsed
     */
    static PartitionConstants of(
            StructType schema, List<String> partitionColumns, ColumnMapping mapping, PartitionValues values) {
        List<Constant> constants = new ArrayList<>();
        for (String column : partitionColumns) {
            int position = schema.indexOf(column);
            StructField field = schema.fields().get(position);
            String text = values.get(mapping.physicalName(field));
            constants.add(new Constant(column, position, internal(column, field.type(), text)));
        }
        return new PartitionConstants(constants);
    }

    /** From the value that the log's text stands for to Flink's. */
    private static Object internal(String column, DataType type, String text) {
        Object value = PartitionValueFormat.parse(column, type, text);
        if (value == null) {
            return null;
        }
        if (type instanceof DecimalType decimal) {
            return DecimalData.fromBigDecimal((BigDecimal) value, decimal.precision(), decimal.scale());
        }
        return switch ((PrimitiveType) type) {
            case STRING -> StringData.fromString((String) value);
            case TIMESTAMP, TIMESTAMP_NTZ -> TimestampMappings.ofMicros((long) value);
            default -> value;
        };
    }

    Set<String> columns() {
        return constants.stream().map(Constant::column).collect(Collectors.toSet());
    }

    /** Gives {@code each} the position of every partition column and its value. */
    void forEach(BiConsumer<Integer, Object> each) {
        constants.forEach(constant -> each.accept(constant.position(), constant.value()));
    }
}
