/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.interop.referee.Engine;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.DeltaLogComponents;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.file.LogFile.V2Checkpoint;
import io.flinkdelta.log.maintenance.CheckpointSettings;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each kind of checkpoint that we write is all that Spark and Kernel need, and Spark goes on from it: rows, pruning by
 * statistics, transactions and domains.
 */
@ExtendWith(RefereeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CheckpointKindsIT {
    private static final CheckpointSettings SETTINGS =
            CheckpointSettings.defaults().withInlineActions(0).withActionsPerSidecar(8);

    /** A kind of checkpoint: the properties of a table that gets it, and our settings. */
    enum Kind {
        CLASSIC("'delta.checkpoint.writeStatsAsStruct' = 'false'", SETTINGS),
        CLASSIC_TYPED_ONLY("'delta.checkpoint.writeStatsAsJson' = 'false'", SETTINGS),
        MULTI_PART("'delta.checkpoint.writeStatsAsJson' = 'true'", SETTINGS.withActionsPerPart(70)),
        V2_JSON("'delta.checkpointPolicy' = 'v2'", SETTINGS),
        V2_JSON_INLINE("'delta.checkpointPolicy' = 'v2'", SETTINGS.withInlineActions(1000)),
        V2_PARQUET(
                "'delta.checkpointPolicy' = 'v2', 'delta.checkpoint.writeStatsAsJson' = 'false'",
                SETTINGS.withManifest(V2Checkpoint.Encoding.PARQUET)),
        V2_PARQUET_INLINE(
                "'delta.checkpointPolicy' = 'v2', 'delta.checkpoint.writeStatsAsJson' = 'false'",
                SETTINGS.withInlineActions(1000).withManifest(V2Checkpoint.Encoding.PARQUET));

        private final String properties;

        @SuppressWarnings("ImmutableEnumChecker")
        private final CheckpointSettings settings;

        Kind(String properties, CheckpointSettings settings) {
            this.properties = properties;
            this.settings = settings;
        }
    }

    private Path original;
    private List<String> rows;

    /** One table for all kinds; a copy of it gets the properties of a kind. */
    @BeforeAll
    void create(RefereeProcess referee, @TempDir Path folder) throws IOException {
        original = folder.resolve("original");
        String name = "delta.`" + original + "`";
        referee.sql(
                "CREATE TABLE " + name + " (id BIGINT, s STRING, a DECIMAL(12,2), t TIMESTAMP, n STRUCT<f: DOUBLE>,"
                        + " p STRING, d DATE, m TIMESTAMP) USING delta PARTITIONED BY (p, d, m) TBLPROPERTIES ("
                        + "'delta.feature.domainMetadata' = 'supported', 'delta.checkpointInterval' = '1000')",
                "INSERT INTO " + name + " SELECT /*+ REPARTITION_BY_RANGE(5, id) */ id, concat('name ', id), id * 1.25,"
                        + " timestamp_micros(id * 1234567), named_struct('f', id / 8), "
                        + "IF(id % 2 = 0, NULL, 'a/b=c %'), DATE'2020-02-29', timestamp_micros(1000001)"
                        + " FROM range(20)",
                "INSERT INTO " + name + " VALUES (50, NULL, NULL, NULL, NULL, NULL, NULL, NULL),"
                        + " (51, '', -1.25, TIMESTAMP'9999-12-31 23:59:59.999999', named_struct('f', double('NaN')),"
                        + " '', DATE'0001-01-01', TIMESTAMP'1900-01-01 00:00:00.000001'),"
                        + " (52, repeat('x', 100), 9999999999.99, TIMESTAMP'1582-10-15 00:00:00',"
                        + " named_struct('f', -0.0D), 'ü', DATE'9999-12-31', NULL),"
                        + " (53, 'gone', 0, NULL, NULL, 'gone', NULL, NULL)",
                "DELETE FROM " + name + " WHERE p = 'gone'");
        commitState(TableReaders.log(original));
        Path lines = folder.resolve("rows");
        referee.rows(Engine.SPARK, original, List.of(OptionalLong.empty()), List.of(lines));
        rows = Files.readAllLines(lines);
        assertThat(rows).hasSize(23);
    }

    @ParameterizedTest
    @EnumSource
    void everybodyReadsFromItAndSparkGoesOn(Kind kind, RefereeProcess referee, @TempDir Path folder)
            throws IOException {
        Path table = folder.resolve("t");
        copy(original, table);
        String name = "delta.`" + table + "`";
        referee.sql("ALTER TABLE " + name + " SET TBLPROPERTIES (" + kind.properties + ")");
        DeltaLog log = log(table, kind);
        Snapshot snapshot = log.latestSnapshot();
        assertThat(log.checkpoint(snapshot)).isTrue();
        keepOnlyCheckpoint(table, snapshot.version());
        assertThat(TableReaders.log(table).latestSnapshot().version()).isEqualTo(snapshot.version());
        new TableReaders(referee, folder).assertNewest(table, rows);
        assertState(log);
        assertPruned(referee, name);
        if (kind == Kind.MULTI_PART) {
            assertPartitionedAsSparkDoes(referee, table, snapshot.version());
        }

        referee.sql("INSERT INTO " + name + " VALUES (60, 'on top', NULL, NULL, NULL, NULL, NULL, NULL)");
        assertThat(new TableReaders(referee, folder).lines(table)).hasSize(rows.size() + 1);
        assertThat(TableReaders.log(table).latestSnapshot().transactionVersion("app-77"))
                .hasValue(77);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** Far more transactions and domains than fit into a checksum or a hint. */
    private static void commitState(DeltaLog log) {
        TransactionBuilder transactions = log.newTransaction(log.latestSnapshot(), Operation.WRITE);
        for (int i = 0; i < 120; i++) {
            transactions
                    .txn("app-" + i, i)
                    .domainMetadata(new DomainMetadata("domain-" + i, "{\"n\":" + i + "}", false));
        }
        transactions.commit();
        log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .domainMetadata(new DomainMetadata("domain-5", "", true))
                .commit();
    }

    private static void assertState(DeltaLog log) {
        Snapshot snapshot = log.latestSnapshot();
        assertThat(snapshot.transactionVersion("app-119")).hasValue(119);
        assertThat(snapshot.domainMetadata())
                .hasSize(119)
                .noneMatch(domain -> domain.domain().equals("domain-5"));
    }

    /** Spark finds the one file by the statistics in the checkpoint. */
    private static void assertPruned(RefereeProcess referee, String name) {
        assertThat(referee.inputFiles("SELECT * FROM " + name + " WHERE id = 11"))
                .hasSize(1);
        assertThat(referee.sql("SELECT id FROM " + name + " WHERE n.f = 11 / 8D AND a = 13.75")
                        .findValuesAsText("id"))
                .containsExactly("11");
    }

    private static void assertPartitionedAsSparkDoes(RefereeProcess referee, Path table, long version)
            throws IOException {
        List<Path> parts = files(table, String.format("%020d", version) + ".checkpoint.");
        assertThat(parts).hasSizeGreaterThan(2);
        for (int part = 0; part < parts.size(); part++) {
            JsonNode misplaced = referee.sql("SELECT count(*) AS n FROM parquet.`" + parts.get(part)
                            + "` WHERE pmod(hash(coalesce(add.path, remove.path)), " + parts.size() + ") <> " + part)
                    .get(0);
            assertThat(misplaced.get("n").asLong()).isZero();
        }
    }

    /** Leaves the checkpoint and, for Kernel wants it, the commit of its version. */
    private static void keepOnlyCheckpoint(Path table, long version) throws IOException {
        for (Path file : files(table, "")) {
            String name = file.getFileName().toString();
            boolean older = name.matches("[0-9]{20}\\.json") && !name.startsWith(String.format("%020d", version));
            if (older || name.endsWith(".crc")) {
                Files.delete(file);
            }
        }
    }

    private static List<Path> files(Path table, String prefix) throws IOException {
        try (Stream<Path> all = Files.list(table.resolve("_delta_log"))) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }

    private static DeltaLog log(Path table, Kind kind) {
        return new DeltaLog(
                TableStorage.open(table.toString(), new Configuration()),
                DeltaLogComponents.defaults().withCheckpointSettings(kind.settings));
    }
}
