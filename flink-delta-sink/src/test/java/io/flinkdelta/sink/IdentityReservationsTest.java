/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.IdentityColumn;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class IdentityReservationsTest {
    private static final StructField ID = new StructField("id", PrimitiveType.LONG, true);

    private final TableStorage storage = new TableStorage("/table", new InMemoryLogStore(), new InMemoryDataStore());

    @Test
    void valuesComeInBlocksThatAreReservedFirst() {
        create(100, 10, null);
        IdentityReservations values = reservations(3);

        assertThat(LongStream.range(0, 4).map(i -> values.next("i"))).containsExactly(100L, 110L, 120L, 130L);
        assertThat(highWaterMark()).isEqualTo(150);
        assertThat(snapshot().version()).isEqualTo(2);
        assertThat(reservations(3).next("i")).isEqualTo(160);
    }

    @Test
    void aNegativeStepGoesDown() {
        create(-1, -5, -16L);
        IdentityReservations values = reservations(2);

        assertThat(values.next("i")).isEqualTo(-21);
        assertThat(values.next("i")).isEqualTo(-26);
        assertThat(highWaterMark()).isEqualTo(-26);
    }

    @Test
    void aMarkBetweenTwoValuesAndOneBeforeTheStartAreMended() {
        create(10, 4, 15L);
        assertThat(reservations(1).next("i")).isEqualTo(22);
    }

    @Test
    void aMarkBeforeTheStartIsNone() {
        create(10, 4, 3L);
        assertThat(reservations(1).next("i")).isEqualTo(10);
    }

    @Test
    void valuesThatDoNotFitAreRefusedAndNothingIsCommitted() {
        create(Long.MAX_VALUE - 2, 1, null);

        assertThatThrownBy(() -> reservations(10).next("i"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("64 bits");
        assertThat(snapshot().version()).isZero();
        IdentityReservations last = reservations(3);
        assertThat(LongStream.range(0, 3).map(i -> last.next("i")))
                .containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertThatThrownBy(() -> last.next("i")).isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void manyWritersNeverGiveOutAValueTwice() throws Exception {
        create(1, 1, null);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<List<Long>>> results = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            results.add(threads.submit(() -> {
                IdentityReservations values = reservations(7);
                return LongStream.range(0, 50).mapToObj(i -> values.next("i")).toList();
            }));
        }
        List<Long> all = new ArrayList<>();
        for (Future<List<Long>> result : results) {
            assertThat(result.get()).isSorted();
            all.addAll(result.get());
        }
        threads.shutdown();

        assertThat(all).hasSize(200).doesNotHaveDuplicates();
        assertThat(highWaterMark()).isEqualTo(snapshot().version() * 7);
    }

    @Test
    void anAppendThatWasBegunBeforeAReservationGoesOnTopOfIt() {
        create(1, 1, null);
        try (DeltaLog log = log()) {
            Snapshot before = log.latestSnapshot();
            reservations(5).next("i");

            AddFile file = AddFile.ofNewFile("a.parquet", PartitionValues.none(), 1, 1, Optional.empty());
            log.newTransaction(before, Operation.WRITE).add(file).commit();

            assertThat(snapshot().version()).isEqualTo(2);
        }
    }

    @Test
    void historySaysThatOnlyTheMarkMoved() {
        create(1, 1, null);
        reservations(5).next("i");

        try (DeltaLog log = log()) {
            var commit = log.history(java.util.OptionalInt.of(1))
                    .get(0)
                    .commitInfo()
                    .orElseThrow()
                    .toJson();
            assertThat(commit.path("tags")).hasToString("{\"delta.identity.schemaUpdate\":\"true\"}");
            assertThat(commit.path("operation").asText()).isEqualTo("CHANGE COLUMN");
        }
    }

    private void create(long start, long step, Long mark) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("delta.identity.start", start)
                .put("delta.identity.step", step)
                .put("delta.identity.allowExplicitInsert", false);
        if (mark != null) {
            json.put("delta.identity.highWaterMark", mark);
        }
        StructField identity = new StructField("i", PrimitiveType.LONG, true, FieldMetadata.of(json));
        try (DeltaLog log = log()) {
            log.newTable(Operation.CREATE_TABLE)
                    .protocol(Protocol.legacy(1, 6))
                    .metadata(new Metadata(
                            "t",
                            Optional.empty(),
                            Optional.empty(),
                            Metadata.Format.parquet(),
                            SchemaJson.write(StructType.of(identity, ID)),
                            List.of(),
                            OptionalLong.empty(),
                            Map.of()))
                    .commit();
        }
    }

    private long highWaterMark() {
        return snapshot()
                .schema()
                .field("i")
                .flatMap(IdentityColumn::of)
                .orElseThrow()
                .highWaterMark()
                .orElseThrow();
    }

    private DeltaLog log() {
        return new DeltaLog(storage, Clock.systemUTC());
    }

    private Snapshot snapshot() {
        try (DeltaLog log = log()) {
            return log.latestSnapshot();
        }
    }

    private IdentityReservations reservations(int blockSize) {
        SinkSpec spec = new SinkSpec(
                "/table",
                new RowType(List.of(new RowType.RowField("id", new BigIntType()))),
                List.of(),
                Map.of(),
                Map.of(),
                SinkSettings.of(new Configuration()),
                "build",
                (path, hadoop) -> storage);
        return new IdentityReservations(spec, blockSize);
    }
}
