/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.expression.Expression.And;
import io.flinkdelta.log.expression.Expression.Cast;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.Comparison.Operator;
import io.flinkdelta.log.expression.Expression.FunctionCall;
import io.flinkdelta.log.expression.Expression.In;
import io.flinkdelta.log.expression.Expression.IsNull;
import io.flinkdelta.log.expression.Expression.Like;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.expression.Expression.Negate;
import io.flinkdelta.log.expression.Expression.Not;
import io.flinkdelta.log.expression.Expression.Or;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScanFilterTest {
    private static final StructType SCHEMA = StructType.of(
            field("id", PrimitiveType.LONG),
            field("x", PrimitiveType.DOUBLE),
            field("f", PrimitiveType.FLOAT),
            field("s", PrimitiveType.STRING),
            field("ts", PrimitiveType.TIMESTAMP),
            field("ntz", PrimitiveType.TIMESTAMP_NTZ),
            field("day", PrimitiveType.DATE),
            field("dec", new DecimalType(20, 2)),
            field("flag", PrimitiveType.BOOLEAN),
            field("st", StructType.of(field("a", PrimitiveType.INTEGER))),
            field("p", PrimitiveType.STRING),
            field("n", PrimitiveType.INTEGER));

    @Test
    @DisplayName("bounds prune both ways round, and equality inside them does not")
    void bounds() {
        String stats = stats("id", "10", "20", 0);
        assertThat(mayMatch(greater("id", 20L), stats)).isFalse();
        assertThat(mayMatch(greater("id", 19L), stats)).isTrue();
        assertThat(mayMatch(comparison(Operator.LESS, literal(20L), Column.of("id")), stats))
                .isFalse();
        assertThat(mayMatch(equal("id", 9L), stats)).isFalse();
        assertThat(mayMatch(equal("ID", 10L), stats)).isTrue();
        assertThat(mayMatch(new In(Column.of("id"), List.of(literal(1L), literal(30L))), stats))
                .isFalse();
        assertThat(mayMatch(new In(Column.of("id"), List.of(literal(1L), literal(15L))), stats))
                .isTrue();
        assertThat(mayMatch(new Not(greater("id", 9L)), stats)).isFalse();
        assertThat(mayMatch(new Or(equal("id", 1L), equal("id", 2L)), stats)).isFalse();
        assertThat(mayMatch(new And(equal("id", 12L), equal("id", 2L)), stats)).isFalse();
        assertThat(mayMatch(new Not(equal("id", 7L)), stats("id", "7", "7", 0))).isFalse();
        assertThat(mayMatch(new Not(equal("id", 7L)), stats("id", "7", "8", 0))).isTrue();
    }

    @Test
    @DisplayName("what is missing, of another type or no JSON is unknown and keeps the file")
    void unknown() {
        for (String stats : List.of(
                "",
                "{",
                "[]",
                "{}",
                "{\"numRecords\":5}",
                "{\"numRecords\":5,\"minValues\":{},\"maxValues\":{},\"nullCount\":{}}",
                "{\"numRecords\":5,\"minValues\":{\"id\":{\"a\":1}},\"maxValues\":{\"id\":null}}",
                "{\"numRecords\":5,\"minValues\":{\"id\":\"30\"},\"maxValues\":{\"id\":\"40\"}}",
                "{\"numRecords\":5,\"minValues\":{\"id\":30},\"minValues\":{\"id\":1}}",
                "{\"numRecords\":5,\"minValues\":{\"id\":1e999999999},\"maxValues\":{\"id\":1e9}}",
                "{\"numRecords\":5,\"minValues\":{\"id\":30}")) {
            assertThat(mayMatch(equal("id", 1L), stats)).as(stats).isTrue();
            assertThat(mayMatch(new IsNull(Column.of("id")), stats)).as(stats).isTrue();
            assertThat(mayMatch(new Not(new IsNull(Column.of("id"))), stats))
                    .as(stats)
                    .isTrue();
        }
        assertThat(filter(equal("id", 1L)).mayMatch(PartitionValues.none())).isTrue();
        assertThat(mayMatch(
                        comparison(Operator.GREATER, new FunctionCall("abs", List.of(Column.of("id"))), literal(100L)),
                        stats("id", "1", "2", 0)))
                .isTrue();
    }

    @Test
    @DisplayName("null counts say something when they are zero or the number of records")
    void nullCounts() {
        Expression isNull = new IsNull(Column.of("id"));
        assertThat(mayMatch(isNull, stats("id", "1", "2", 0))).isFalse();
        assertThat(mayMatch(isNull, stats("id", "1", "2", 3))).isTrue();
        assertThat(mayMatch(new Not(isNull), stats("id", "1", "2", 3))).isTrue();
        assertThat(mayMatch(new Not(isNull), stats("id", "1", "2", 10))).isFalse();
        assertThat(mayMatch(equal("id", 1L), stats("id", "1", "2", 10))).isFalse();
        String wide = "{\"numRecords\":10,\"tightBounds\":false,\"minValues\":{\"id\":1},\"maxValues\":{\"id\":2},"
                + "\"nullCount\":{\"id\":4}}";
        assertThat(mayMatch(isNull, wide)).isTrue();
        assertThat(mayMatch(new Not(isNull), wide)).isTrue();
        assertThat(mayMatch(comparison(Operator.NULL_SAFE_EQUAL, Column.of("id"), nothing()), stats("id", "1", "2", 0)))
                .isFalse();
        assertThat(mayMatch(comparison(Operator.NULL_SAFE_EQUAL, Column.of("id"), nothing()), stats("id", "1", "2", 1)))
                .isTrue();
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("id"), nothing()), stats("id", "1", "2", 1)))
                .isFalse();
    }

    @Test
    @DisplayName("NaN is above all, infinities are bounds, -0.0 equals 0.0")
    void floatingPoint() {
        String stats = stats("x", "\"-Infinity\"", "\"NaN\"", 0);
        assertThat(mayMatch(comparison(Operator.GREATER, Column.of("x"), literal(1e300)), stats))
                .isTrue();
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("x"), literal(Double.NaN)), stats))
                .isTrue();
        assertThat(mayMatch(comparison(Operator.LESS, Column.of("x"), literal(-1e300)), stats))
                .isTrue();
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("x"), literal(-0.0)), stats("x", "0.0", "0.0", 0)))
                .isTrue();
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("x"), literal(0.0)), stats("x", "-0.0", "-0.0", 0)))
                .isTrue();
        assertThat(mayMatch(comparison(Operator.LESS, Column.of("x"), literal(0.0)), stats("x", "-0.0", "1.0", 0)))
                .isFalse();
        assertThat(mayMatch(comparison(Operator.GREATER, Column.of("x"), literal(5)), stats("x", "1.5", "4.5", 0)))
                .isFalse();
        Expression tenth = new Literal(new BigDecimal("0.1"), new DecimalType(1, 1));
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("x"), tenth), stats("x", "0.1", "0.1", 0)))
                .isTrue();
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("f"), tenth), stats("f", "0.1", "0.1", 0)))
                .isTrue();
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("f"), literal(0.1)), stats("f", "0.1", "0.1", 0)))
                .as("0.1f is not 0.1")
                .isFalse();
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("id"), literal(0.5)), stats("id", "1", "1", 0)))
                .isTrue();
    }

    @Test
    @DisplayName("timestamps are cut to milliseconds; one without an offset is unknown")
    void timestamps() {
        String stats = stats("ts", "\"2024-01-01T00:00:00.123Z\"", "\"2024-01-01T00:00:00.123+00:00\"", 0);
        long micros = 1_704_067_200_123_000L;
        assertThat(mayMatch(timestamp("ts", Operator.EQUAL, micros + 999), stats))
                .isTrue();
        assertThat(mayMatch(timestamp("ts", Operator.GREATER, micros + 1000), stats))
                .isFalse();
        assertThat(mayMatch(timestamp("ts", Operator.LESS, micros - 1001), stats))
                .isFalse();
        String unknown = stats("ts", "\"2024-01-01T00:00:00.123\"", "\"2024-01-01T00:00:00.123\"", 0);
        assertThat(mayMatch(timestamp("ts", Operator.EQUAL, 0), unknown)).isTrue();
        String local = stats("ntz", "\"2024-01-01T00:00:00.123\"", "\"2024-01-01T00:00:00.123\"", 0);
        assertThat(mayMatch(timestamp("ntz", Operator.EQUAL, micros + 999), local))
                .isTrue();
        assertThat(mayMatch(timestamp("ntz", Operator.GREATER, micros + 1001), local))
                .isFalse();
        String far = stats("ts", "\"0001-01-01T00:00:00.000Z\"", "\"+10000-01-01T00:00:00.000Z\"", 0);
        assertThat(mayMatch(timestamp("ts", Operator.GREATER, 253_402_300_799_999_999L), far))
                .isTrue();
        String dates = stats("day", "\"2024-01-01\"", "\"2024-01-31\"", 0);
        Expression february = new Literal("2024-02-01", PrimitiveType.STRING);
        assertThat(mayMatch(comparison(Operator.GREATER_OR_EQUAL, Column.of("day"), february), dates))
                .isFalse();
        assertThat(mayMatch(
                        comparison(
                                Operator.LESS_OR_EQUAL,
                                Column.of("day"),
                                new Cast(new Literal("2024-01-01", PrimitiveType.STRING), PrimitiveType.DATE)),
                        dates))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"b%,false", "ab%,true", "aa%,true", "a%,true", "ac%,true", "ad%,false", "%,true", "_x%,true", "a,false"
    })
    @DisplayName("LIKE prunes by what the pattern begins with")
    void like(String pattern, boolean kept) {
        Expression like = new Like(Column.of("s"), new Literal(pattern, PrimitiveType.STRING));
        assertThat(mayMatch(like, stats("s", "\"aab\"", "\"acb\"", 0))).isEqualTo(kept);
        assertThat(mayMatch(new Not(like), stats("s", "\"aab\"", "\"acb\"", 0))).isTrue();
    }

    @Test
    @DisplayName("LIKE: an escaped wildcard is a character; NOT LIKE prunes a single value")
    void likeEscapes() {
        Expression percent = new Like(Column.of("s"), new Literal("50\\%%", PrimitiveType.STRING));
        assertThat(mayMatch(percent, stats("s", "\"50x\"", "\"50z\"", 0))).isFalse();
        assertThat(mayMatch(percent, stats("s", "\"50%\"", "\"50z\"", 0))).isTrue();
        Expression like = new Like(Column.of("s"), new Literal("a%", PrimitiveType.STRING));
        assertThat(mayMatch(new Not(like), stats("s", "\"abc\"", "\"abc\"", 0))).isFalse();
    }

    @Test
    @DisplayName("strings are ordered by code points; a replacement character bounds nothing")
    void strings() {
        Expression emoji = new Literal("\ud83d\ude00", PrimitiveType.STRING);
        assertThat(mayMatch(
                        comparison(Operator.LESS, Column.of("s"), emoji), stats("s", "\"\uffee\"", "\"\uffee\"", 0)))
                .isTrue();
        assertThat(mayMatch(
                        comparison(Operator.GREATER, Column.of("s"), emoji), stats("s", "\"\uffee\"", "\"\uffee\"", 0)))
                .isFalse();
        assertThat(mayMatch(comparison(Operator.GREATER, Column.of("s"), emoji), stats("s", "\"a\"", "\"\ufffd\"", 0)))
                .isTrue();
    }

    @Test
    @DisplayName("constants may be negated, cast where no value is lost, or of another exact type")
    void constants() {
        String stats = stats("id", "10", "20", 0);
        assertThat(mayMatch(comparison(Operator.LESS, Column.of("id"), new Negate(literal(5L))), stats))
                .isFalse();
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("id"), literal(new BigDecimal("9.5"))), stats))
                .isFalse();
        assertThat(mayMatch(
                        comparison(
                                Operator.EQUAL,
                                new Cast(Column.of("id"), new DecimalType(20, 0)),
                                literal(new BigDecimal("9"))),
                        stats))
                .isFalse();
        assertThat(mayMatch(
                        comparison(
                                Operator.EQUAL,
                                new Cast(Column.of("id"), PrimitiveType.STRING),
                                new Literal("9", PrimitiveType.STRING)),
                        stats))
                .isTrue();
        assertThat(mayMatch(
                        comparison(Operator.GREATER, Column.of("dec"), literal(21)), stats("dec", "1.25", "20.99", 0)))
                .isFalse();
        assertThat(mayMatch(new Literal(false, PrimitiveType.BOOLEAN), stats)).isFalse();
        assertThat(mayMatch(new Literal(null, PrimitiveType.BOOLEAN), stats)).isFalse();
        assertThat(mayMatch(Column.of("flag"), stats)).isTrue();
    }

    @Test
    @DisplayName("fields of structs have statistics of their own")
    void nested() {
        String stats =
                "{\"numRecords\":10,\"minValues\":{\"st\":{\"a\":5}},\"maxValues\":{\"st\":{\"a\":6}},\"nullCount\":{\"st\":{\"a\":0}}}";
        assertThat(mayMatch(comparison(Operator.GREATER, Column.of("st", "A"), literal(6)), stats))
                .isFalse();
        assertThat(mayMatch(comparison(Operator.EQUAL, Column.of("st", "a"), literal(6)), stats))
                .isTrue();
        assertThat(mayMatch(new IsNull(Column.of("st")), stats)).isTrue();
    }

    @Test
    @DisplayName("under column mapping, statistics and partition values go by physical names")
    void columnMapping() {
        StructType mapped = StructType.of(
                new StructField("Id", PrimitiveType.LONG, true, physical("col-1")),
                new StructField(
                        "st",
                        StructType.of(new StructField("a", PrimitiveType.INTEGER, true, physical("col-3"))),
                        true,
                        physical("col-2")),
                new StructField("p", PrimitiveType.STRING, true, physical("col-4")));
        Metadata metadata = metadata(mapped, List.of("p"), Map.of("delta.columnMapping.mode", "id"));
        ScanFilter filter = ScanFilter.of(
                new And(equal("id", 5L), comparison(Operator.EQUAL, Column.of("st", "a"), literal(5))),
                metadata,
                ErrorContext.none());
        assertThat(filter.statsColumns()).containsExactly(List.of("col-1"), List.of("col-2", "col-3"));
        ScanFilter partition = ScanFilter.of(equalText("p", "a"), metadata, ErrorContext.none());
        assertThat(partition.mayMatch(PartitionValues.of(Map.of("col-4", "b")))).isFalse();
        assertThat(partition.mayMatch(PartitionValues.of(Map.of("col-4", "a")))).isTrue();
        Metadata inCapitals = metadata(mapped, List.of("p"), Map.of("delta.columnMapping.mode", "NAME"));
        assertThat(ScanFilter.of(equalText("p", "a"), inCapitals, ErrorContext.none())
                        .mayMatch(PartitionValues.of(Map.of("col-4", "a"))))
                .isTrue();
        Metadata unmapped = metadata(mapped, List.of(), Map.of());
        assertThat(ScanFilter.of(equal("id", 5L), unmapped, ErrorContext.none()).statsColumns())
                .containsExactly(List.of("Id"));
    }

    @Test
    @DisplayName("of a column that was widened the bounds may be those of the narrower type")
    void widened() {
        StructType schema = StructType.of(
                new StructField("x", PrimitiveType.DOUBLE, true, widened("float", "double")),
                new StructField("n", PrimitiveType.TIMESTAMP_NTZ, true, widened("date", "timestamp_ntz")));
        Metadata metadata = metadata(schema, List.of(), Map.of());
        double tenth = 0.1f;
        ScanFilter filter = ScanFilter.of(
                comparison(Operator.EQUAL, Column.of("x"), literal(tenth)), metadata, ErrorContext.none());
        assertThat(mayMatch(filter, stats("x", "0.1", "0.1", 0))).isTrue();
        ScanFilter day = ScanFilter.of(timestamp("n", Operator.EQUAL, 0), metadata, ErrorContext.none());
        assertThat(mayMatch(day, stats("n", "\"1970-01-01\"", "\"1970-01-02\"", 0)))
                .isTrue();
        assertThat(mayMatch(day, stats("n", "\"1970-01-02\"", "\"1970-01-02\"", 0)))
                .isFalse();
    }

    @Test
    @DisplayName("partition values decide, '' is null, and one that cannot be parsed keeps the file")
    void partitions() {
        ScanFilter three = filter(comparison(Operator.EQUAL, Column.of("n"), literal(3)));
        assertThat(three.mayMatch(partition("n", "3"))).isTrue();
        assertThat(three.mayMatch(partition("n", "4"))).isFalse();
        assertThat(three.mayMatch(partition("n", ""))).isFalse();
        assertThat(three.mayMatch(partition("n", null))).isFalse();
        assertThat(three.mayMatch(partition("n", "three"))).isTrue();
        assertThat(three.mayMatch(PartitionValues.none())).isTrue();
        assertThat(three.statsColumns()).isEmpty();
        ScanFilter isNull = filter(new IsNull(Column.of("p")));
        assertThat(isNull.mayMatch(partition("p", ""))).isTrue();
        assertThat(isNull.mayMatch(partition("p", "x"))).isFalse();
    }

    @Test
    @DisplayName("the part about partitions is answered exactly, the rest is left over")
    void split() {
        Expression partition = equalText("p", "a");
        Expression either = new Or(equalText("p", "b"), comparison(Operator.EQUAL, Column.of("n"), literal(1)));
        Expression data = equal("id", 1L);
        Expression mixed = new Or(partition, data);
        Expression unclear = equalText("p", "a%");
        Expression function = new IsNull(new FunctionCall("upper", List.of(Column.of("p"))));
        ScanFilter filter =
                filter(new And(new And(new And(partition, data), new And(either, mixed)), new And(unclear, function)));
        assertThat(filter.partitionFilter()).contains(new And(new And(partition, either), unclear));
        assertThat(filter.residual()).contains(new And(new And(data, mixed), function));
        assertThat(filter(data).partitionFilter()).isEmpty();
        assertThat(filter(partition).residual()).isEmpty();
    }

    @Test
    @DisplayName("a column that there is not is an error that names it, wherever it stands")
    void unknownColumn() {
        for (Expression filter : List.of(
                equal("nope", 1L),
                comparison(Operator.EQUAL, Column.of("st", "nope"), literal(1)),
                comparison(Operator.EQUAL, Column.of("id", "nope"), literal(1)),
                new IsNull(new FunctionCall("upper", List.of(Column.of("nope")))))) {
            assertThatThrownBy(() -> filter(filter))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("nope");
        }
    }

    private static boolean mayMatch(Expression filter, String stats) {
        return mayMatch(filter(filter), stats);
    }

    private static boolean mayMatch(ScanFilter filter, String stats) {
        return filter.mayMatch(PartitionValues.none(), new JsonFileStats(filter.statsColumns()).read(stats));
    }

    private static ScanFilter filter(Expression filter) {
        return ScanFilter.of(filter, metadata(SCHEMA, List.of("p", "n"), Map.of()), ErrorContext.none());
    }

    static Metadata metadata(StructType schema, List<String> partitionColumns, Map<String, String> configuration) {
        return new Metadata(
                "id",
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(schema),
                partitionColumns,
                OptionalLong.empty(),
                configuration);
    }

    /** Of ten records. */
    private static String stats(String column, String min, String max, int nulls) {
        return "{\"numRecords\":10,\"minValues\":{\"%1$s\":%2$s},\"maxValues\":{\"%1$s\":%3$s},\"nullCount\":{\"%1$s\":%4$d}}"
                .formatted(column, min, max, nulls);
    }

    private static PartitionValues partition(String column, String value) {
        return PartitionValues.of(Collections.singletonMap(column, value));
    }

    private static StructField field(String name, DataType type) {
        return new StructField(name, type, true);
    }

    private static FieldMetadata physical(String name) {
        return FieldMetadata.empty().with("delta.columnMapping.physicalName", name);
    }

    private static FieldMetadata widened(String from, String to) {
        return FieldMetadata.empty()
                .with("delta.typeChanges", "[{\"fromType\":\"" + from + "\",\"toType\":\"" + to + "\"}]");
    }

    private static Expression equal(String column, long value) {
        return comparison(Operator.EQUAL, Column.of(column), literal(value));
    }

    private static Expression equalText(String column, String value) {
        return comparison(Operator.EQUAL, Column.of(column), new Literal(value, PrimitiveType.STRING));
    }

    private static Expression greater(String column, long value) {
        return comparison(Operator.GREATER, Column.of(column), literal(value));
    }

    private static Expression timestamp(String column, Operator operator, long micros) {
        PrimitiveType type = column.equals("ts") ? PrimitiveType.TIMESTAMP : PrimitiveType.TIMESTAMP_NTZ;
        return comparison(operator, Column.of(column), new Literal(micros, type));
    }

    private static Comparison comparison(Operator operator, Expression left, Expression right) {
        return new Comparison(operator, left, right);
    }

    private static Literal literal(Object value) {
        DataType type = value instanceof Long
                ? PrimitiveType.LONG
                : value instanceof Integer
                        ? PrimitiveType.INTEGER
                        : value instanceof BigDecimal ? new DecimalType(10, 1) : PrimitiveType.DOUBLE;
        return new Literal(value, type);
    }

    private static Literal nothing() {
        return new Literal(null, PrimitiveType.LONG);
    }
}
