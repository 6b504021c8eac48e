/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables with features, made by Spark: what this build cannot do is refused by name and leaves the table alone. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class UnsupportedTablesIT {
    private static final RowType TYPE = new RowType(List.of(
            new RowType.RowField("id", new BigIntType()),
            new RowType.RowField("v", new VarCharType(VarCharType.MAX_LENGTH))));

    private enum Answer {
        WORKS,
        REFUSED
    }

    /**
     * @param feature named by a refusal
     * @param columns of the table
     * @param properties of the table
     * @param then statements on the table, which is called TABLE in them
     */
    private record Case(
            String feature, String columns, String properties, List<String> then, Answer read, Answer write) {
        @Override
        public String toString() {
            return feature;
        }
    }

    static Stream<Case> tables() {
        String plain = "(id BIGINT, v STRING)";
        List<String> rows = List.of("INSERT INTO TABLE SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 'a'), (2, 'b')");
        return Stream.of(
                new Case(
                        "deletionVectors",
                        plain,
                        "'delta.enableDeletionVectors' = 'true'",
                        List.of(rows.get(0), "DELETE FROM TABLE WHERE id = 1"),
                        Answer.WORKS,
                        Answer.WORKS),
                new Case(
                        "columnMapping",
                        "(id BIGINT, w STRING)",
                        "'delta.columnMapping.mode' = 'name'",
                        List.of(rows.get(0), "ALTER TABLE TABLE RENAME COLUMN w TO v"),
                        Answer.WORKS,
                        Answer.WORKS),
                new Case("v2Checkpoint", plain, "'delta.checkpointPolicy' = 'v2'", rows, Answer.WORKS, Answer.WORKS),
                new Case("rowTracking", plain, "'delta.enableRowTracking' = 'true'", rows, Answer.WORKS, Answer.WORKS),
                new Case(
                        "typeWidening",
                        "(id INT, v STRING)",
                        "'delta.enableTypeWidening' = 'true'",
                        List.of(rows.get(0), "ALTER TABLE TABLE ALTER COLUMN id TYPE BIGINT"),
                        Answer.WORKS,
                        Answer.WORKS),
                new Case(
                        "inCommitTimestamp",
                        plain,
                        "'delta.enableInCommitTimestamps' = 'true'",
                        rows,
                        Answer.WORKS,
                        Answer.WORKS),
                new Case(
                        "icebergCompatV2",
                        plain,
                        "'delta.enableIcebergCompatV2' = 'true', " + "'delta.columnMapping.mode' = 'name'",
                        rows,
                        Answer.WORKS,
                        Answer.WORKS),
                new Case(
                        "variantType",
                        "(id BIGINT, v STRING, x VARIANT)",
                        "'a' = 'b'",
                        List.of("INSERT INTO TABLE VALUES (1, 'a', PARSE_JSON('{}'))"),
                        Answer.WORKS,
                        Answer.REFUSED),
                new Case(
                        "changeDataFeed",
                        plain,
                        "'delta.enableChangeDataFeed' = 'true'",
                        rows,
                        Answer.WORKS,
                        Answer.WORKS),
                new Case("appendOnly", plain, "'delta.appendOnly' = 'true'", rows, Answer.WORKS, Answer.WORKS),
                new Case(
                        "vacuumProtocolCheck",
                        plain,
                        "'delta.feature.vacuumProtocolCheck' = 'supported'",
                        rows,
                        Answer.WORKS,
                        Answer.WORKS),
                new Case(
                        "domainMetadata",
                        plain,
                        "'delta.feature.domainMetadata' = 'supported'",
                        rows,
                        Answer.WORKS,
                        Answer.WORKS));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void refusesByNameOrWorks(Case test, RefereeProcess referee, FlinkCluster flink, @TempDir Path folder)
            throws Exception {
        Path table = folder.resolve(test.feature());
        String name = "delta.`" + table + "`";
        referee.sql("CREATE TABLE " + name + " " + test.columns() + " USING delta TBLPROPERTIES (" + test.properties()
                + ")");
        referee.sqlEach(test.then().stream()
                .map(statement -> statement.replaceAll("(INTO|FROM|TABLE) TABLE\\b", "$1 " + name.replace("$", "\\$")))
                .toList());
        TableReaders readers = new TableReaders(referee, folder);
        SortedMap<String, String> before = TableLog.contents(table);

        if (test.read() == Answer.WORKS) {
            readers.assertSameAsSpark(table, List.of());
        } else {
            assertRefused(test.feature(), catchThrowable(() -> readers.lines(table)));
        }
        TableWriter writer = new TableWriter(flink, table, TYPE, List.of(), Map.of());
        Throwable failure =
                catchThrowable(() -> writer.append(List.of(GenericRowData.of(7L, StringData.fromString("seven")))));
        if (test.write() == Answer.WORKS) {
            assertThat(failure).isNull();
            readers.assertSameAsSpark(table, List.of());
            assertThat(referee.sql("SELECT v FROM " + name + " WHERE id = 7")).hasSize(1);
        } else {
            assertRefused(test.feature(), failure);
            assertThat(TableLog.contents(table)).isEqualTo(before);
        }
    }

    private static void assertRefused(String feature, Throwable failure) {
        assertThat(failure).as("a refusal naming " + feature).isNotNull();
        assertThat(ExceptionUtils.findThrowableWithMessage(failure, feature))
                .as(ExceptionUtils.stringifyException(failure))
                .isPresent();
        assertThat(ExceptionUtils.stringifyException(failure)).contains(UnsupportedFeatureException.class.getName());
    }
}
