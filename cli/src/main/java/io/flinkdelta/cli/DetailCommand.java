/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what a table is, with the names of Spark's DESCRIBE DETAIL. */
@Command(name = "detail", sortOptions = false, description = "Prints the newest version's metadata, protocol and size.")
final class DetailCommand implements Callable<Integer> {
    private static final Map<Integer, Set<String>> LEGACY = Map.of(
            2, Set.of("appendOnly", "invariants"),
            3, Set.of("checkConstraints"),
            4, Set.of("changeDataFeed", "generatedColumns"),
            5, Set.of("columnMapping"),
            6, Set.of("identityColumns"));

    private final Output out;

    @SuppressWarnings("unused") // picocli looks at it
    @Mixin
    private HelpOption help;

    @Mixin
    private TableArgument table;

    @Option(names = "--json", description = "As one JSON object.")
    private boolean json;

    DetailCommand(Output out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        DeltaLog log = table.open();
        ObjectNode detail = detail(log, log.latestSnapshot());
        if (json) {
            out.line(detail.toString());
            return 0;
        }
        TextTable lines = TextTable.withoutHeader();
        detail.properties().forEach(entry -> lines.row(entry.getKey(), text(entry.getValue())));
        lines.lines().forEach(out::line);
        return 0;
    }

    private static ObjectNode detail(DeltaLog log, Snapshot snapshot) {
        Metadata metadata = snapshot.metadata();
        Protocol protocol = snapshot.protocol();
        ObjectNode detail = JsonNodeFactory.instance.objectNode();
        detail.put("format", "delta");
        detail.put("id", metadata.id());
        detail.put("name", metadata.name().orElse(null));
        detail.put("description", metadata.description().orElse(null));
        detail.put("location", log.storage().data().location());
        detail.put(
                "createdAt",
                metadata.createdTime().isPresent()
                        ? Timestamps.iso(metadata.createdTime().getAsLong())
                        : null);
        detail.put("lastModified", Timestamps.iso(snapshot.timestamp()));
        detail.put("version", snapshot.version());
        snapshot.partitionColumns().forEach(detail.putArray("partitionColumns")::add);
        putSize(detail, snapshot);
        ObjectNode properties = detail.putObject("properties");
        new TreeMap<>(metadata.configuration()).forEach(properties::put);
        detail.put("minReaderVersion", protocol.minReaderVersion());
        detail.put("minWriterVersion", protocol.minWriterVersion());
        features(protocol).forEach(detail.putArray("tableFeatures")::add);
        return detail;
    }

    private static void putSize(ObjectNode detail, Snapshot snapshot) {
        long[] size = new long[2];
        try (Stream<AddFile> files = snapshot.files()) {
            files.forEach(file -> {
                size[0]++;
                size[1] += file.size();
            });
        }
        detail.put("numFiles", size[0]);
        detail.put("sizeInBytes", size[1]);
    }

    /** Those that the protocol names, or those that its versions stand for (PROTOCOL.md, "Valid Feature Names"). */
    private static NavigableSet<String> features(Protocol protocol) {
        NavigableSet<String> features = new TreeSet<>();
        protocol.readerFeatures().ifPresent(features::addAll);
        protocol.writerFeatures().ifPresent(features::addAll);
        if (protocol.writerFeatures().isEmpty()) {
            LEGACY.forEach((version, names) -> {
                if (version <= protocol.minWriterVersion()) {
                    features.addAll(names);
                }
            });
        }
        return features;
    }

    private static String text(JsonNode value) {
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(JsonNode::asText)
                    .collect(Collectors.joining(", "));
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue().asText())
                    .collect(Collectors.joining("\n"));
        }
        return value.isNull() ? "" : value.asText();
    }
}
