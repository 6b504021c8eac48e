/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.alter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.interop.referee.RefereeException;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.alter.AlterTable.DropFeature;
import io.flinkdelta.log.alter.TableDefinition;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Features that we drop are dropped as by Spark; those that we say nobody drops Spark does not drop either. */
@ExtendWith(RefereeExtension.class)
final class DropFeatureLikeSparkIT {
    @TempDir
    private Path folder;

    /** Spark's own empty commits and checkpoints come before such a drop; it is compared with the last one applied to. */
    @Test
    void featuresThatReadersKnowAreDroppedBehindCheckpoints(RefereeProcess referee) throws IOException {
        Path table = create(
                referee,
                "dropped",
                "(id INT) USING delta TBLPROPERTIES ('delta.feature.vacuumProtocolCheck' = 'supported',"
                        + " 'delta.checkpointPolicy' = 'v2', 'delta.enableTypeWidening' = 'true')");
        referee.sqlEach(List.of(
                "INSERT INTO " + named(table) + " VALUES (1)",
                "ALTER TABLE " + named(table) + " SET TBLPROPERTIES ('delta.checkpointPolicy' = 'classic',"
                        + " 'delta.enableTypeWidening' = 'false')"));
        for (String feature : List.of("vacuumProtocolCheck", "v2Checkpoint", "typeWidening")) {
            String sql = "ALTER TABLE $t DROP FEATURE " + feature;
            referee.sql(sql.replace("$t", named(table)));
            long newest = Definitions.newest(table);
            new Step(sql, new DropFeature(feature)).assertAlike(table, newest - 1, newest);
            assertThat(Definitions.commitInfo(table, newest - 1)
                            .get("operation")
                            .asText())
                    .isEqualTo(Operation.EMPTY_COMMIT.historyName());
        }
    }

    @Test
    void featuresThatStay(RefereeProcess referee) throws IOException {
        List<String> never = List.of(
                "appendOnly",
                "invariants",
                "changeDataFeed",
                "generatedColumns",
                "identityColumns",
                "timestampNtz",
                "variantType",
                "clustering",
                "allowColumnDefaults");
        Path table = create(
                referee,
                "kept",
                "(id INT) USING delta TBLPROPERTIES ("
                        + String.join(
                                ", ",
                                never.stream()
                                        .filter(feature -> !feature.equals("clustering"))
                                        .map(feature -> "'delta.feature." + feature + "' = 'supported'")
                                        .toList())
                        + ")");
        for (String feature : never) {
            assertThatThrownBy(() -> referee.sql("ALTER TABLE " + named(table) + " DROP FEATURE " + feature))
                    .isInstanceOfSatisfying(
                            RefereeException.class,
                            refused -> assertThat(refused.condition())
                                    .isEqualTo(
                                            feature.equals("clustering")
                                                    ? "DELTA_FEATURE_DROP_FEATURE_NOT_PRESENT"
                                                    : "DELTA_FEATURE_DROP_NONREMOVABLE_FEATURE"));
            TableDefinition definition = Definitions.at(table, Definitions.newest(table));
            assertThatThrownBy(() -> new DropFeature(feature).applyTo(definition, Step::uuid))
                    .isInstanceOf(DeltaException.class)
                    .hasMessageContaining(feature.equals("clustering") ? "does not have" : "by Spark neither");
        }
    }

    private Path create(RefereeProcess referee, String name, String definition) {
        Path table = folder.resolve(name);
        referee.sql("CREATE TABLE " + named(table) + " " + definition);
        return table;
    }

    private static String named(Path table) {
        return "delta.`" + table + "`";
    }
}
