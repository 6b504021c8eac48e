/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Tells the changes of metadata that leave a concurrent transaction's rows as right as they were. */
public final class MetadataChange {
    private static final String MAPPING_MODE = "delta.columnMapping.mode";
    private static final String MAPPING_ID = "delta.columnMapping.id";
    private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";
    private static final String IDENTITY_HIGH_WATER_MARK = "delta.identity.highWaterMark";

    private static final Set<String> HARMLESS_PROPERTIES = Set.of(
            "delta.enableRowTracking",
            "delta.rowTrackingSuspended",
            "delta.rowTracking.materializedRowIdColumnName",
            "delta.rowTracking.materializedRowCommitVersionColumnName",
            "delta.enableDeletionVectors",
            "delta.checkpointPolicy",
            "delta.enableInCommitTimestamps",
            "delta.inCommitTimestampEnablementVersion",
            "delta.inCommitTimestampEnablementTimestamp");

    private MetadataChange() {}

    /** Whether rows that were read or written under {@code before} mean the same under {@code after}. */
    public static boolean isHarmless(Metadata before, Metadata after) {
        boolean mapped = mode(before).equals("none") && mode(after).equals("name");
        return before.id().equals(after.id())
                && before.format().equals(after.format())
                && before.partitionColumns().equals(after.partitionColumns())
                && configuration(before, mapped).equals(configuration(after, mapped))
                && isSameSchema(before, after, mapped);
    }

    /** Whether nothing but the high water marks of identity columns moves. */
    static boolean isIdentityOnly(Metadata before, Metadata after) {
        return !before.schemaString().equals(after.schemaString())
                && before.id().equals(after.id())
                && before.name().equals(after.name())
                && before.description().equals(after.description())
                && before.format().equals(after.format())
                && before.partitionColumns().equals(after.partitionColumns())
                && before.configuration().equals(after.configuration())
                && isSameSchema(before, after, false);
    }

    private static String mode(Metadata metadata) {
        return metadata.configuration().getOrDefault(MAPPING_MODE, "none");
    }

    private static Map<String, String> configuration(Metadata metadata, boolean mapped) {
        Map<String, String> rest = new HashMap<>(metadata.configuration());
        rest.keySet().removeAll(HARMLESS_PROPERTIES);
        if (mapped) {
            rest.remove(MAPPING_MODE);
            rest.remove("delta.columnMapping.maxColumnId");
        }
        return rest;
    }

    private static boolean isSameSchema(Metadata before, Metadata after, boolean mapped) {
        if (before.schemaString().equals(after.schemaString())) {
            return true;
        }
        try {
            return plain(before.schema(), mapped).equals(plain(after.schema(), mapped));
        } catch (DeltaException e) {
            return false;
        }
    }

    /** Without what may change; physical names that differ from the names stay, since they matter. */
    private static DataType plain(DataType type, boolean mapped) {
        if (type instanceof StructType struct) {
            return new StructType(
                    struct.fields().stream().map(field -> plain(field, mapped)).toList());
        }
        if (type instanceof ArrayType array) {
            return new ArrayType(plain(array.elementType(), mapped), array.containsNull());
        }
        if (type instanceof MapType map) {
            return new MapType(plain(map.keyType(), mapped), plain(map.valueType(), mapped), map.valueContainsNull());
        }
        return type;
    }

    private static StructField plain(StructField field, boolean mapped) {
        var metadata = field.metadata().toJson();
        metadata.remove(IDENTITY_HIGH_WATER_MARK);
        if (mapped) {
            metadata.remove(MAPPING_ID);
            if (metadata.path(PHYSICAL_NAME).asText(field.name()).equals(field.name())) {
                metadata.remove(PHYSICAL_NAME);
            }
        }
        return new StructField(field.name(), plain(field.type(), mapped), field.nullable(), FieldMetadata.of(metadata));
    }
}
