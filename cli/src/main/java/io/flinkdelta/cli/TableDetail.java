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
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.protocol.ProtocolFeatures;
import io.flinkdelta.log.replay.CheckpointFiles;
import io.flinkdelta.log.replay.CheckpointManifests;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What one version of a table is. First the fields of Spark's DESCRIBE DETAIL under its names, then what it does not
 * tell: what this build cannot do with the table, the columns, rows and deletion vectors, and the state of the log.
 */
final class TableDetail {
    private final ObjectNode detail = JsonNodeFactory.instance.objectNode();
    private final DeltaLog log;
    private final Snapshot snapshot;

    private TableDetail(DeltaLog log, Snapshot snapshot) {
        this.log = log;
        this.snapshot = snapshot;
    }

    static ObjectNode of(DeltaLog log, Snapshot snapshot) {
        TableDetail table = new TableDetail(log, snapshot);
        FileTotals files = FileTotals.of(snapshot);
        table.putIdentity();
        table.putLayout(files);
        table.putProtocol();
        table.putRows(files);
        table.putState();
        table.putLog();
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
        detail.put("sizeInBytes", files.sizeInBytes());
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

    private void putRows(FileTotals files) {
        if (files.rows().isPresent()) {
            detail.put("numRows", files.rows().getAsLong());
        } else {
            detail.putNull("numRows");
        }
        detail.put("numFilesWithDeletionVector", files.filesWithDeletionVector());
        detail.put("numHiddenRows", files.hiddenRows());
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
        detail.put("checksumFile", exists(new LogFile.Checksum(snapshot.version())));
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

    private boolean exists(LogFile file) {
        try {
            return log.storage().log().read(file.fileName()).isPresent();
        } catch (IOException e) {
            throw StorageErrors.of(e, log.storage().context(), file.fileName(), "read a checksum file");
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
                    .collect(Collectors.joining(name.equals("schema") ? "\n" : ", "));
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue().asText())
                    .collect(Collectors.joining("\n"));
        }
        return value.isNull() ? "" : value.asText();
    }
}
