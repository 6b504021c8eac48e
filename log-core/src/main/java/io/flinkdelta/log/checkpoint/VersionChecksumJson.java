/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.VersionChecksum.FileSizeHistogram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** {@link VersionChecksum} as JSON, both ways; the field order of Spark. */
final class VersionChecksumJson {
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private VersionChecksumJson() {}

    static Optional<VersionChecksum> parse(byte[] content) {
        try {
            return Optional.of(read(JSON.readTree(content)));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static VersionChecksum read(JsonNode json) {
        if (requiredNumber(json, "numMetadata") != 1 || requiredNumber(json, "numProtocol") != 1) {
            throw new IllegalArgumentException("a version has one metadata and one protocol");
        }
        return new VersionChecksum(
                text(json, "txnId"),
                requiredNumber(json, "tableSizeBytes"),
                requiredNumber(json, "numFiles"),
                number(json, "numDeletedRecordsOpt"),
                number(json, "numDeletionVectorsOpt"),
                number(json, "inCommitTimestampOpt"),
                actions(json, "setTransactions", "txn", SetTransaction.class),
                actions(json, "domainMetadata", "domainMetadata", DomainMetadata.class)
                        .map(VersionChecksumJson::live),
                action(json.get("metadata"), "metaData", Metadata.class),
                action(json.get("protocol"), "protocol", Protocol.class),
                histogram(json));
    }

    static byte[] write(VersionChecksum checksum) {
        ObjectNode json = JSON.createObjectNode();
        checksum.txnId().ifPresent(id -> json.put("txnId", id));
        json.put("tableSizeBytes", checksum.tableSizeBytes()).put("numFiles", checksum.numFiles());
        checksum.numDeletedRecords().ifPresent(count -> json.put("numDeletedRecordsOpt", count));
        checksum.numDeletionVectors().ifPresent(count -> json.put("numDeletionVectorsOpt", count));
        json.put("numMetadata", 1).put("numProtocol", 1);
        checksum.inCommitTimestamp().ifPresent(time -> json.put("inCommitTimestampOpt", time));
        checksum.setTransactions().ifPresent(all -> put(json.putArray("setTransactions"), all, "txn"));
        checksum.domainMetadata().ifPresent(all -> put(json.putArray("domainMetadata"), all, "domainMetadata"));
        json.set("metadata", toJson(checksum.metadata(), "metaData"));
        json.set("protocol", toJson(checksum.protocol(), "protocol"));
        checksum.fileSizeHistogram()
                .ifPresent(histogram -> json.putObject("fileSizeHistogram")
                        .putPOJO("sortedBinBoundaries", histogram.sortedBinBoundaries())
                        .putPOJO("fileCounts", histogram.fileCounts())
                        .putPOJO("totalBytes", histogram.totalBytes()));
        return (json + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** A domain that is there twice or removed says that the list is not what it should be. */
    private static List<DomainMetadata> live(List<DomainMetadata> domains) {
        long different = domains.stream().map(DomainMetadata::domain).distinct().count();
        if (different != domains.size() || domains.stream().anyMatch(DomainMetadata::removed)) {
            throw new IllegalArgumentException("domains that are not live");
        }
        return domains;
    }

    private static Optional<FileSizeHistogram> histogram(JsonNode json) {
        JsonNode histogram =
                json.hasNonNull("fileSizeHistogram") ? json.get("fileSizeHistogram") : json.get("histogramOpt");
        return histogram == null || histogram.isNull()
                ? Optional.empty()
                : Optional.of(new FileSizeHistogram(
                        numbers(histogram, "sortedBinBoundaries"),
                        numbers(histogram, "fileCounts"),
                        numbers(histogram, "totalBytes")));
    }

    private static List<Long> numbers(JsonNode json, String key) {
        List<Long> numbers = new ArrayList<>();
        for (JsonNode element : json.path(key)) {
            if (!element.isIntegralNumber() || !element.canConvertToLong()) {
                throw new IllegalArgumentException(key + " holds what is no number");
            }
            numbers.add(element.asLong());
        }
        return numbers;
    }

    private static <T extends Action> Optional<List<T>> actions(JsonNode json, String key, String name, Class<T> type) {
        JsonNode all = json.get(key);
        if (all == null || all.isNull()) {
            return Optional.empty();
        }
        if (!all.isArray()) {
            throw new IllegalArgumentException(key + " is no array");
        }
        List<T> actions = new ArrayList<>();
        all.forEach(element -> actions.add(action(element, name, type)));
        return Optional.of(actions);
    }

    private static <T extends Action> T action(JsonNode json, String name, Class<T> type) {
        ObjectNode line = JSON.createObjectNode();
        line.set(name, json);
        return type.cast(ActionJson.parse(line.toString())
                .orElseThrow(() -> new IllegalArgumentException(name + " is missing")));
    }

    private static void put(ArrayNode array, List<? extends Action> actions, String name) {
        actions.forEach(action -> array.add(toJson(action, name)));
    }

    private static JsonNode toJson(Action action, String name) {
        try {
            return JSON.readTree(ActionJson.write(action)).get(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> text(JsonNode json, String key) {
        JsonNode value = json.get(key);
        return value == null || !value.isTextual() ? Optional.empty() : Optional.of(value.asText());
    }

    private static long requiredNumber(JsonNode json, String key) {
        return number(json, key).orElseThrow(() -> new IllegalArgumentException(key + " is missing"));
    }

    private static OptionalLong number(JsonNode json, String key) {
        JsonNode value = json.get(key);
        if (value == null || value.isNull()) {
            return OptionalLong.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException(key + " is no number");
        }
        return OptionalLong.of(value.asLong());
    }
}
