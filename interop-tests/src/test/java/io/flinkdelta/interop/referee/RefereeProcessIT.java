/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The referee itself: both engines encode what Spark wrote alike, and errors arrive. */
@ExtendWith(RefereeExtension.class)
final class RefereeProcessIT {

    @Test
    void bothEnginesEncodeAlike(RefereeProcess referee, @TempDir Path folder) throws IOException {
        Path table = folder.resolve("t");
        referee.sql("CREATE TABLE delta.`" + table + "` USING delta AS SELECT 1 AS i, 'a\"b\n' AS s, "
                + "CAST(1e23 AS DOUBLE) AS d, CAST('NaN' AS FLOAT) AS f, X'00ff' AS b, DATE '0001-01-01' AS dt, "
                + "TIMESTAMP '1969-12-31 23:59:59.999999' AS t, CAST(1.5 AS DECIMAL(38,18)) AS n, "
                + "MAP('b', 1, 'a', NULL) AS m, ARRAY(NAMED_STRUCT('x', CAST(NULL AS INT))) AS a");
        Path spark = folder.resolve("spark");
        Path kernel = folder.resolve("kernel");
        referee.rows(Engine.SPARK, table, List.of(OptionalLong.of(0)), List.of(spark));
        referee.rows(Engine.KERNEL, table, List.of(OptionalLong.empty()), List.of(kernel));
        assertThat(spark)
                .content()
                .isEqualTo("{\"i\":1,\"s\":\"a\\\"b\\u000a\",\"d\":\"1.0E23\",\"f\":\"NaN\",\"b\":\"00ff\","
                        + "\"dt\":\"0001-01-01\",\"t\":-1,\"n\":\"1.500000000000000000\","
                        + "\"m\":[[\"a\",null],[\"b\",1]],\"a\":[{\"x\":null}]}\n");
        assertThat(Files.mismatch(spark, kernel)).isEqualTo(-1);
    }

    @Test
    void errorsArrive(RefereeProcess referee) {
        assertThatThrownBy(() -> referee.sql("SELECT * FROM delta.`/no/such/table`"))
                .isInstanceOfSatisfying(
                        RefereeException.class, e -> assertThat(e.getMessage()).contains("/no/such/table"));
    }
}
