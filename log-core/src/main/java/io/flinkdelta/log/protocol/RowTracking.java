/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How far a table tracks its rows (PROTOCOL.md, "Row Tracking"). */
public enum RowTracking {
    /** The protocol does not list the feature. */
    UNSUPPORTED,
    /** The feature is listed, but ids are not to be given out. */
    SUSPENDED,
    /** New files get ids; older ones need not have any. */
    SUPPORTED,
    /** Every row has an id and a commit version. */
    ENABLED;

    /** The table feature. */
    public static final String FEATURE = "rowTracking";

    /** The property that turns {@link #SUPPORTED} into {@link #ENABLED}. */
    public static final String ENABLE = "delta.enableRowTracking";

    /** The property that makes a table {@link #SUSPENDED}. */
    public static final String SUSPEND = "delta.rowTrackingSuspended";

    /** The property that names the hidden column for the ids of rewritten rows. */
    public static final String ROW_ID_COLUMN = "delta.rowTracking.materializedRowIdColumnName";

    /** The property that names the hidden column for the commit versions of rewritten rows. */
    public static final String COMMIT_VERSION_COLUMN = "delta.rowTracking.materializedRowCommitVersionColumnName";

    /** The tag in commitInfo that says whether rows which went to other files have kept their ids. */
    public static final String PRESERVED_TAG = "delta.rowTracking.preserved";

    /** Of a table. */
    public static RowTracking of(Protocol protocol, Metadata metadata) {
        if (!protocol.hasWriterFeature(FEATURE)) {
            return UNSUPPORTED;
        }
        if (TableProperties.isOn(metadata.configuration(), SUSPEND)) {
            return SUSPENDED;
        }
        return TableProperties.isOn(metadata.configuration(), ENABLE) ? ENABLED : SUPPORTED;
    }

    /** Whether a writer has to give ids to the rows of new files. */
    public boolean assignsRowIds() {
        return this == SUPPORTED || this == ENABLED;
    }

    /** Whether the properties of a table ask for ids and forbid them at once. */
    public static boolean isContradictory(Map<String, String> properties) {
        return TableProperties.isOn(properties, ENABLE) && TableProperties.isOn(properties, SUSPEND);
    }

    /**
     * {@code after} with names for the hidden columns that keep the ids of rewritten rows, if it enables row
     * tracking: those that the table has, else new ones.
     *
     * @param before the table's metadata so far, empty for a new table
     * @param uniqueId goes into the names, which no column of the table may ever have
     */
    public static Metadata withMaterializedColumns(Optional<Metadata> before, Metadata after, String uniqueId) {
        if (!TableProperties.isOn(after.configuration(), ENABLE)) {
            return after;
        }
        Map<String, String> names = new HashMap<>();
        names.put(ROW_ID_COLUMN, "_row-id-col-" + uniqueId);
        names.put(COMMIT_VERSION_COLUMN, "_row-commit-version-col-" + uniqueId);
        for (String column : Set.of(ROW_ID_COLUMN, COMMIT_VERSION_COLUMN)) {
            before.map(metadata -> metadata.configuration().get(column)).ifPresent(name -> names.put(column, name));
        }
        names.putAll(after.configuration());
        return after.withConfiguration(names);
    }
}
