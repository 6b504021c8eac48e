/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.alter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.alter.TableChange;
import io.flinkdelta.log.alter.TableDefinition;
import io.flinkdelta.log.file.LogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Definitions of tables as JSON that can be compared: without what is random, the rest whatever its order. */
final class Definitions {
    /** By it Spark says that its own converter to Iceberg may run with each commit; no other writer can. */
    private static final String SPARK_CONVERTER = "delta.universalFormat.iceberg.atomicConversion.supported";

    private static final ObjectMapper JSON = new ObjectMapper();

    private Definitions() {}

    /** The table at a version, folded from its commits whatever features it has. */
    static TableDefinition at(Path table, long version) throws IOException {
        Protocol protocol = null;
        Metadata metadata = null;
        Map<String, DomainMetadata> domains = new TreeMap<>();
        for (long at = 0; at <= version; at++) {
            for (String line : Files.readAllLines(commit(table, at))) {
                Action action = ActionJson.parse(line).orElse(null);
                if (action instanceof Protocol changed) {
                    protocol = changed;
                } else if (action instanceof Metadata changed) {
                    metadata = changed;
                } else if (action instanceof DomainMetadata changed) {
                    domains.put(changed.domain(), changed);
                }
            }
        }
        return new TableDefinition(version, protocol, metadata, List.copyOf(domains.values()));
    }

    static long newest(Path table) {
        long version = 0;
        while (Files.exists(commit(table, version + 1))) {
            version++;
        }
        return version;
    }

    static JsonNode commitInfo(Path table, long version) throws IOException {
        for (String line : Files.readAllLines(commit(table, version))) {
            JsonNode info = JSON.readTree(line).get("commitInfo");
            if (info != null) {
                return info;
            }
        }
        throw new IllegalArgumentException("no commitInfo in version " + version + " of " + table);
    }

    private static Path commit(Path table, long version) {
        return table.resolve("_delta_log").resolve(LogFile.commit(version).fileName());
    }

    static JsonNode json(TableDefinition table) {
        return json(table.protocol(), table.metadata(), domains(table));
    }

    /** What {@code before} becomes. */
    static JsonNode json(TableDefinition before, TableChange change) {
        Map<String, String> domains = domains(before);
        change.domains().forEach(domain -> domains.put(domain.domain(), domain.configuration()));
        return json(
                change.protocol().orElse(before.protocol()), change.metadata().orElse(before.metadata()), domains);
    }

    /** What a new table becomes. */
    static JsonNode json(TableChange created) {
        Map<String, String> domains = new TreeMap<>();
        created.domains().forEach(domain -> domains.put(domain.domain(), domain.configuration()));
        return json(created.protocol().orElseThrow(), created.metadata().orElseThrow(), domains);
    }

    private static Map<String, String> domains(TableDefinition table) {
        Map<String, String> domains = new TreeMap<>();
        for (DomainMetadata domain : table.domains()) {
            // It counts rows, which is no part of a definition.
            if (!domain.domain().equals("delta.rowTracking")) {
                domains.put(domain.domain(), domain.configuration());
            }
        }
        return domains;
    }

    private static JsonNode json(Protocol protocol, Metadata metadata, Map<String, String> domains) {
        ObjectNode json = JSON.createObjectNode();
        json.put("versions", protocol.minReaderVersion() + "," + protocol.minWriterVersion());
        json.put("readerFeatures", String.valueOf(protocol.readerFeatures().orElse(null)));
        json.put("writerFeatures", String.valueOf(protocol.writerFeatures().orElse(null)));
        json.set("schema", parse(metadata.schemaString()));
        json.put("partitionColumns", metadata.partitionColumns().toString());
        json.put("description", metadata.description().orElse(null));
        Map<String, String> configuration = new TreeMap<>(metadata.configuration());
        configuration.remove(SPARK_CONVERTER);
        json.set("configuration", JSON.valueToTree(configuration));
        json.set("domains", JSON.valueToTree(domains));
        return plain(json);
    }

    /** Parameters of an operation; texts that are JSON as JSON. */
    static JsonNode parameters(JsonNode parameters) {
        ObjectNode json = JSON.createObjectNode();
        parameters.properties().forEach(parameter -> {
            String text = parameter.getValue().asText();
            boolean nested = text.startsWith("{") || text.startsWith("[");
            json.set(parameter.getKey(), nested ? parse(text) : parameter.getValue());
        });
        if (json.path("properties") instanceof ObjectNode properties) {
            properties.remove(SPARK_CONVERTER);
        }
        return plain(json);
    }

    private static JsonNode plain(JsonNode json) {
        return parse(json.toString().replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID"));
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
