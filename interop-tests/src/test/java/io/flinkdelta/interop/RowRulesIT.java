/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of Spark that ask something of rows: we write what they take, and Spark goes on. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class RowRulesIT {
    @TempDir
    private Path folder;

    private final RefereeProcess referee;
    private final FlinkCluster flink;

    RowRulesIT(RefereeProcess referee, FlinkCluster flink) {
        this.referee = referee;
        this.flink = flink;
    }

    private static RowType type(DataTypes.Field... fields) {
        return (RowType) DataTypes.ROW(fields).notNull().getLogicalType();
    }

    private static StringData text(String value) {
        return value == null ? null : StringData.fromString(value);
    }

    private static String sql(Path table) {
        return "delta.`" + table + "`";
    }

    private Path create(String name, String columns, String more, String... then) {
        Path table = folder.resolve(name);
        referee.sql("CREATE TABLE " + sql(table) + " (" + columns + ") USING delta " + more);
        if (then.length > 0) {
            referee.sqlEach(Arrays.stream(then)
                    .map(statement -> statement.replace("$T", sql(table)))
                    .toList());
        }
        return table;
    }

    private void append(Path table, RowType type, RowData... rows) throws Exception {
        new TableWriter(flink, table, type, List.of(), Map.of()).append(List.of(rows));
    }

    /** The row is refused with an error that says all this, and the table is left as it was. */
    private void assertRefused(Path table, RowType type, RowData row, Class<?> error, String... says) throws Exception {
        SortedMap<String, String> before = TableLog.contents(table);
        Throwable failure = catchThrowable(() -> append(table, type, row));
        assertThat(failure).isNotNull();
        String text = ExceptionUtils.stringifyException(failure);
        assertThat(text).contains(error.getName()).contains(says).contains("table=" + table);
        assertThat(TableLog.contents(table)).isEqualTo(before);
    }

    private void assertSameEverywhere(Path table) throws Exception {
        new TableReaders(referee, folder).assertSameAsSpark(table, List.of());
    }

    private List<String> rows(Path table, String query) {
        List<String> rows = new ArrayList<>();
        for (JsonNode row : referee.sql(query.replace("$T", sql(table)))) {
            List<String> cells = new ArrayList<>();
            row.forEach(cell -> cells.add(cell.isNull() ? "null" : cell.asText()));
            rows.add(String.join("|", cells));
        }
        return rows;
    }

    @Test
    void constraints() throws Exception {
        Path table = create(
                "constraints",
                "id BIGINT NOT NULL, v STRING, d DATE",
                "",
                "ALTER TABLE $T ADD CONSTRAINT small CHECK (id BETWEEN 0 AND 999 AND (v IS NULL OR length(v) < 5))",
                "ALTER TABLE $T ADD CONSTRAINT `Named Oddly` CHECK (d > '1900-01-01')",
                "INSERT INTO $T VALUES (1, 'a', DATE '2024-01-01')");
        RowType type = type(
                DataTypes.FIELD("id", DataTypes.BIGINT().notNull()),
                DataTypes.FIELD("v", DataTypes.STRING()),
                DataTypes.FIELD("d", DataTypes.DATE()));
        int day = (int) LocalDate.parse("2024-02-29").toEpochDay();

        append(table, type, GenericRowData.of(2L, text("abcd"), day), GenericRowData.of(999L, null, day));
        assertRefused(
                table,
                type,
                GenericRowData.of(3L, text("abcde"), day),
                InvalidRequestException.class,
                "the CHECK constraint small",
                "value of v=abcde",
                "expression=id BETWEEN 0 AND 999");
        assertRefused(
                table,
                type,
                GenericRowData.of(3L, null, null),
                InvalidRequestException.class,
                "the CHECK constraint named oddly",
                "result=null");
        assertSameEverywhere(table);
        referee.sql("INSERT INTO " + sql(table) + " VALUES (4, 'b', DATE '2024-01-02')");
        assertThat(rows(table, "SELECT id FROM $T ORDER BY id")).containsExactly("1", "2", "4", "999");
        assertSameEverywhere(table);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ADD CONSTRAINT hashed CHECK (sha1(v) <> 'x') | constraint=hashed | the function sha1",
                "ADD CONSTRAINT listed CHECK (array(id)[0] > 0) | constraint=listed | the character ["
            })
    void aConstraintThatIsNotEvaluatedIsRefusedByName(String statement, String constraint, String part)
            throws Exception {
        Path table = create(
                "refused " + part.length() + constraint.length(),
                "id BIGINT, v STRING",
                "",
                "ALTER TABLE $T " + statement.strip());
        RowType type = type(DataTypes.FIELD("id", DataTypes.BIGINT()), DataTypes.FIELD("v", DataTypes.STRING()));

        assertRefused(
                table,
                type,
                GenericRowData.of(1L, text("a")),
                UnsupportedFeatureException.class,
                constraint.strip(),
                part.strip());
    }

    /** No statement of Spark's declares an invariant; it lies in the schema of tables that other programs made. */
    @Test
    void invariants() throws Exception {
        Path table = folder.resolve("invariants");
        TableReaders.log(table)
                .createTable(CreateTable.of(StructType.of(
                        invariant("n", PrimitiveType.LONG, "n > 3"),
                        invariant("v", PrimitiveType.STRING, "v IS NULL OR length(v) < 5"))));
        RowType type = type(DataTypes.FIELD("n", DataTypes.BIGINT()), DataTypes.FIELD("v", DataTypes.STRING()));

        referee.sql("INSERT INTO " + sql(table) + " VALUES (4, 'abcd'), (5, NULL)");
        append(table, type, GenericRowData.of(6L, text("efgh")), GenericRowData.of(7L, null));
        assertThatThrownBy(() -> referee.sql("INSERT INTO " + sql(table) + " VALUES (3, 'a')"))
                .hasMessageContaining("n > 3");
        assertRefused(
                table,
                type,
                GenericRowData.of(3L, text("a")),
                InvalidRequestException.class,
                "the invariant of the column n",
                "value of n=3");
        assertThatThrownBy(() -> referee.sql("INSERT INTO " + sql(table) + " VALUES (NULL, 'a')"))
                .hasMessageContaining("n > 3");
        assertRefused(table, type, GenericRowData.of(null, text("a")), InvalidRequestException.class, "result=null");
        assertThatThrownBy(() -> referee.sql("UPDATE " + sql(table) + " SET v = 'abcde' WHERE n = 7"))
                .hasMessageContaining("length(v) < 5");
        assertRefused(
                table,
                type,
                GenericRowData.of(8L, text("abcde")),
                InvalidRequestException.class,
                "the invariant of the column v",
                "value of v=abcde");
        assertThat(rows(table, "SELECT n FROM $T ORDER BY n")).containsExactly("4", "5", "6", "7");
        assertSameEverywhere(table);
    }

    private static StructField invariant(String name, DataType type, String sql) {
        String json = "{\"expression\":{\"expression\":\"" + sql + "\"}}";
        return new StructField(name, type, true, FieldMetadata.empty().with("delta.invariants", json));
    }

    @Test
    void generatedColumns() throws Exception {
        Path table = create(
                "generated",
                "twice BIGINT GENERATED ALWAYS AS (id * 2), id BIGINT, ts TIMESTAMP,"
                        + " d DATE GENERATED ALWAYS AS (CAST(ts AS DATE)),"
                        + " h STRING GENERATED ALWAYS AS (DATE_FORMAT(ts, 'yyyy-MM-dd-HH'))",
                "PARTITIONED BY (d)",
                "INSERT INTO $T (id, ts) VALUES (1, TIMESTAMP '2024-01-01 10:00:00')");
        RowType type =
                type(DataTypes.FIELD("id", DataTypes.BIGINT()), DataTypes.FIELD("ts", DataTypes.TIMESTAMP_LTZ(6)));
        TimestampData late = TimestampData.fromInstant(Instant.parse("2024-02-29T23:59:59.999999Z"));
        TimestampData old = TimestampData.fromInstant(Instant.parse("1969-12-31T23:00:00Z"));

        append(table, type, GenericRowData.of(2L, late), GenericRowData.of(3L, old), new GenericRowData(2));
        assertThat(rows(table, "SELECT id, twice, d, h FROM $T ORDER BY id"))
                .containsExactly(
                        "null|null|null|null",
                        "1|2|2024-01-01|2024-01-01-10",
                        "2|4|2024-02-29|2024-02-29-23",
                        "3|6|1969-12-31|1969-12-31-23");
        RowType given = type(
                DataTypes.FIELD("id", DataTypes.BIGINT()),
                DataTypes.FIELD("twice", DataTypes.BIGINT()),
                DataTypes.FIELD("ts", DataTypes.TIMESTAMP_LTZ(6)));
        append(table, given, GenericRowData.of(5L, 10L, late));
        assertRefused(
                table,
                given,
                GenericRowData.of(5L, 11L, late),
                InvalidRequestException.class,
                "the generated column twice",
                "expression=id * 2",
                "value of twice=11");
        assertRefused(
                table, type, GenericRowData.of(Long.MAX_VALUE, late), InvalidRequestException.class, "column=twice");
        referee.sql("INSERT INTO " + sql(table) + " (id, ts) VALUES (6, TIMESTAMP '2024-01-01 10:00:00')");
        referee.sql("UPDATE " + sql(table) + " SET id = id + 10 WHERE d = DATE '2024-02-29'");
        assertThat(rows(
                        table,
                        "SELECT count(*) FROM $T WHERE NOT (twice <=> id * 2 AND d <=> CAST(ts AS DATE)"
                                + " AND h <=> DATE_FORMAT(ts, 'yyyy-MM-dd-HH'))"))
                .containsExactly("0");
        assertSameEverywhere(table);
    }

    @Test
    void identityColumns() throws Exception {
        Path table = create(
                "identity",
                "id BIGINT GENERATED ALWAYS AS IDENTITY (START WITH 100 INCREMENT BY 10), v STRING,"
                        + " alt BIGINT GENERATED BY DEFAULT AS IDENTITY (START WITH -1 INCREMENT BY -5)",
                "",
                "INSERT INTO $T (v) VALUES ('spark 1'), ('spark 2')");
        RowType type = type(DataTypes.FIELD("v", DataTypes.STRING()));
        RowData[] many = IntStream.range(0, 60)
                .mapToObj(i -> GenericRowData.of(text("many")))
                .toArray(RowData[]::new);
        new TableWriter(flink, table, type, List.of(), Map.of()).append(3, List.of(many));
        assertThat(TableLog.actions(table, "add"))
                .as("files of Spark's first rows and of each writer")
                .hasSizeGreaterThanOrEqualTo(4);
        referee.sql("INSERT INTO " + sql(table) + " (v) VALUES ('spark 3')");
        append(table, type, GenericRowData.of(text("we 3")));
        RowType given = type(DataTypes.FIELD("v", DataTypes.STRING()), DataTypes.FIELD("alt", DataTypes.BIGINT()));
        append(table, given, GenericRowData.of(text("we 4"), 777L));

        assertThat(rows(table, "SELECT count(*), count(DISTINCT id), count(DISTINCT alt) FROM $T"))
                .containsExactly("65|65|65");
        assertThat(rows(table, "SELECT count(*) FROM $T WHERE (id - 100) % 10 <> 0 OR id < 100"))
                .containsExactly("0");
        assertThat(rows(table, "SELECT count(*) FROM $T WHERE alt <> 777 AND ((alt + 1) % 5 <> 0 OR alt > -1)"))
                .containsExactly("0");
        assertThat(rows(
                        table,
                        "SELECT (SELECT max(id) FROM $T WHERE v = 'many')"
                                + " < (SELECT id FROM $T WHERE v = 'spark 3') AND (SELECT id FROM $T WHERE v = 'spark 3')"
                                + " < (SELECT id FROM $T WHERE v = 'we 3') AS rises"))
                .containsExactly("true");
        RowType explicit = type(DataTypes.FIELD("id", DataTypes.BIGINT()), DataTypes.FIELD("v", DataTypes.STRING()));
        assertRefused(
                table,
                explicit,
                GenericRowData.of(1L, text("x")),
                InvalidRequestException.class,
                "generated always as identity");
        assertSameEverywhere(table);
    }

    @Test
    void defaults() throws Exception {
        Path table = create(
                "defaults",
                "id BIGINT, s STRING DEFAULT 'x', n DECIMAL(5,2) DEFAULT 6 * 7, none STRING DEFAULT NULL,"
                        + " at TIMESTAMP DEFAULT current_timestamp()",
                "TBLPROPERTIES ('delta.feature.allowColumnDefaults' = 'supported')",
                "INSERT INTO $T (id) VALUES (1)");
        RowType type = type(DataTypes.FIELD("s", DataTypes.STRING()), DataTypes.FIELD("id", DataTypes.BIGINT()));

        append(table, type, GenericRowData.of(text("given"), 2L), GenericRowData.of(null, 3L));
        append(table, type(DataTypes.FIELD("id", DataTypes.BIGINT())), GenericRowData.of(4L));
        referee.sql("INSERT INTO " + sql(table) + " (id, n) VALUES (5, 1)");
        assertThat(rows(
                        table,
                        "SELECT id, s, n, none, at BETWEEN current_timestamp() - INTERVAL 1 HOUR"
                                + " AND current_timestamp() FROM $T ORDER BY id"))
                .containsExactly(
                        "1|x|42.00|null|true",
                        "2|given|42.00|null|true",
                        "3|null|42.00|null|true",
                        "4|x|42.00|null|true",
                        "5|x|1.00|null|true");
        assertSameEverywhere(table);
    }

    /** No other writer would enforce it, and Spark would change no column of a table that asks for it. */
    @Test
    void notNullInsideOfAnArrayIsAskedOfNobodyElse() throws Exception {
        Path table = folder.resolve("nested");
        RowType type = type(
                DataTypes.FIELD("id", DataTypes.BIGINT().notNull()),
                DataTypes.FIELD(
                        "a",
                        DataTypes.ARRAY(DataTypes.ROW(
                                DataTypes.FIELD("x", DataTypes.INT().notNull())))));
        append(table, type, GenericRowData.of(1L, new GenericArrayData(new Object[] {GenericRowData.of(7)})));
        referee.sqlEach(List.of(
                "INSERT INTO " + sql(table) + " VALUES (2, array(named_struct('x', NULL)))",
                "ALTER TABLE " + sql(table) + " ALTER COLUMN a COMMENT 'a list'"));
        append(table, type, GenericRowData.of(3L, null));
        assertThat(rows(table, "SELECT id, a[0].x FROM $T ORDER BY id")).containsExactly("1|7", "2|null", "3|null");
        assertSameEverywhere(table);
    }

    @Test
    void stringsOfLimitedLength() throws Exception {
        Path table =
                create("limited", "id BIGINT, c CHAR(4), w VARCHAR(4)", "", "INSERT INTO $T VALUES (1, 'ab', 'ab')");
        RowType type = type(
                DataTypes.FIELD("id", DataTypes.BIGINT()),
                DataTypes.FIELD("c", DataTypes.STRING()),
                DataTypes.FIELD("w", DataTypes.STRING()));

        append(
                table,
                type,
                GenericRowData.of(2L, text("ab"), text("ab")),
                GenericRowData.of(3L, text("abcd"), text("a  d")),
                GenericRowData.of(4L, text("\u65e5\u672c\u8a9e\uD83D\uDE00"), null));
        for (String column : List.of("c", "w")) {
            String value = "abcde";
            assertRefused(
                    table,
                    type,
                    GenericRowData.of(
                            5L, column.equals("c") ? text(value) : null, column.equals("w") ? text(value) : null),
                    InvalidRequestException.class,
                    "column=" + column,
                    "value of " + column + "=abcde");
        }
        assertThat(rows(table, "SELECT id, concat(c, '<'), concat(w, '<') FROM $T ORDER BY id"))
                .containsExactly(
                        "1|ab  <|ab<", "2|ab  <|ab<", "3|abcd<|a  d<", "4|\u65e5\u672c\u8a9e\uD83D\uDE00<|null");
        referee.sql("INSERT INTO " + sql(table) + " VALUES (6, 'x', 'y')");
        assertThat(rows(table, "SELECT count(*) FROM $T")).containsExactly("5");
    }
}
