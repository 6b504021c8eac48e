/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.interop.LiveFiles;
import io.flinkdelta.interop.SparkVacuum;
import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.interop.referee.RowsDigest;
import io.flinkdelta.interop.referee.SparkTable;
import io.flinkdelta.log.file.LogFile.V2Checkpoint.Encoding;
import io.flinkdelta.log.maintenance.CheckpointSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every table feature under every kind of change. A table is created and filled by one side; we append, alter it, hide
 * rows, write checkpoints of two kinds and clean up the log; Spark changes it in every way that it has and puts it back;
 * we vacuum it and go on. Each version, whoever made it, is read alike by Spark, Delta Kernel and us, has one live entry for a
 * file, and is what its checksum says.
 */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class FeatureMatrixIT {
    private static final CheckpointSettings SEVERAL_FILES = CheckpointSettings.defaults()
            .withActionsPerPart(5)
            .withActionsPerSidecar(5)
            .withInlineActions(0);
    private static final CheckpointSettings ONE_FILE =
            CheckpointSettings.defaults().withManifest(Encoding.PARQUET);

    @TempDir
    private Path folder;

    private final RefereeProcess referee;
    private final FlinkCluster flink;

    FeatureMatrixIT(RefereeProcess referee, FlinkCluster flink) {
        this.referee = referee;
        this.flink = flink;
    }

    /** Who makes the table and its first rows. */
    enum Origin {
        SPARK,
        FLINK_DELTA
    }

    static Stream<Arguments> tables() {
        return FeatureTables.all()
                .flatMap(table -> Stream.of(Origin.values()).map(origin -> Arguments.of(origin, table)));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everybodyReadsEveryVersion(Origin origin, FeatureTable feature) throws Exception {
        Path table = folder.resolve("t");
        SparkTable spark = new SparkTable(referee, table);
        OurWrites we = new OurWrites(flink, table);
        TableReaders readers = new TableReaders(referee, folder);

        create(origin, feature, spark, we);
        long ours = weWrite(feature, we);
        SortedMap<Long, RowsDigest> before = readers.assertReadAlike(table, 0, ours);
        assertThat(referee.checksums(table, List.of(ours))).containsExactly(true);
        assertThat(we.cleanUp()).isEqualTo(ours);

        spark.run(FeatureTable.sparkChanges(ours));
        long restored = we.newest().version();
        // All files are old: those of older versions are kept by their tombstones alone, change files by nothing.
        SparkVacuum old = new SparkVacuum(spark);
        old.stray("part=1/stray");
        old.age();
        assertThat(we.vacuum()).filteredOn(path -> !path.contains("cdc-")).containsExactly("part=1/stray");
        SortedMap<Long, RowsDigest> after = readers.assertReadAlike(table, ours, restored);
        assertThat(after.get(ours)).isEqualTo(before.get(ours));
        assertThat(after.get(restored)).isEqualTo(before.get(ours));
        assertThat(after).hasSize(1 + FeatureTable.sparkChanges(ours).size());
        assertThat(referee.checksums(table, List.of(restored - 1)))
                .as("Spark counts on from our checksum; RESTORE leaves none")
                .containsExactly(true);

        spark.run("VACUUM TABLE RETAIN 0 HOURS");
        we.append(3000, 2);
        readers.assertReadAlike(table, we.newest().version(), we.newest().version());
        LiveFiles.of(TableReaders.log(table), we.newest())
                .assertSameAs(referee.kernelFiles(table, OptionalLong.empty(), Optional.empty()));
    }

    private static void create(Origin origin, FeatureTable feature, SparkTable spark, OurWrites we) throws Exception {
        if (origin == Origin.SPARK) {
            spark.run(
                    feature.sparkCreate(),
                    "INSERT INTO TABLE (id, part, v) SELECT /*+ REPARTITION(2) */ id, CAST(id % 3 AS INT),"
                            + " IF(id = 7, NULL, CONCAT('v', id)) FROM RANGE(0, 12)");
        } else {
            we.create(feature.ourCreate());
            we.append(0, 12);
        }
    }

    /** Rows, checkpoints of two kinds, alterations and hidden rows; the version that this comes to. */
    private static long weWrite(FeatureTable feature, OurWrites we) throws Exception {
        we.append(1000, 6);
        we.checkpoint(SEVERAL_FILES);
        feature.alterations().forEach(we::alter);
        we.append(2000, 3);
        if (feature.hidesRows()) {
            we.hideRows(2, 0);
        }
        we.checkpoint(ONE_FILE);
        return we.newest().version();
    }
}
