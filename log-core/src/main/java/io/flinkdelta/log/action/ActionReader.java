/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import static io.flinkdelta.log.action.JsonFields.flag;
import static io.flinkdelta.log.action.JsonFields.mapWithoutNulls;
import static io.flinkdelta.log.action.JsonFields.nextField;
import static io.flinkdelta.log.action.JsonFields.number;
import static io.flinkdelta.log.action.JsonFields.optional;
import static io.flinkdelta.log.action.JsonFields.required;
import static io.flinkdelta.log.action.JsonFields.smallNumber;
import static io.flinkdelta.log.action.JsonFields.startsObject;
import static io.flinkdelta.log.action.JsonFields.text;
import static io.flinkdelta.log.action.JsonFields.texts;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Actions off a JSON parser, without trees in between: snapshot loading lives here. */
final class ActionReader {
    /** What Spark takes an absent schemaString for. */
    private static final String EMPTY_SCHEMA = "{\"type\":\"struct\",\"fields\":[]}";

    private ActionReader() {}

    /**
     * The action whose name the parser stands on, null for JSON null and for an unknown one; ends on its last token.
     *
     * @param whole whether all of a commitInfo is wanted
     */
    static Action read(JsonParser parser, boolean whole) throws IOException {
        String name = parser.currentName();
        parser.nextToken();
        return switch (name) {
            case "add" -> startsObject(parser) ? FileActionReader.add(parser) : null;
            case "remove" -> startsObject(parser) ? FileActionReader.remove(parser) : null;
            case "cdc" -> startsObject(parser) ? FileActionReader.cdc(parser) : null;
            case "metaData" -> startsObject(parser) ? metadata(parser) : null;
            case "protocol" -> startsObject(parser) ? protocol(parser) : null;
            case "txn" -> startsObject(parser) ? txn(parser) : null;
            case "domainMetadata" -> startsObject(parser) ? domainMetadata(parser) : null;
            case "commitInfo" -> startsObject(parser) ? CommitInfo.read(parser, whole) : null;
            case "checkpointMetadata" -> startsObject(parser) ? checkpointMetadata(parser) : null;
            case "sidecar" -> startsObject(parser) ? FileActionReader.sidecar(parser) : null;
            default -> {
                parser.skipChildren();
                yield null;
            }
        };
    }

    private static Metadata metadata(JsonParser parser) throws IOException {
        String id = null;
        String name = null;
        String description = null;
        Metadata.Format format = null;
        String schemaString = null;
        List<String> partitionColumns = null;
        Map<String, String> configuration = null;
        Long createdTime = null;
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "id" -> id = text(parser);
                case "name" -> name = text(parser);
                case "description" -> description = text(parser);
                case "format" -> format = format(parser);
                case "schemaString" -> schemaString = text(parser);
                case "partitionColumns" -> partitionColumns = texts(parser);
                case "configuration" -> configuration = mapWithoutNulls(parser);
                case "createdTime" -> createdTime = number(parser);
                default -> parser.skipChildren();
            }
        }
        return new Metadata(
                required(id, "metaData.id"),
                optional(name),
                optional(description),
                required(format, "metaData.format"),
                schemaString == null ? EMPTY_SCHEMA : schemaString,
                required(partitionColumns, "metaData.partitionColumns"),
                optional(createdTime),
                required(configuration, "metaData.configuration"));
    }

    private static Metadata.Format format(JsonParser parser) throws IOException {
        if (!startsObject(parser)) {
            return null;
        }
        String provider = null;
        Map<String, String> options = Map.of();
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "provider" -> provider = text(parser);
                case "options" -> options = mapWithoutNulls(parser);
                default -> parser.skipChildren();
            }
        }
        return new Metadata.Format(required(provider, "metaData.format.provider"), options);
    }

    private static Protocol protocol(JsonParser parser) throws IOException {
        Integer minReaderVersion = null;
        Integer minWriterVersion = null;
        List<String> readerFeatures = null;
        List<String> writerFeatures = null;
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "minReaderVersion" -> minReaderVersion = smallNumber(parser);
                case "minWriterVersion" -> minWriterVersion = smallNumber(parser);
                case "readerFeatures" -> readerFeatures = texts(parser);
                case "writerFeatures" -> writerFeatures = texts(parser);
                default -> parser.skipChildren();
            }
        }
        return new Protocol(
                required(minReaderVersion, "protocol.minReaderVersion"),
                required(minWriterVersion, "protocol.minWriterVersion"),
                features(readerFeatures),
                features(writerFeatures));
    }

    private static Optional<SortedSet<String>> features(List<String> names) {
        return names == null ? Optional.empty() : Optional.of(new TreeSet<>(names));
    }

    private static SetTransaction txn(JsonParser parser) throws IOException {
        String appId = null;
        Long version = null;
        Long lastUpdated = null;
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "appId" -> appId = text(parser);
                case "version" -> version = number(parser);
                case "lastUpdated" -> lastUpdated = number(parser);
                default -> parser.skipChildren();
            }
        }
        return new SetTransaction(
                required(appId, "txn.appId"), required(version, "txn.version"), optional(lastUpdated));
    }

    private static DomainMetadata domainMetadata(JsonParser parser) throws IOException {
        String domain = null;
        String configuration = null;
        Boolean removed = null;
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "domain" -> domain = text(parser);
                case "configuration" -> configuration = text(parser);
                case "removed" -> removed = flag(parser);
                default -> parser.skipChildren();
            }
        }
        return new DomainMetadata(
                required(domain, "domainMetadata.domain"),
                required(configuration, "domainMetadata.configuration"),
                required(removed, "domainMetadata.removed"));
    }

    private static CheckpointMetadata checkpointMetadata(JsonParser parser) throws IOException {
        Long version = null;
        Map<String, String> tags = Map.of();
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "version" -> version = number(parser);
                case "tags" -> tags = mapWithoutNulls(parser);
                default -> parser.skipChildren();
            }
        }
        return new CheckpointMetadata(required(version, "checkpointMetadata.version"), tags);
    }
}
