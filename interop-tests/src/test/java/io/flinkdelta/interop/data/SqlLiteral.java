/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.data;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HexFormat;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;

/** A value of Flink as a constant expression of Spark's SQL, exactly; the session is in UTC. */
public final class SqlLiteral {
    private SqlLiteral() {}

    /** The expression; the value is not null and its type is primitive. */
    public static String of(LogicalType type, Object value) {
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> value.toString();
            case TINYINT -> cast(value, "TINYINT");
            case SMALLINT -> cast(value, "SMALLINT");
            case INTEGER -> cast(value, "INT");
            case BIGINT -> cast(value, "BIGINT");
            case FLOAT -> cast(value, "FLOAT");
            case DOUBLE -> cast(value, "DOUBLE");
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                BigDecimal number = ((DecimalData) value).toBigDecimal();
                yield cast(
                        number.toPlainString(), "DECIMAL(" + decimal.getPrecision() + "," + decimal.getScale() + ")");
            }
            case CHAR, VARCHAR -> {
                byte[] bytes = value.toString().getBytes(StandardCharsets.UTF_8);
                yield "CAST(X'" + HexFormat.of().formatHex(bytes) + "' AS STRING)";
            }
            case DATE ->
                "CAST(DATE_FROM_UNIX_DATE(" + value + ") AS DATE) /* " + LocalDate.ofEpochDay((Integer) value) + " */";
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> "TIMESTAMP_MICROS(" + micros((TimestampData) value) + ")";
            case TIMESTAMP_WITHOUT_TIME_ZONE ->
                "CAST(TIMESTAMP_MICROS(" + micros((TimestampData) value) + ") AS TIMESTAMP_NTZ)";
            default -> throw new IllegalArgumentException(type.asSummaryString());
        };
    }

    private static String cast(Object value, String type) {
        return "CAST('" + value + "' AS " + type + ")";
    }

    private static long micros(TimestampData value) {
        return value.getMillisecond() * 1000 + value.getNanoOfMillisecond() / 1000;
    }
}
