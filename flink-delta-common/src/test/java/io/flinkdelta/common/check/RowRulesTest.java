/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowRulesTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2024-05-06T07:08:09Z"), ZoneOffset.UTC);
    private static final StructField ID = field("id", PrimitiveType.LONG);
    private static final StructField TEXT = field("text", PrimitiveType.STRING);

    private static StructField field(String name, DataType type) {
        return new StructField(name, type, true);
    }

    private static StructField field(String name, DataType type, String key, String value) {
        return new StructField(name, type, true, FieldMetadata.empty().with(key, value));
    }

    private static RowRules rules(StructType table, Map<String, String> configuration, StructField... given) {
        return rules(CLOCK, table, configuration, given);
    }

    private static RowRules rules(
            Clock clock, StructType table, Map<String, String> configuration, StructField... given) {
        RowType rowType = DeltaTypes.toFlink(StructType.of(given));
        return RowRules.of(
                new TableRules(table, configuration, EvaluationSettings.utc().with(clock), ErrorContext.table("/t")),
                rowType);
    }

    private static RowPreparation preparation(RowRules rules) {
        return rules.newPreparation(column -> {
            throw new AssertionError("no value of " + column + " is needed");
        });
    }

    private static StringData text(String value) {
        return StringData.fromString(value);
    }

    @Test
    void aTableWithoutRulesNeedsNoPreparation() {
        RowRules rules = rules(StructType.of(ID, TEXT), Map.of("delta.appendOnly", "true"), TEXT, ID);
        assertThat(rules.isEmpty()).isTrue();
        assertThat(rules.fulfilled()).isEmpty();
        assertThat(rules.rowType().getFieldNames()).containsExactly("id", "text");
    }

    @Test
    void aViolatedConstraintIsNamedWithItsExpressionAndTheValues() {
        RowRules rules = rules(
                StructType.of(ID, TEXT), Map.of("delta.constraints.small", "id < 10 AND length(text) < 5"), TEXT, ID);
        RowPreparation preparation = preparation(rules);

        RowData row = preparation.apply(GenericRowData.of(text("abc"), 9L));
        assertThat(row.getLong(0)).isEqualTo(9);
        assertThat(row.getString(1)).isEqualTo(text("abc"));
        assertThat(rules.fulfilled()).containsExactly("the CHECK constraint small: id < 10 AND length(text) < 5");
        assertThatThrownBy(() -> preparation.apply(GenericRowData.of(text("abc"), 10L)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll(
                        "violates the CHECK constraint small",
                        "table=/t",
                        "constraint=small",
                        "expression=id < 10 AND length(text) < 5",
                        "value of id=10",
                        "value of text=abc",
                        "result=false");
        assertThatThrownBy(() -> preparation.apply(GenericRowData.of(null, 1L)))
                .as("null counts as violated")
                .hasMessageContaining("result=null");
        assertThatThrownBy(() -> preparation.apply(GenericRowData.of(text("x".repeat(1000)), 1L)))
                .hasMessageContaining("... (1000 characters)");
    }

    @Test
    void anErrorOfAConstraintIsAnErrorOfTheRow() {
        RowPreparation preparation =
                preparation(rules(StructType.of(ID), Map.of("delta.constraints.odd", "10 / id > 1"), ID));

        assertThatThrownBy(() -> preparation.apply(GenericRowData.of(0L)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll(
                        "divided by zero", "constraint=odd", "expression=10 / id > 1", "value of id=0");
    }

    @Test
    void theInvariantOfANestedColumnIsChecked() {
        StructField inner = field(
                "n", PrimitiveType.INTEGER, "delta.invariants", "{\"expression\": {\"expression\": \"s.n > 3\"}}");
        StructField struct = field("s", StructType.of(inner));
        RowPreparation preparation = preparation(rules(StructType.of(struct), Map.of(), struct));

        assertThat(preparation.apply(GenericRowData.of(GenericRowData.of(4)))).isNotNull();
        assertThatThrownBy(() -> preparation.apply(GenericRowData.of(GenericRowData.of(3))))
                .hasMessageContainingAll("the invariant of the column s.n", "expression=s.n > 3", "value of s.n=3");
        assertThatThrownBy(() -> preparation.apply(new GenericRowData(1))).hasMessageContaining("result=null");
    }

    @Test
    void anInvariantThatNobodyCanReadIsCorruptAndOneInAnArrayIsRefused() {
        StructField broken = field("n", PrimitiveType.INTEGER, "delta.invariants", "{\"expression\": 1}");
        assertThatThrownBy(() -> rules(StructType.of(broken), Map.of(), broken))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("column=n");
        StructField good =
                field("n", PrimitiveType.INTEGER, "delta.invariants", "{\"expression\":{\"expression\":\"n > 1\"}}");
        StructField list = field("a", new ArrayType(StructType.of(good), true));
        assertThatThrownBy(() -> rules(StructType.of(list), Map.of(), list))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("column=a.n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sha1(text) = 'x' | the function sha1 at character 1",
                "id | its type is long",
                "id < current_date() | time of the evaluation",
                "id = [1] | the character ["
            })
    void aConstraintThatCannotBeEvaluatedIsNamed(String sql, String why) {
        assertThatThrownBy(() -> rules(StructType.of(ID, TEXT), Map.of("delta.constraints.c1", sql), ID, TEXT))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("table=/t", "constraint=c1", "expression=" + sql, why);
    }

    @Test
    void aGeneratedColumnThatIsLeftOutIsComputed() {
        StructField time = field("ts", PrimitiveType.TIMESTAMP);
        StructField day = field("d", PrimitiveType.DATE, "delta.generationExpression", "CAST(ts AS DATE)");
        StructField price = field("price", new DecimalType(5, 2), "delta.generationExpression", "id * 1.5");
        RowRules rules = rules(StructType.of(day, time, price, ID), Map.of(), ID, time);
        RowPreparation preparation = preparation(rules);

        TimestampData instant = TimestampData.fromInstant(Instant.parse("2024-02-29T23:59:59.999999Z"));
        RowData row = preparation.apply(GenericRowData.of(3L, instant));
        assertThat(row.getInt(0)).isEqualTo((int) LocalDate.parse("2024-02-29").toEpochDay());
        assertThat(row.getTimestamp(1, 6)).isEqualTo(instant);
        assertThat(row.getDecimal(2, 5, 2)).isEqualTo(DecimalData.fromBigDecimal(new BigDecimal("4.50"), 5, 2));
        assertThat(row.getLong(3)).isEqualTo(3);
        assertThat(preparation.apply(new GenericRowData(2)).isNullAt(0)).isTrue();
        assertThatThrownBy(() -> preparation.apply(GenericRowData.of(1000L, instant)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("column=price", "expression=id * 1.5", "value of id=1000", "decimal(5,2)");
        assertThat(rules.fulfilled())
                .containsExactly("the generated column d: CAST(ts AS DATE)", "the generated column price: id * 1.5");
    }

    @Test
    void aGeneratedColumnThatIsGivenIsChecked() {
        StructField twice = field("twice", PrimitiveType.LONG, "delta.generationExpression", "id * 2");
        RowPreparation preparation = preparation(rules(StructType.of(ID, twice), Map.of(), ID, twice));

        assertThat(preparation.apply(GenericRowData.of(2L, 4L)).getLong(1)).isEqualTo(4);
        assertThat(preparation.apply(new GenericRowData(2)).isNullAt(1)).isTrue();
        assertThatThrownBy(() -> preparation.apply(GenericRowData.of(2L, 5L)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll(
                        "the generated column twice", "expression=id * 2", "value of twice=5", "value of id=2");
        assertThatThrownBy(() -> preparation.apply(GenericRowData.of(2L, null))).hasMessageContaining("result=false");
    }

    @Test
    void aDefaultIsThatOfItsRow() {
        StructField now = field("now", PrimitiveType.TIMESTAMP, "CURRENT_DEFAULT", "current_timestamp()");
        StructField constant = field("c", PrimitiveType.STRING, "CURRENT_DEFAULT", "upper('x')");
        AtomicReference<Instant> time = new AtomicReference<>(CLOCK.instant());
        InstantSource ticking = () -> time.updateAndGet(last -> last.plusSeconds(1));
        RowPreparation preparation =
                preparation(rules(ticking.withZone(ZoneOffset.UTC), StructType.of(ID, now, constant), Map.of(), ID));
        for (long id = 1; id <= 3; id++) {
            RowData row = preparation.apply(GenericRowData.of(id));
            assertThat(row.getLong(0)).isEqualTo(id);
            assertThat(row.getTimestamp(1, 6).toInstant())
                    .isEqualTo(CLOCK.instant().plusSeconds(id));
            assertThat(row.getString(2)).isEqualTo(text("X"));
        }
    }

    @Test
    void aDefaultIsFilledInAndSeenByGeneratedColumns() {
        StructField n = field("n", PrimitiveType.INTEGER, "CURRENT_DEFAULT", "6 * 7");
        StructField now = field("now", PrimitiveType.TIMESTAMP, "CURRENT_DEFAULT", "current_timestamp()");
        StructField more = field("more", PrimitiveType.LONG, "delta.generationExpression", "n + id");
        RowPreparation preparation = preparation(rules(StructType.of(more, n, now, ID), Map.of(), ID));

        RowData row = preparation.apply(GenericRowData.of(1L));
        assertThat(row.getLong(0)).isEqualTo(43);
        assertThat(row.getInt(1)).isEqualTo(42);
        assertThat(row.getTimestamp(2, 6).toInstant()).isEqualTo(CLOCK.instant());
    }

    @Test
    void anIdentityColumnTakesTheNextValue() {
        StructField identity = new StructField(
                "i",
                PrimitiveType.LONG,
                true,
                FieldMetadata.of(JsonNodeFactory.instance
                        .objectNode()
                        .put("delta.identity.start", 1)
                        .put("delta.identity.step", 1)
                        .put("delta.identity.allowExplicitInsert", false)));
        RowRules rules = rules(StructType.of(identity, ID), Map.of("delta.constraints.c", "i < 12"), ID);
        AtomicLong next = new AtomicLong(10);
        RowPreparation preparation = rules.newPreparation(column -> next.getAndIncrement());

        assertThat(rules.identityColumns()).containsExactly("i");
        assertThat(preparation.apply(GenericRowData.of(1L)).getLong(0)).isEqualTo(10);
        assertThat(preparation.apply(GenericRowData.of(1L)).getLong(0)).isEqualTo(11);
        assertThatThrownBy(() -> preparation.apply(GenericRowData.of(1L))).hasMessageContaining("value of i=12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"char(3)", "varchar(3)", "VARCHAR(3)"})
    void aLimitedStringMustNotBeLonger(String type) {
        StructField limited = field("c", PrimitiveType.STRING, "__CHAR_VARCHAR_TYPE_STRING", type);
        RowRules rules = rules(StructType.of(limited), Map.of(), limited);
        RowPreparation preparation = preparation(rules);

        for (String value : new String[] {"", "ab", "abc", "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00"}) {
            assertThat(preparation.apply(GenericRowData.of(text(value))).getString(0))
                    .isEqualTo(text(value));
        }
        assertThat(preparation.apply(new GenericRowData(1)).isNullAt(0)).isTrue();
        assertThat(rules.fulfilled()).containsExactly("the length limit of the column c: " + type);
        for (String value : new String[] {"abcd", "abc "}) {
            assertThatThrownBy(() -> preparation.apply(GenericRowData.of(text(value))))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContainingAll("the length limit of the column c", "type=" + type, "value of c=" + value);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"array<varchar(3)>", "struct<a:char(2)>", "varchar"})
    void aLimitInsideOfANestedTypeIsRefused(String type) {
        StructField limited = field("c", PrimitiveType.STRING, "__CHAR_VARCHAR_TYPE_STRING", type);
        assertThatThrownBy(() -> rules(StructType.of(limited), Map.of(), limited))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("column=c", "type=" + type);
    }

    @Test
    void everyTypeOfColumnComesThroughACompletedRow() {
        StructField[] given = Arrays.stream(PrimitiveType.values())
                .filter(type -> type != PrimitiveType.VOID && type != PrimitiveType.VARIANT)
                .map(type -> field(type.jsonName(), type))
                .toArray(StructField[]::new);
        StructField[] all = Arrays.copyOf(given, given.length + 1);
        all[given.length] = field("last", PrimitiveType.INTEGER, "CURRENT_DEFAULT", "7");
        RowPreparation preparation = preparation(rules(StructType.of(all), Map.of(), given));
        GenericRowData row = GenericRowData.of(
                text("s"),
                1L,
                2,
                (short) 3,
                (byte) 4,
                5f,
                6d,
                true,
                new byte[] {8},
                9,
                TimestampData.fromEpochMillis(10),
                TimestampData.fromEpochMillis(11));

        RowData completed = preparation.apply(row);

        assertThat(completed.getArity()).isEqualTo(given.length + 1);
        assertThat(completed.getString(0)).isEqualTo(text("s"));
        assertThat(completed.getLong(1)).isEqualTo(1);
        assertThat(completed.getInt(2)).isEqualTo(2);
        assertThat(completed.getShort(3)).isEqualTo((short) 3);
        assertThat(completed.getByte(4)).isEqualTo((byte) 4);
        assertThat(completed.getFloat(5)).isEqualTo(5f);
        assertThat(completed.getDouble(6)).isEqualTo(6d);
        assertThat(completed.getBoolean(7)).isTrue();
        assertThat(completed.getBinary(8)).containsExactly(8);
        assertThat(completed.getInt(9)).isEqualTo(9);
        assertThat(completed.getTimestamp(10, 6).getMillisecond()).isEqualTo(10);
        assertThat(completed.getTimestamp(11, 6).getMillisecond()).isEqualTo(11);
        assertThat(completed.getInt(12)).isEqualTo(7);
    }
}
