/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.protocol.ProtocolFeatures;
import io.flinkdelta.log.replay.CheckpointFiles;
import io.flinkdelta.log.replay.CheckpointManifests;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What one version of a table is. First the fields of Spark's DESCRIBE DETAIL under its names, then what it does not
 * tell: what this build cannot do with the table, the columns, rows and deletion vectors, and the state of the log.
 */
final class TableDetail {
    /** Arrays that are shown an element a line. */
    private static final Set<String> LINES = Set.of("schema", "checksumDifferences");

    private final ObjectNode detail = JsonNodeFactory.instance.objectNode();
    private final DeltaLog log;
    private final Snapshot snapshot;

    private TableDetail(DeltaLog log, Snapshot snapshot) {
        this.log = log;
        this.snapshot = snapshot;
    }

    static ObjectNode of(DeltaLog log, Snapshot snapshot) {
        TableDetail table = new TableDetail(log, snapshot);
        TableSize size = TableSize.of(snapshot);
        table.putIdentity();
        table.putLayout(size.files());
        table.putProtocol();
        table.putRows(size);
        table.putState();
        table.putLog();
        table.putChecksum(size.files());
        return table.detail;
    }

    private void putIdentity() {
        Metadata metadata = snapshot.metadata();
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
    }

    private void putLayout(FileTotals files) {
        snapshot.partitionColumns().forEach(detail.putArray("partitionColumns")::add);
        ClusteringColumns.of(snapshot).forEach(detail.putArray("clusteringColumns")::add);
        detail.put("numFiles", files.files());
        detail.put("sizeInBytes", files.bytes());
        ObjectNode properties = detail.putObject("properties");
        new TreeMap<>(snapshot.metadata().configuration()).forEach(properties::put);
    }

    private void putProtocol() {
        Protocol protocol = snapshot.protocol();
        detail.put("minReaderVersion", protocol.minReaderVersion());
        detail.put("minWriterVersion", protocol.minWriterVersion());
        ProtocolFeatures.of(protocol).forEach(detail.putArray("tableFeatures")::add);
        ArrayNode readerFeatures = detail.putArray("readerFeatures");
        protocol.readerFeatures().ifPresent(names -> names.forEach(readerFeatures::add));
        ProtocolCheck.readBlockers(protocol, snapshot.metadata()).forEach(detail.putArray("cannotRead")::add);
        ProtocolCheck.writeBlockers(protocol, snapshot.metadata()).forEach(detail.putArray("cannotWrite")::add);
    }

    private void putRows(TableSize size) {
        if (size.rows().isPresent()) {
            detail.put("numRows", size.rows().getAsLong());
        } else {
            detail.putNull("numRows");
        }
        detail.put("numFilesWithDeletionVector", size.filesWithDeletionVector());
        detail.put("numHiddenRows", size.hiddenRows());
        ArrayNode schema = detail.putArray("schema");
        SchemaLines.of(snapshot.metadata().schemaString()).forEach(schema::add);
    }

    private void putState() {
        detail.put(
                "numTransactions",
                LogSnapshot.cast(snapshot).state().transactions().size());
        ObjectNode domains = detail.putObject("domains");
        snapshot.domainMetadata().stream()
                .sorted(Comparator.comparing(DomainMetadata::domain))
                .forEach(domain -> domains.put(domain.domain(), domain.configuration()));
    }

    private void putLog() {
        LogSegment segment = LogSnapshot.cast(snapshot).segment();
        detail.put("earliestVersion", log.earliestVersion());
        detail.set("lastCheckpoint", segment.checkpoint().map(this::checkpoint).orElse(null));
        detail.put("commitsSinceCheckpoint", segment.commits());
    }

    private void putChecksum(FileTotals files) {
        ChecksumDetail checksum = ChecksumDetail.of(log.storage(), snapshot.version(), files);
        detail.put("checksumFile", checksum.exists());
        checksum.differences().forEach(detail.putArray("checksumDifferences")::add);
    }

    /** A damaged one is passed over by readers; here it is shown with what is wrong about it. */
    private ObjectNode checkpoint(CheckpointFiles checkpoint) {
        LogFile first = checkpoint.parts().get(0);
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("version", checkpoint.version());
        boolean v2 = first instanceof LogFile.V2Checkpoint;
        try {
            long sidecars = new CheckpointManifests(
                            log.storage().log(), log.storage().context())
                    .resolve(checkpoint).fileActions().orElseThrow().stream()
                            .filter(CheckpointFile::sidecar)
                            .count();
            return json.put("kind", v2 || sidecars > 0 ? "v2" : "classic")
                    .put("file", first.fileName())
                    .put("parts", checkpoint.parts().size())
                    .put("sidecars", sidecars);
        } catch (CorruptLogException e) {
            return json.put("kind", v2 ? "v2" : "classic")
                    .put("file", first.fileName())
                    .put("parts", checkpoint.parts().size())
                    .put("problem", e.getMessage());
        }
    }

    /** {@code detail} for people. */
    static List<String> lines(ObjectNode detail) {
        TextTable lines = TextTable.withoutHeader();
        detail.properties().forEach(entry -> lines.row(entry.getKey(), text(entry.getKey(), entry.getValue())));
        return lines.lines();
    }

    private static String text(String name, JsonNode value) {
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(JsonNode::asText)
                    .collect(Collectors.joining(LINES.contains(name) ? "\n" : ", "));
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue().asText())
                    .collect(Collectors.joining("\n"));
        }
        return value.isNull() ? "" : value.asText();
    }
}
