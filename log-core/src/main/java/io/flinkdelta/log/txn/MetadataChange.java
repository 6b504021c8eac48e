/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.InCommitTimestamps;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Tells the changes of metadata that leave a concurrent transaction's rows as right as they were. */
public final class MetadataChange {
    private static final String IDENTITY_HIGH_WATER_MARK = "delta.identity.highWaterMark";

    private static final Set<String> HARMLESS_PROPERTIES = Set.of(
            RowTracking.ENABLE,
            RowTracking.SUSPEND,
            RowTracking.ROW_ID_COLUMN,
            RowTracking.COMMIT_VERSION_COLUMN,
            TableProperties.DELETION_VECTORS,
            "delta.checkpointPolicy",
            TableProperties.IN_COMMIT_TIMESTAMPS,
            InCommitTimestamps.ENABLEMENT_VERSION,
            InCommitTimestamps.ENABLEMENT_TIMESTAMP);

    /** Harmless when they are turned on; without them something is missing that the transaction may count on. */
    private static final Set<String> SWITCHES =
            Set.of(RowTracking.ENABLE, TableProperties.DELETION_VECTORS, TableProperties.IN_COMMIT_TIMESTAMPS);

    /** Harmless when the table gets them; the columns of files that are there go by the old names. */
    private static final Set<String> NAMES = Set.of(RowTracking.ROW_ID_COLUMN, RowTracking.COMMIT_VERSION_COLUMN);

    private MetadataChange() {}

    /** Whether rows that were read or written under {@code before} mean the same under {@code after}. */
    public static boolean isHarmless(Metadata before, Metadata after) {
        boolean mapped = turnsMappingOn(before, after);
        return before.id().equals(after.id())
                && before.format().equals(after.format())
                && before.partitionColumns().equals(after.partitionColumns())
                && configuration(before, mapped).equals(configuration(after, mapped))
                && keepsSwitches(before.configuration(), after.configuration())
                && isSameSchema(before, after, mapped);
    }

    private static boolean keepsSwitches(Map<String, String> before, Map<String, String> after) {
        return SWITCHES.stream()
                        .noneMatch(key -> TableProperties.isOn(before, key) && !TableProperties.isOn(after, key))
                && NAMES.stream()
                        .allMatch(key ->
                                !before.containsKey(key) || before.get(key).equals(after.get(key)));
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

    private static boolean turnsMappingOn(Metadata before, Metadata after) {
        try {
            return ColumnMapping.of(before.configuration()) == ColumnMapping.NONE
                    && ColumnMapping.of(after.configuration()) == ColumnMapping.NAME;
        } catch (DeltaException e) {
            return false;
        }
    }

    private static Map<String, String> configuration(Metadata metadata, boolean mapped) {
        Map<String, String> rest = new HashMap<>(metadata.configuration());
        rest.keySet().removeAll(HARMLESS_PROPERTIES);
        if (mapped) {
            rest.remove(ColumnMapping.MODE);
            rest.remove(ColumnMapping.MAX_COLUMN_ID);
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
            metadata.remove(ColumnMapping.FIELD_ID);
            if (metadata.path(ColumnMapping.PHYSICAL_NAME).asText(field.name()).equals(field.name())) {
                metadata.remove(ColumnMapping.PHYSICAL_NAME);
            }
        }
        return new StructField(field.name(), plain(field.type(), mapped), field.nullable(), FieldMetadata.of(metadata));
    }
}
