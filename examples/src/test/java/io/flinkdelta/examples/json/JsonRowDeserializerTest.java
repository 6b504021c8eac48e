/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonRowDeserializerTest {
    private final SimpleCounter skipped = new SimpleCounter();

    @Test
    void readsEveryTypeThatATableHas() throws IOException {
        String types = "b BOOLEAN, i1 TINYINT, i2 SMALLINT, i4 INT, i8 BIGINT, f4 FLOAT, f8 DOUBLE, d DECIMAL(5, 2),"
                + " s STRING, x BYTES, dt DATE, t TIMESTAMP(6), z TIMESTAMP_LTZ(3),"
                + " a ARRAY<INT>, m MAP<STRING, DOUBLE>, r ROW<p INT, q STRING>, missing STRING";
        String json = "{'b':true,'i1':-128,'i2':32767,'i4':7,'i8':-9223372036854775808,'f4':1.5,'f8':1e300,'d':'123.4',"
                + "'s':'é \\u0000','x':'AQI=','dt':'2020-03-21','t':'2020-03-21 10:13:08.000001',"
                + "'z':'2020-03-21T10:13:08.5+02:00','a':[1,null],'m':{'k':2.5,'n':null},'r':{'q':null,'p':1}}";

        RowData row = read(types, UnknownFields.FAIL, json);

        assertThat(row.getBoolean(0)).isTrue();
        assertThat(row.getByte(1)).isEqualTo(Byte.MIN_VALUE);
        assertThat(row.getShort(2)).isEqualTo(Short.MAX_VALUE);
        assertThat(row.getInt(3)).isEqualTo(7);
        assertThat(row.getLong(4)).isEqualTo(Long.MIN_VALUE);
        assertThat(row.getFloat(5)).isEqualTo(1.5f);
        assertThat(row.getDouble(6)).isEqualTo(1e300);
        assertThat(row.getDecimal(7, 5, 2).toBigDecimal()).isEqualTo("123.40");
        assertThat(row.getString(8)).hasToString("é \0");
        assertThat(row.getBinary(9)).containsExactly(1, 2);
        assertThat(row.getInt(10)).isEqualTo((int) LocalDate.of(2020, 3, 21).toEpochDay());
        assertThat(row.getTimestamp(11, 6))
                .isEqualTo(TimestampData.fromLocalDateTime(LocalDateTime.of(2020, 3, 21, 10, 13, 8, 1000)));
        assertThat(row.getTimestamp(12, 3))
                .isEqualTo(TimestampData.fromInstant(Instant.parse("2020-03-21T08:13:08.500Z")));
        assertThat(row.getArray(13)).isEqualTo(new GenericArrayData(new Object[] {1, null}));
        Map<Object, Object> map = new java.util.HashMap<>();
        map.put(StringData.fromString("k"), 2.5);
        map.put(StringData.fromString("n"), null);
        assertThat(row.getMap(14)).isEqualTo(new GenericMapData(map));
        assertThat(row.getRow(15, 2)).isEqualTo(GenericRowData.of(1, null));
        assertThat(row.isNullAt(16)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    v INT            | {'v':2147483648}         | field v: 2147483648 is not an integer from
                    v INT            | {'v':1.5}                | field v: 1.5 is not an integer
                    v INT            | {'v':'1'}                | field v: "1" is not an integer
                    v BIGINT         | {'v':1e999999999}        | is not an integer
                    v FLOAT          | {'v':1e39}               | is not a number that a FLOAT can hold
                    v DOUBLE         | {'v':1e999}              | is not a number that a DOUBLE can hold
                    v DECIMAL(5, 2)  | {'v':1.005}              | fits DECIMAL(5, 2) without rounding
                    v DECIMAL(5, 2)  | {'v':1000}               | fits DECIMAL(5, 2) without rounding
                    v DECIMAL(5, 2)  | {'v':1e999999999}        | fits DECIMAL(5, 2) without rounding
                    v DECIMAL(5, 2)  | {'v':1e-999999999}       | fits DECIMAL(5, 2) without rounding
                    v STRING         | {'v':1}                  | field v: 1 is not a string
                    v VARCHAR(2)     | {'v':'abc'}              | at most 2 characters
                    v BYTES          | {'v':'?'}                | base64
                    v DATE           | {'v':'2020-02-30'}       | is not a date
                    v TIMESTAMP(3)   | {'v':'2020-03-21T10:13:08.0001'} | is not a timestamp
                    v TIMESTAMP(3)   | {'v':'2020-03-21T10:13:08Z'}     | is not a timestamp without a zone
                    v TIMESTAMP_LTZ(3) | {'v':'2020-03-21T10:13:08'}    | is not a timestamp with a zone
                    v ARRAY<INT>     | {'v':[1,'x']}            | field v[]: "x" is not an integer
                    v MAP<STRING, INT> | {'v':[]}               | field v: [] is not an object
                    v ROW<w INT NOT NULL> | {'v':{}}            | field v.w: missing, but the column is NOT NULL
                    v INT NOT NULL   | {'v':null}               | field v: null, but the column is NOT NULL
                    v INT            | {'v':1,'w':2}            | field w: the table has no such column
                    v INT            | {'v':1,'v':2}            | not one JSON object: Duplicate field 'v'
                    v INT            | {'v':1} {'v':2}          | not one JSON object: Trailing token
                    v INT            | [1]                      | field (the record): [1] is not an object
                    v INT            | {'v':                    | not one JSON object: Unexpected end-of-input
                    """)
    void refusesWhatItCannotKeep(String types, String json, String problem) {
        assertThatThrownBy(() -> read(types, UnknownFields.FAIL, json))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(problem)
                .hasMessageContaining("[topic=orders, partition=3, offset=42, record=" + json.replace('\'', '"'));
    }

    @Test
    void refusesRecordsWithoutAValue() {
        assertThatThrownBy(() -> read("v INT", UnknownFields.FAIL, null))
                .cause()
                .hasMessageContaining("has no value");
        assertThatThrownBy(() -> read("v INT", UnknownFields.FAIL, "")).cause().hasMessageContaining("has no value");
    }

    @Test
    void showsTheBeginningOfALongRecord() {
        String json = "{'v':'" + "\uD83D\uDE00".repeat(500) + "'}";
        assertThatThrownBy(() -> read("v INT", UnknownFields.FAIL, json))
                .cause()
                .hasMessageContaining("record={\"v\":\"" + "\uD83D\uDE00".repeat(114) + "...]");
    }

    @Test
    void leavesUnknownFieldsOutWhenAsked() throws IOException {
        assertThat(read("v INT", UnknownFields.IGNORE, "{'w':{'x':1},'v':1}")).isEqualTo(GenericRowData.of(1));
    }

    @Test
    void countsWhatItSkipsWhenAsked() throws IOException {
        JsonRowDeserializer deserializer =
                new JsonRowDeserializer(rowType("v INT"), UnknownFields.FAIL, BrokenRecords.SKIP);
        List<RowData> rows = new ArrayList<>();
        deserializer.open(skipped);
        for (String json : List.of("{}", "nonsense", "{'v':1}", "{'v':'x'}")) {
            deserializer.deserialize(record(json), new ListCollector<>(rows));
        }
        assertThat(rows).containsExactly(GenericRowData.of((Object) null), GenericRowData.of(1));
        assertThat(skipped.getCount()).isEqualTo(2);
    }

    @Test
    void refusesTypesWithoutAJsonFormBeforeTheJobStarts() {
        assertThatThrownBy(
                        () -> new JsonRowDeserializer(rowType("a INT, t TIME"), UnknownFields.FAIL, BrokenRecords.FAIL))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("[column=t, type=TIME(0)]");
        assertThatThrownBy(() ->
                        new JsonRowDeserializer(rowType("m MAP<INT, INT>"), UnknownFields.FAIL, BrokenRecords.FAIL))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=m");
        assertThatThrownBy(() -> new JsonRowDeserializer(rowType("a BIGIN"), UnknownFields.FAIL, BrokenRecords.FAIL))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("There is no such type. [column=a, type=`BIGIN`]");
    }

    private RowData read(String types, UnknownFields unknownFields, String json) throws IOException {
        JsonRowDeserializer deserializer = new JsonRowDeserializer(rowType(types), unknownFields, BrokenRecords.FAIL);
        List<RowData> rows = new ArrayList<>();
        deserializer.open(skipped);
        deserializer.deserialize(record(json), new ListCollector<>(rows));
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static ConsumerRecord<byte[], byte[]> record(String json) {
        byte[] value = json == null ? null : json.replace('\'', '"').getBytes(UTF_8);
        return new ConsumerRecord<>("orders", 3, 42, null, value);
    }

    private static RowType rowType(String columns) {
        return (RowType) LogicalTypeParser.parse(
                "ROW<" + columns + ">", Thread.currentThread().getContextClassLoader());
    }
}
