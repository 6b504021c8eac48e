/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.interop.LiveFiles;
import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.referee.Engine;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.interop.referee.RowsDigest;
import io.flinkdelta.interop.referee.SparkTable;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.NewColumn;
import io.flinkdelta.log.file.LogFile.V2Checkpoint.Encoding;
import io.flinkdelta.log.maintenance.CheckpointSettings;
import io.flinkdelta.log.schema.PrimitiveType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every table feature under every kind of change: Spark makes a table and changes it, we write to it, Spark goes on.
 * Every version is read alike by Spark, Delta Kernel and us, whoever made it, and stays what it was.
 */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class FeatureMatrixIT {
    private static final CheckpointSettings SEVERAL_FILES = CheckpointSettings.defaults()
            .withActionsPerPart(5)
            .withActionsPerSidecar(5)
            .withInlineActions(0);
    private static final CheckpointSettings ONE_FILE =
            CheckpointSettings.defaults().withManifest(Encoding.PARQUET);

    static Stream<FeatureTable> tables() {
        return FeatureTables.all();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everybodyReadsEveryVersion(
            FeatureTable feature, RefereeProcess referee, FlinkCluster flink, @TempDir Path folder) throws Exception {
        Path table = folder.resolve("t");
        SparkTable spark = new SparkTable(referee, table);
        OurWrites we = new OurWrites(flink, table);
        TableReaders readers = new TableReaders(referee, folder);

        spark.run(feature.create());
        spark.run(feature.before());
        long theirs = we.newest().version();
        long ours = feature.weWrite() ? weWrite(we) : theirs;
        referee.forget();
        SortedMap<Long, RowsDigest> before = readers.digests(table, 0, ours);
        assertEnginesRead(readers, feature, table, before, theirs);

        spark.run(feature.after(ours));
        long restored = we.newest().version();
        if (feature.weWrite()) {
            we.append(3000, 2);
            we.checkpoint(ONE_FILE);
        }
        referee.forget();
        SortedMap<Long, RowsDigest> after =
                readers.digests(table, ours + 1, we.newest().version());
        assertEnginesRead(readers, feature, table, after, ours + 1);
        if (feature.restores()) {
            assertThat(after.get(restored)).isEqualTo(before.get(ours));
        }
        assertThat(readers.digests(table, 0, ours))
                .as("versions of before, read again")
                .isEqualTo(before);
        vacuum(spark, we, readers, feature);
    }

    /** Kernel reads every version, Spark those from {@code sparkFrom} on: before, it alone has written the table. */
    private static void assertEnginesRead(
            TableReaders readers,
            FeatureTable feature,
            Path table,
            SortedMap<Long, RowsDigest> versions,
            long sparkFrom)
            throws Exception {
        if (feature.kernelReads()) {
            readers.assertReads(Engine.KERNEL, table, versions);
            readers.assertReads(Engine.SPARK, table, versions.tailMap(sparkFrom));
        } else {
            readers.assertReads(Engine.SPARK, table, versions);
        }
    }

    /** Appends, checkpoints of two kinds, a new column and hidden rows; the version that this comes to. */
    private static long weWrite(OurWrites we) throws Exception {
        we.append(1000, 6);
        we.checkpoint(SEVERAL_FILES);
        we.alter(new AlterTable.AddColumns(List.of(NewColumn.of(ColumnPath.of("ours"), PrimitiveType.INTEGER))));
        we.append(2000, 3);
        if (we.hidesRows()) {
            we.hideRows(3);
        }
        we.checkpoint(ONE_FILE);
        return we.newest().version();
    }

    /** Once the files of old versions are gone the newest is still whole. */
    private static void vacuum(SparkTable spark, OurWrites we, TableReaders readers, FeatureTable feature)
            throws Exception {
        spark.run("VACUUM TABLE RETAIN 0 HOURS");
        long newest = we.newest().version();
        assertEnginesRead(readers, feature, spark.path(), readers.digests(spark.path(), newest, newest), newest);
        if (feature.kernelReads()) {
            LiveFiles.of(TableReaders.log(spark.path()), we.newest())
                    .assertSameAs(spark.referee().kernelFiles(spark.path(), OptionalLong.empty(), Optional.empty()));
        }
    }
}
