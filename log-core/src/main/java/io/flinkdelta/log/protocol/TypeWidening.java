/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import java.util.List;

/** The changes of a column's type that keep every value (PROTOCOL.md, "Type Widening"). */
public final class TypeWidening {
    /** Turns it on. */
    public static final String PROPERTY = "delta.enableTypeWidening";

    public static final String FEATURE = "typeWidening";

    /** What records the version of a change, too. */
    public static final String PREVIEW_FEATURE = "typeWidening-preview";

    /** The history of a field's types, in its metadata. */
    public static final String TYPE_CHANGES = "delta.typeChanges";

    /** From narrow to wide. */
    private static final List<DataType> INTEGERS =
            List.of(PrimitiveType.BYTE, PrimitiveType.SHORT, PrimitiveType.INTEGER, PrimitiveType.LONG);

    private static final int INTEGER_DIGITS = 10;
    private static final int LONG_DIGITS = 20;

    private TypeWidening() {}

    /** Whether a column of type {@code from} may become one of type {@code to}, another type. */
    public static boolean isSupported(DataType from, DataType to) {
        if (to instanceof DecimalType wide) {
            return isSupported(from, wide);
        }
        int narrow = INTEGERS.indexOf(from);
        if (to == PrimitiveType.DOUBLE) {
            return from == PrimitiveType.FLOAT || (narrow >= 0 && from != PrimitiveType.LONG);
        }
        if (to == PrimitiveType.TIMESTAMP_NTZ) {
            return from == PrimitiveType.DATE;
        }
        return narrow >= 0 && narrow < INTEGERS.indexOf(to);
    }

    /** Whether it is one of the types of whole numbers. */
    public static boolean isInteger(DataType type) {
        return INTEGERS.contains(type);
    }

    private static boolean isSupported(DataType from, DecimalType to) {
        if (from instanceof DecimalType narrow) {
            int moreScale = to.scale() - narrow.scale();
            return !from.equals(to) && moreScale >= 0 && to.precision() - narrow.precision() >= moreScale;
        }
        int digits = from == PrimitiveType.LONG ? LONG_DIGITS : INTEGER_DIGITS;
        return isInteger(from) && to.precision() - to.scale() >= digits;
    }

    /** Whether every change in the field's history is one of these. */
    static boolean areChangesSupported(StructField field) {
        JsonNode changes = field.metadata().get(TYPE_CHANGES).orElse(null);
        if (changes == null) {
            return true;
        }
        for (JsonNode change : changes) {
            if (!isChangeSupported(change.path("fromType"), change.path("toType"))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isChangeSupported(JsonNode from, JsonNode to) {
        if (!from.isTextual() || !to.isTextual()) {
            return false;
        }
        try {
            return isSupported(SchemaJson.parseType(from.textValue()), SchemaJson.parseType(to.textValue()));
        } catch (UnsupportedFeatureException e) {
            return false;
        }
    }
}
