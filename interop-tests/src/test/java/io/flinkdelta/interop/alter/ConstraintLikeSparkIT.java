/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.alter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.check.ConstraintScan;
import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.interop.referee.RefereeException;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.alter.AlterTable.AddConstraint;
import io.flinkdelta.log.error.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Constraints on a table with rows, deleted ones among them: we take what Spark takes, refuse what it refuses. */
@ExtendWith(RefereeExtension.class)
final class ConstraintLikeSparkIT {

    /** Each condition and whether the rows satisfy it. */
    private static Map<String, Boolean> conditions() {
        Map<String, Boolean> conditions = new LinkedHashMap<>();
        conditions.put("id > 0", true);
        conditions.put("id > 1", false);
        conditions.put("id < 100", true); // 100 is deleted
        conditions.put("v <> 'zz'", false); // null for a row
        conditions.put("coalesce(v, '') <> 'zz'", true);
        conditions.put("length(v) < 9 OR v IS NULL", true);
        conditions.put("v LIKE 'a%' OR v IS NULL", false);
        conditions.put("d < 1e9", false); // NaN is above all
        conditions.put("d > -1", true);
        conditions.put("p IN ('a b', 'x')", false); // there is a null partition
        conditions.put("p IS NULL OR p IN ('a b', 'x')", true);
        conditions.put("s.x > 0", false);
        conditions.put("s IS NULL OR s.x BETWEEN 1 AND 9", true);
        conditions.put("CAST(ts AS DATE) >= '2024-01-01'", true);
        conditions.put("ts < '2024-01-02 00:00:00.0005'", false);
        conditions.put("10 / (id - 1) > 0", false); // divided by zero
        conditions.put("CAST(v AS INT) > 0", false); // no number
        conditions.put("1 < 2", true);
        conditions.put("1 > 2", false);
        return conditions;
    }

    @Test
    void rowsDecideAsInSpark(RefereeProcess referee, @TempDir Path folder) throws IOException {
        Path table = folder.resolve("t");
        String name = "delta.`" + table + "`";
        referee.sqlEach(List.of(
                "CREATE TABLE " + name + " (id INT, v STRING, d DOUBLE, p STRING, s STRUCT<x: INT>, ts TIMESTAMP)"
                        + " USING delta PARTITIONED BY (p) TBLPROPERTIES ('delta.enableDeletionVectors' = 'true',"
                        + " 'delta.columnMapping.mode' = 'name')",
                "INSERT INTO " + name + " VALUES (1, 'abc', 1.5D, 'a b', NULL, TIMESTAMP '2024-01-01 00:00:00'),"
                        + " (2, NULL, 0D, 'a b', named_struct('x', 9), TIMESTAMP '2024-01-02 00:00:00.000999'),"
                        + " (100, 'b', 1D, 'a b', NULL, TIMESTAMP '2024-01-01 00:00:00')",
                "INSERT INTO " + name + " VALUES (3, 'b', double('NaN'), NULL, named_struct('x', 1),"
                        + " TIMESTAMP '2024-01-01 00:00:00'), (4, 'a', 0D, 'x', NULL, TIMESTAMP '2025-01-01 00:00:00')",
                "DELETE FROM " + name + " WHERE id = 100"));
        List<String> unlike = new ArrayList<>();
        int number = 0;
        for (Map.Entry<String, Boolean> condition : conditions().entrySet()) {
            String constraint = "c" + number++;
            boolean bySpark = sparkTakes(referee, name, constraint + "_spark", condition.getKey());
            boolean byUs = weTake(table, constraint + "_ours", condition.getKey());
            if (bySpark != condition.getValue() || byUs != condition.getValue()) {
                unlike.add(condition.getKey() + ": Spark " + bySpark + ", we " + byUs);
            }
        }
        assertThat(unlike).isEmpty();
        assertThatThrownBy(() -> referee.sql("INSERT INTO " + name + " (id) VALUES (-1)"))
                .isInstanceOf(RefereeException.class);
        referee.sql("INSERT INTO " + name + " VALUES (5, 'ab', 1D, 'x', NULL, TIMESTAMP '2024-01-01 00:00:00')");
        new TableReaders(referee, folder).assertSameAsSpark(table, List.of());
    }

    private static boolean sparkTakes(RefereeProcess referee, String table, String name, String condition) {
        try {
            referee.sql("ALTER TABLE " + table + " ADD CONSTRAINT " + name + " CHECK (" + condition + ")");
            return true;
        } catch (RefereeException refused) {
            return false;
        }
    }

    private static boolean weTake(Path table, String name, String condition) {
        try (DeltaLog log = TableReaders.log(table)) {
            long before = log.latestSnapshot().version();
            try {
                log.alterTable(new AddConstraint(name, condition), new ConstraintScan(log.storage(), ZoneOffset.UTC));
                return true;
            } catch (InvalidRequestException refused) {
                assertThat(refused).hasMessageContainingAll("constraint=" + name, "file=", "table=" + table);
                assertThat(log.latestSnapshot().version()).isEqualTo(before);
                return false;
            }
        }
    }
}
