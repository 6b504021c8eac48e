/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import static io.flinkdelta.log.action.JsonFields.flag;
import static io.flinkdelta.log.action.JsonFields.map;
import static io.flinkdelta.log.action.JsonFields.mapWithoutNulls;
import static io.flinkdelta.log.action.JsonFields.nextField;
import static io.flinkdelta.log.action.JsonFields.number;
import static io.flinkdelta.log.action.JsonFields.optional;
import static io.flinkdelta.log.action.JsonFields.required;
import static io.flinkdelta.log.action.JsonFields.smallNumber;
import static io.flinkdelta.log.action.JsonFields.startsObject;
import static io.flinkdelta.log.action.JsonFields.text;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.Map;

/** The actions about files, off a JSON parser that stands on the start of the action's object. */
final class FileActionReader {
    private FileActionReader() {}

    static AddFile add(JsonParser parser) throws IOException {
        String path = null;
        Map<String, String> partitionValues = null;
        Long size = null;
        Long modificationTime = null;
        Boolean dataChange = null;
        String stats = null;
        Map<String, String> tags = Map.of();
        DeletionVectorDescriptor deletionVector = null;
        Long baseRowId = null;
        Long defaultRowCommitVersion = null;
        String clusteringProvider = null;
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "path" -> path = text(parser);
                case "partitionValues" -> partitionValues = map(parser);
                case "size" -> size = number(parser);
                case "modificationTime" -> modificationTime = number(parser);
                case "dataChange" -> dataChange = flag(parser);
                case "stats" -> stats = text(parser);
                case "tags" -> tags = mapWithoutNulls(parser);
                case "deletionVector" -> deletionVector = deletionVector(parser);
                case "baseRowId" -> baseRowId = number(parser);
                case "defaultRowCommitVersion" -> defaultRowCommitVersion = number(parser);
                case "clusteringProvider" -> clusteringProvider = text(parser);
                default -> parser.skipChildren();
            }
        }
        return new AddFile(
                required(path, "add.path"),
                PartitionValues.of(required(partitionValues, "add.partitionValues")),
                required(size, "add.size"),
                required(modificationTime, "add.modificationTime"),
                required(dataChange, "add.dataChange"),
                optional(stats),
                tags,
                optional(deletionVector),
                optional(baseRowId),
                optional(defaultRowCommitVersion),
                optional(clusteringProvider));
    }

    static RemoveFile remove(JsonParser parser) throws IOException {
        String path = null;
        Long deletionTimestamp = null;
        Boolean dataChange = null;
        Boolean extendedFileMetadata = null;
        Map<String, String> partitionValues = null;
        Long size = null;
        String stats = null;
        Map<String, String> tags = Map.of();
        DeletionVectorDescriptor deletionVector = null;
        Long baseRowId = null;
        Long defaultRowCommitVersion = null;
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "path" -> path = text(parser);
                case "deletionTimestamp" -> deletionTimestamp = number(parser);
                case "dataChange" -> dataChange = flag(parser);
                case "extendedFileMetadata" -> extendedFileMetadata = flag(parser);
                case "partitionValues" -> partitionValues = map(parser);
                case "size" -> size = number(parser);
                case "stats" -> stats = text(parser);
                case "tags" -> tags = mapWithoutNulls(parser);
                case "deletionVector" -> deletionVector = deletionVector(parser);
                case "baseRowId" -> baseRowId = number(parser);
                case "defaultRowCommitVersion" -> defaultRowCommitVersion = number(parser);
                default -> parser.skipChildren();
            }
        }
        return new RemoveFile(
                required(path, "remove.path"),
                optional(deletionTimestamp),
                required(dataChange, "remove.dataChange"),
                Boolean.TRUE.equals(extendedFileMetadata),
                optional(partitionValues).map(PartitionValues::of),
                optional(size),
                optional(stats),
                tags,
                optional(deletionVector),
                optional(baseRowId),
                optional(defaultRowCommitVersion));
    }

    private static DeletionVectorDescriptor deletionVector(JsonParser parser) throws IOException {
        if (!startsObject(parser)) {
            return null;
        }
        String storageType = null;
        String pathOrInlineDv = null;
        Integer offset = null;
        Integer sizeInBytes = null;
        Long cardinality = null;
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "storageType" -> storageType = text(parser);
                case "pathOrInlineDv" -> pathOrInlineDv = text(parser);
                case "offset" -> offset = smallNumber(parser);
                case "sizeInBytes" -> sizeInBytes = smallNumber(parser);
                case "cardinality" -> cardinality = number(parser);
                default -> parser.skipChildren();
            }
        }
        return new DeletionVectorDescriptor(
                required(storageType, "deletionVector.storageType"),
                required(pathOrInlineDv, "deletionVector.pathOrInlineDv"),
                optional(offset),
                required(sizeInBytes, "deletionVector.sizeInBytes"),
                required(cardinality, "deletionVector.cardinality"));
    }

    static AddCDCFile cdc(JsonParser parser) throws IOException {
        String path = null;
        Map<String, String> partitionValues = null;
        Long size = null;
        Map<String, String> tags = Map.of();
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "path" -> path = text(parser);
                case "partitionValues" -> partitionValues = map(parser);
                case "size" -> size = number(parser);
                case "tags" -> tags = mapWithoutNulls(parser);
                default -> parser.skipChildren();
            }
        }
        return new AddCDCFile(
                required(path, "cdc.path"),
                PartitionValues.of(required(partitionValues, "cdc.partitionValues")),
                required(size, "cdc.size"),
                tags);
    }

    static SidecarFile sidecar(JsonParser parser) throws IOException {
        String path = null;
        Long sizeInBytes = null;
        Long modificationTime = null;
        Map<String, String> tags = Map.of();
        for (String field = nextField(parser); field != null; field = nextField(parser)) {
            switch (field) {
                case "path" -> path = text(parser);
                case "sizeInBytes" -> sizeInBytes = number(parser);
                case "modificationTime" -> modificationTime = number(parser);
                case "tags" -> tags = mapWithoutNulls(parser);
                default -> parser.skipChildren();
            }
        }
        return new SidecarFile(
                required(path, "sidecar.path"),
                required(sizeInBytes, "sidecar.sizeInBytes"),
                required(modificationTime, "sidecar.modificationTime"),
                tags);
    }
}
