/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.VersionChecksum.FileSizeHistogram;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.log.testing.TestTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionChecksumTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final VersionChecksum FULL = new VersionChecksum(
            Optional.of("t"),
            Long.MAX_VALUE,
            3,
            OptionalLong.of(4),
            OptionalLong.of(5),
            OptionalLong.of(6),
            Optional.of(List.of(new SetTransaction("a", 1, OptionalLong.of(2)))),
            Optional.of(List.of(new DomainMetadata("d", "{\"\u00e4\":1}", false))),
            TestTable.metadata(Map.of("k", "v")),
            Protocol.features(Set.of("v2Checkpoint"), Set.of("v2Checkpoint", "domainMetadata")),
            Optional.of(new FileSizeHistogram(List.of(0L, 10L), List.of(1L, 2L), List.of(5L, 20L))));

    private static final VersionChecksum BARE = new VersionChecksum(
            Optional.empty(),
            0,
            0,
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            TestTable.metadata(Map.of()),
            Protocol.legacy(1, 2),
            Optional.empty());

    @Test
    void survivesItsJson() throws IOException {
        assertThat(VersionChecksum.parse(bytes(FULL))).contains(FULL);
        assertThat(VersionChecksum.parse(bytes(BARE))).contains(BARE);
    }

    @Test
    void thoseOfSparkAreUnderstoodAndWrittenAsSparkDoes() throws IOException {
        int seen = 0;
        for (Path table : SharedTables.find().all()) {
            for (Path file : checksums(table)) {
                byte[] content = Files.readAllBytes(file);
                VersionChecksum checksum = VersionChecksum.parse(content).orElseThrow();
                ObjectNode spark = (ObjectNode) JSON.readTree(content);
                spark.remove(List.of("allFiles", "deletedRecordCountsHistogramOpt"));
                if (spark.has("histogramOpt")) {
                    spark.set("fileSizeHistogram", spark.remove("histogramOpt"));
                }
                assertThat(sorted(JSON.readTree(bytes(checksum))))
                        .as(file.toString())
                        .isEqualTo(sorted(spark));
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(300);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "7",
                "{}",
                "\"\"",
                "{\"numFiles\":1}",
                "\u0000",
            })
    void whatIsNoChecksumIsNone(String text) {
        assertThat(VersionChecksum.parse(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    void whatContradictsItselfIsNone() throws IOException {
        String text = new String(bytes(FULL), StandardCharsets.UTF_8);
        for (String[] change : new String[][] {
            {"\"numMetadata\":1", "\"numMetadata\":2"},
            {"\"numProtocol\":1", "\"numProtocol\":0"},
            {"\"numFiles\":3", "\"numFiles\":-3"},
            {"\"numFiles\":3", "\"numFiles\":\"3\""},
            {"\"numFiles\":3", "\"numFiles\":3,\"numFiles\":4"},
            {"\"numFiles\":3", "\"numFiles\":92233720368547758070"},
            {"\"removed\":false", "\"removed\":true"},
            {"\"metadata\":", "\"metadata\":null,\"m\":"},
            {"[5,20]", "[5]"},
            {"\n", "{}"}
        }) {
            assertThat(text).contains(change[0]);
            assertThat(VersionChecksum.parse(text.replace(change[0], change[1]).getBytes(StandardCharsets.UTF_8)))
                    .as(change[1])
                    .isEmpty();
        }
    }

    @Test
    void isReadByItsVersion() throws IOException {
        InMemoryLogStore store = new InMemoryLogStore();
        assertThat(VersionChecksum.read(store, 7)).isEmpty();
        store.putIfAbsent("00000000000000000007.crc", FULL.toContent());
        assertThat(VersionChecksum.read(store, 7)).contains(FULL);
    }

    private static byte[] bytes(VersionChecksum checksum) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        checksum.toContent().writeTo(out);
        return out.toByteArray();
    }

    private static List<Path> checksums(Path table) {
        try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9]{20}\\.crc"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lists whose order means nothing, sorted; null fields, which mean what absent ones do, left out. */
    private static String sorted(JsonNode json) {
        if (json.isObject()) {
            return json.properties().stream()
                    .filter(field -> !field.getValue().isNull())
                    .map(field -> field.getKey() + "=" + sorted(field.getValue()))
                    .sorted()
                    .toList()
                    .toString();
        }
        if (json.isArray() && json.size() > 0 && !json.get(0).isNumber()) {
            return Stream.of(json)
                    .flatMap(array -> {
                        List<String> elements = new ArrayList<>();
                        array.forEach(element -> elements.add(sorted(element)));
                        return elements.stream().sorted();
                    })
                    .toList()
                    .toString();
        }
        return json.toString();
    }
}
