/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SerializersTest {
    private static final AddFile PLAIN =
            AddFile.ofNewFile("part-00000-x.parquet", PartitionValues.none(), 7, 8, Optional.empty());

    @Test
    void aWriterResultComesBackAsItWas() throws IOException {
        DeltaWriterResultSerializer serializer = new DeltaWriterResultSerializer();
        DeltaWriterResult result = new DeltaWriterResult(List.of(PLAIN, partitioned(1)), 11, Set.of("b: x > 1", "a"));

        byte[] bytes = serializer.serialize(result);

        assertThat(serializer.deserialize(serializer.getVersion(), bytes)).isEqualTo(result);
    }

    @Test
    void aCommittableComesBackAsItWas() throws IOException {
        DeltaCommittableSerializer serializer = new DeltaCommittableSerializer();
        DeltaCommittable committable = new DeltaCommittable(
                "app-ä", 42, "id", List.of(PLAIN, partitioned(2)), 12, Set.of("the CHECK c: ä > 1"));

        byte[] bytes = serializer.serialize(committable);

        assertThat(serializer.deserialize(serializer.getVersion(), bytes)).isEqualTo(committable);
    }

    @Test
    void aCommittableOfManyFilesAndWideStatisticsComesBackAsItWas() throws IOException {
        DeltaCommittableSerializer serializer = new DeltaCommittableSerializer();
        String stats = "{\"numRecords\":1,\"minValues\":{\"a\":\"" + "ü".repeat(100_000) + "\"}}";
        List<AddFile> files = IntStream.range(0, 5_000)
                .mapToObj(SerializersTest::partitioned)
                .map(file -> file.path().endsWith("17.parquet")
                        ? AddFile.ofNewFile(file.path(), file.partitionValues(), 1, 2, Optional.of(stats))
                        : file)
                .toList();
        DeltaCommittable committable = new DeltaCommittable("app", 1, "id", files, 5_000);

        byte[] bytes = serializer.serialize(committable);

        assertThat(bytes.length).isGreaterThan(1 << 16);
        assertThat(serializer.deserialize(serializer.getVersion(), bytes)).isEqualTo(committable);
    }

    /** Bytes of a released version are in checkpoints out there. */
    @Test
    void version1OfACommittableIsReadForEver() throws IOException {
        DeltaCommittable committable = new DeltaCommittable("app", 2, "id", List.of(PLAIN), 3);
        String golden = "00000003617070" // application id
                + "0000000000000002" // checkpoint id
                + "000000026964" // id
                + "0000000000000003" // rows
                + "00000001" // files
                + "0000006c"
                + hex("{\"add\":{\"path\":\"part-00000-x.parquet\",\"partitionValues\":{},\"size\":7,"
                        + "\"modificationTime\":8,\"dataChange\":true}}");

        DeltaCommittableSerializer serializer = new DeltaCommittableSerializer();

        assertThat(serializer.deserialize(1, HexFormat.of().parseHex(golden))).isEqualTo(committable);
    }

    @Test
    void version2OfACommittableIsReadForEver() throws IOException {
        DeltaCommittable committable = new DeltaCommittable("app", 2, "id", List.of(), 3, Set.of("b", "a: x"));
        String golden = "00000003617070" // application id
                + "0000000000000002" // checkpoint id
                + "000000026964" // id
                + "0000000000000003" // rows
                + "00000000" // files
                + "00000002" // rules
                + "00000004613a2078"
                + "0000000162";

        DeltaCommittableSerializer serializer = new DeltaCommittableSerializer();

        assertThat(serializer.deserialize(2, HexFormat.of().parseHex(golden))).isEqualTo(committable);
        assertThat(HexFormat.of().formatHex(serializer.serialize(committable))).isEqualTo(golden);
    }

    @Test
    void version1OfAWriterResultIsReadForEver() throws IOException {
        DeltaWriterResult result = new DeltaWriterResult(List.of(PLAIN), 3);
        String golden = "0000000000000003" // rows
                + "00000001" // files
                + "0000006c"
                + hex("{\"add\":{\"path\":\"part-00000-x.parquet\",\"partitionValues\":{},\"size\":7,"
                        + "\"modificationTime\":8,\"dataChange\":true}}");

        DeltaWriterResultSerializer serializer = new DeltaWriterResultSerializer();

        assertThat(serializer.deserialize(1, HexFormat.of().parseHex(golden))).isEqualTo(result);
    }

    @Test
    void version2OfAWriterResultIsReadForEver() throws IOException {
        DeltaWriterResult result = new DeltaWriterResult(List.of(), 3, Set.of("a"));
        String golden = "0000000000000003" // rows
                + "00000000" // files
                + "00000001" // rules
                + "0000000161";

        DeltaWriterResultSerializer serializer = new DeltaWriterResultSerializer();

        assertThat(serializer.deserialize(2, HexFormat.of().parseHex(golden))).isEqualTo(result);
        assertThat(HexFormat.of().formatHex(serializer.serialize(result))).isEqualTo(golden);
    }

    @Test
    void aVersionOfALaterBuildIsRefused() {
        assertThatThrownBy(() -> new DeltaCommittableSerializer().deserialize(3, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 3")
                .hasMessageContaining("a newer one");
    }

    private static AddFile partitioned(int i) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("p", "Korea, South " + i);
        values.put("q", null);
        return AddFile.ofNewFile(
                "p=Korea%2C%20South/part-" + i + ".parquet",
                PartitionValues.of(values),
                i,
                i,
                Optional.of("{\"numRecords\":" + i + "}"));
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
