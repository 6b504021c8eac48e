/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.index.FilePlace;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.PlanOrder;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanPosition.InSnapshot;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.DeltaSplitSerializer;
import io.flinkdelta.source.split.SplitContent;
import io.flinkdelta.source.split.SplitContent.DerivedChanges;
import io.flinkdelta.source.split.SplitContent.LiveRows;
import io.flinkdelta.source.split.SplitContent.RecordedChanges;
import io.flinkdelta.source.split.SplitFile;
import io.flinkdelta.source.split.SplitPosition;
import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** State as bytes, which are in checkpoints and savepoints out there: what is golden here is read for ever. */
class StateFormatTest {
    private static final SplitFile PLAIN = new SplitFile(
            "a b.parquet",
            PartitionValues.none(),
            7,
            Optional.empty(),
            0,
            Long.MAX_VALUE,
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty());
    private static final SplitFile FULL = new SplitFile(
            "s3://other/ä.parquet",
            PartitionValues.of(partition()),
            9,
            Optional.of(new DeletionVectorDescriptor("u", "ab^-", OptionalInt.of(4), 5, 6)),
            1,
            8,
            OptionalLong.of(100),
            OptionalLong.of(3),
            OptionalLong.of(-2));
    private static final DeltaSplit LIVE = split(new LiveRows(List.of(PLAIN)));

    private static final String GOLDEN_PLAIN = "0000000b6120622e70617271756574" // path
            + "00000000" // partition values
            + "0000000000000007" // size
            + "00" // deletion vector
            + "0000000000000000" // start
            + "7fffffffffffffff" // end
            + "00" // base row id
            + "00" // row commit version
            + "00"; // earliest time
    private static final String GOLDEN_FULL = "0000001573333a2f2f6f746865722fc3a42e70617271756574" // path
            + "00000003" // partition values
            + "0000000170" + "ffffffff"
            + "0000000171" + "00000000"
            + "0000000172" + "0000000178"
            + "0000000000000009" // size
            + "01" + "0000000175" + "0000000461625e2d" + "00000004" + "00000005" + "0000000000000006"
            + "0000000000000001" // start
            + "0000000000000008" // end
            + "01" + "0000000000000064" // base row id
            + "01" + "0000000000000003" // row commit version
            + "01" + "fffffffffffffffe"; // earliest time
    private static final String GOLDEN_HEAD = "000000000000000b" // version
            + "000000000000000c" // number
            + "000000000000000d" // timestamp
            + "00000002" // step
            + "000000000000000f" // row
            + "0000000000000010"; // limit of watermarks
    private static final String GOLDEN_LIVE = GOLDEN_HEAD + "01" + "00000001" + GOLDEN_PLAIN;

    private final DeltaSplitSerializer splits = new DeltaSplitSerializer();
    private final EnumeratorStateSerializer states = new EnumeratorStateSerializer();

    /** A form that is kept. */
    private record Golden<T>(T value, String hex) {}

    private static Map<String, String> partition() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("p", null);
        values.put("q", "");
        values.put("r", "x");
        return values;
    }

    private static DeltaSplit split(SplitContent content) {
        return new DeltaSplit(11, 12, 13, content, new SplitPosition(2, 15), 16);
    }

    static List<Golden<DeltaSplit>> splits() {
        return List.of(
                new Golden<>(LIVE, GOLDEN_LIVE),
                new Golden<>(
                        split(new RecordedChanges(List.of(PLAIN, FULL))),
                        GOLDEN_HEAD + "02" + "00000002" + GOLDEN_PLAIN + GOLDEN_FULL),
                new Golden<>(
                        split(new DerivedChanges(List.of(FULL), List.of())),
                        GOLDEN_HEAD + "03" + "00000001" + GOLDEN_FULL + "00000000"));
    }

    static List<Golden<EnumeratorState>> states() {
        String noSplits = "00000001" + "00000000";
        return List.of(
                new Golden<>(EnumeratorState.beginning(), "00" + "00" + "00" + "0000000000000000" + noSplits),
                new Golden<>(
                        new EnumeratorState(
                                Optional.of(InSnapshot.begin(5)),
                                Optional.of(new PlanOrder("t", CommitReading.APPENDS, List.of(), "")),
                                OptionalLong.of(9),
                                List.of()),
                        "01" + "0000000000000005" + "0000000000000000" + "0000000000000000" + "00" + "01" + "0000000174"
                                + "00000007415050454e4453" + "00000000" + "00000000" + "01" + "0000000000000009"
                                + noSplits),
                new Golden<>(
                        new EnumeratorState(
                                Optional.of(new InSnapshot(5, Optional.of(new FilePlace(-2, "é", "u1")), 6, 7)),
                                Optional.of(new PlanOrder("", CommitReading.CHANGES, List.of("id"), "r")),
                                OptionalLong.empty(),
                                List.of()),
                        "01" + "0000000000000005" + "0000000000000006" + "0000000000000007" + "01" + "fffffffe"
                                + "00000002c3a9"
                                + "000000027531" + "01" + "00000000" + "000000074348414e474553" + "00000001"
                                + "000000026964" + "0000000172" + "00" + "0000000000000000" + noSplits),
                new Golden<>(
                        new EnumeratorState(
                                Optional.of(new InChanges(7, 8)),
                                Optional.empty(),
                                OptionalLong.empty(),
                                List.of(LIVE)),
                        "02" + "0000000000000007" + "0000000000000008" + "00" + "00" + "0000000000000000" + "00000001"
                                + "00000001" + "00000060" + GOLDEN_LIVE));
    }

    @ParameterizedTest
    @MethodSource("splits")
    void splitsAreWrittenAndReadAsTheyWere(Golden<DeltaSplit> split) throws IOException {
        assertThat(HexFormat.of().formatHex(splits.serialize(split.value()))).isEqualTo(split.hex());
        assertThat(splits.deserialize(1, HexFormat.of().parseHex(split.hex()))).isEqualTo(split.value());
    }

    @ParameterizedTest
    @MethodSource("states")
    void statesAreWrittenAndReadAsTheyWere(Golden<EnumeratorState> state) throws IOException {
        assertThat(HexFormat.of().formatHex(states.serialize(state.value()))).isEqualTo(state.hex());
        assertThat(states.deserialize(1, HexFormat.of().parseHex(state.hex()))).isEqualTo(state.value());
    }

    @Test
    void longTextsAreNoLimit() throws IOException {
        SplitFile wide = new SplitFile(
                "ä".repeat(100_000),
                PartitionValues.of(Map.of("p", "x".repeat(100_000))),
                1,
                Optional.of(new DeletionVectorDescriptor("i", "v".repeat(100_000), OptionalInt.empty(), 5, 6)),
                0,
                Long.MAX_VALUE,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
        DeltaSplit split = split(new LiveRows(List.of(wide)));
        assertThat(splits.deserialize(1, splits.serialize(split))).isEqualTo(split);
    }

    @Test
    void aLaterVersionIsRefused() {
        assertThatThrownBy(() -> splits.deserialize(2, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("a split of the Delta source in version 2", "or a newer one");
        assertThatThrownBy(() -> states.deserialize(2, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the enumerator of the Delta source in version 2");
    }
}
